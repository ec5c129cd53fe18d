import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodePacked,
  erc20Abi,
  getAddress,
  type Hex,
  isAddress,
  maxUint256,
  parseEther,
  parseEventLogs,
  parseUnits,
  zeroAddress,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DevnetClient } from '../chain/client.ts'
import { type Devnet, startDevnet } from '../devnet.ts'
import { type ContractName, permit2Abi, readAbi } from './abis.ts'
import * as addresses from './addresses.ts'
import { toAmount } from './amounts.ts'
import { healthFactors } from './deploy/borrowers.ts'
import { pools } from './pools.ts'

const { aaveV3, feeds, liquidRestaking, nft, permit2, sushiSwap, tokens, uniswapV2, uniswapV3, universalRouter } =
  addresses
const { WETH, USDC, USDT, DAI, WBTC } = tokens
const deadline = 2n ** 40n

let devnet: Devnet
let client: DevnetClient
let snapshot: Hex
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  client = devnet.chains.ethereum.client
})
afterAll(() => devnet.close())
beforeEach(async () => {
  snapshot = await client.snapshot()
})
afterEach(() => client.revert({ id: snapshot }))

const trader = () => {
  const account = devnet.accounts.traders[0]
  if (!account) throw new Error('no trader')
  return account
}
const read = <result>(address: Address, name: ContractName, functionName: string, ...args: unknown[]) =>
  client.readContract({ address, abi: readAbi(name), functionName, args }) as Promise<result>
const write = async (address: Address, name: ContractName, functionName: string, args: unknown[], value = 0n) => {
  const call = { account: trader(), address, abi: readAbi(name), functionName, args, value }
  return client.waitForTransactionReceipt({ hash: await client.writeContract(call) })
}
const balanceOf = (token: Address, owner: Address = trader().address) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
/** Returns how much the trader's balance of `token` increases by `act`. */
const gained = async (token: Address, act: () => Promise<unknown>) => {
  const before = await balanceOf(token)
  await act()
  return (await balanceOf(token)) - before
}
const toNumber = (amount: bigint, decimals: number) => Number(amount) / 10 ** decimals

test('every mainnet address has code', async () => {
  const { opStack: _op, arbitrum: _arbitrum, aaveV36: _aaveV36, aaveReserves, ...ethereum } = addresses
  const found = JSON.stringify(ethereum).match(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g) ?? []
  const expected = [
    ...found,
    ...Object.values(aaveReserves).map(({ aToken }) => aToken),
    ...pools.map((it) => it.address),
  ]
  expect(expected.length).toBeGreaterThan(50)
  for (const address of expected) {
    expect(isAddress(address), `${address} has its checksum`).toBe(true)
    expect(await client.getCode({ address: getAddress(address) }), address).toMatch(/^0x.{20}/)
  }
})

test('tokens have their names, and a trader owns and has approved them', async () => {
  for (const { address, symbol, decimals } of Object.values(tokens)) {
    expect(await read(address, 'erc20', 'symbol')).toBe(symbol)
    expect(await read(address, 'erc20', 'decimals')).toBe(decimals)
    expect(await balanceOf(address)).toBeGreaterThan(0n)
    for (const spender of [uniswapV2.router, sushiSwap.router, uniswapV3.swapRouter02, permit2, aaveV3.pool]) {
      expect(await read(address, 'erc20', 'allowance', trader().address, spender)).toBe(maxUint256)
    }
  }
  expect(new Set(devnet.accounts.traders.map(({ address }) => address)).size).toBe(50)
})

test('all venues, feeds and Aave agree on prices', async () => {
  for (const pool of pools) {
    const { address, token0, token1 } = pool
    let rawPrice: number
    if (pool.venue === 'uniswapV3') {
      const args = [token0.address, token1.address, pool.fee]
      expect(await read(uniswapV3.factory, 'uniswapV3Factory', 'getPool', ...args)).toBe(address)
      const [sqrtPriceX96] = await read<[bigint]>(address, 'uniswapV3Pool', 'slot0')
      rawPrice = (Number(sqrtPriceX96) / 2 ** 96) ** 2
    } else {
      const { factory } = pool.venue === 'uniswapV2' ? uniswapV2 : sushiSwap
      expect(await read(factory, 'uniswapV2Factory', 'getPair', token1.address, token0.address)).toBe(address)
      expect(await read(address, 'uniswapV2Pair', 'factory')).toBe(factory)
      const [reserve0, reserve1] = await read<[bigint, bigint]>(address, 'uniswapV2Pair', 'getReserves')
      rawPrice = Number(reserve1) / Number(reserve0)
    }
    const price = rawPrice * 10 ** (token0.decimals - token1.decimals)
    expect(price / (token0.priceUsd / token1.priceUsd)).toBeCloseTo(1, 4)
  }
  const pairs = pools.filter(({ venue }) => venue === 'sushiSwap')
  expect(await read(sushiSwap.factory, 'uniswapV2Factory', 'allPairsLength')).toBe(BigInt(pairs.length))
  expect(await read(sushiSwap.factory, 'uniswapV2Factory', 'allPairs', 1n)).toBe(pairs[1]?.address)
  for (const { address, token } of Object.values(feeds)) {
    const [, answer] = await read<[bigint, bigint]>(address, 'priceFeed', 'latestRoundData')
    expect(answer).toBe(BigInt(tokens[token].priceUsd * 1e8))
    expect(await read(aaveV3.oracle, 'aaveOracle', 'getAssetPrice', tokens[token].address)).toBe(answer)
  }
})

test('a Chainlink-like feed is fresh, keeps its rounds and logs an update', async () => {
  const feed = feeds['ETH / USD'].address
  const now = (await client.getBlock()).timestamp
  const [roundId, , , updatedAt] = await read<bigint[]>(feed, 'priceFeed', 'latestRoundData')
  expect(Math.abs(Date.now() / 1_000 - Number(updatedAt))).toBeLessThan(60)
  expect(now - (updatedAt ?? 0n)).toBeLessThan(60n)
  expect(await read(feed, 'priceFeed', 'description')).toBe('ETH / USD')
  const receipt = await write(feed, 'priceFeed', 'updateAnswer', [2_800n * 10n ** 8n])
  const [log] = parseEventLogs({ abi: readAbi('priceFeed'), logs: receipt.logs, eventName: 'AnswerUpdated' })
  expect(log?.args).toMatchObject({ current: 280_000_000_000n })
  expect(await read(feed, 'priceFeed', 'latestAnswer')).toBe(280_000_000_000n)
  expect(await read(feed, 'priceFeed', 'getRoundData', roundId)).toMatchObject({ 0: roundId, 1: 300_000_000_000n })
  expect(await read(feed, 'priceFeed', 'latestRound')).toBe((roundId ?? 0n) + 1n)
})

test.each([
  ['weETH', 'getRate', []],
  ['weETH', 'getEETHByWeETH', [parseEther('1')]],
  ['ezEthRateProvider', 'getRate', []],
  ['rsEthOracle', 'rsETHPrice', []],
  ['pufETH', 'convertToAssets', [parseEther('1')]],
  ['rswETH', 'getRate', []],
  ['rswETH', 'rswETHToETHRate', []],
] as const)('%s answers %s and can be moved', async (name, functionName, args) => {
  const address = liquidRestaking[name]
  const rate = await read<bigint>(address, name, functionName, ...args)
  expect(toNumber(rate, 18)).toBeGreaterThan(1.04)
  expect(toNumber(rate, 18)).toBeLessThan(1.1)
  await write(address, name, 'setRate', [parseEther('1.2345')])
  expect(await read(address, name, functionName, ...args)).toBe(parseEther('1.2345'))
})

test('the NFT mints and moves', async () => {
  const other = devnet.accounts.deployer.address
  const { logs } = await write(nft, 'nft', 'mint', [trader().address])
  const [minted] = parseEventLogs({ abi: readAbi('nft'), logs, eventName: 'Transfer' })
  const tokenId = (minted as unknown as { args: { tokenId: bigint } }).args.tokenId
  await write(nft, 'nft', 'safeTransferFrom', [trader().address, other, tokenId])
  expect(await read(nft, 'nft', 'ownerOf', tokenId)).toBe(other)
  await expect(write(nft, 'nft', 'transferFrom', [other, trader().address, tokenId])).rejects.toThrow('not allowed')
})

test('WETH treats ether without calldata as a deposit', async () => {
  const send = async () => {
    const hash = await client.sendTransaction({ account: trader(), to: WETH.address, value: parseEther('1') })
    const { status, logs } = await client.waitForTransactionReceipt({ hash })
    expect(status).toBe('success')
    const [deposit] = parseEventLogs({ abi: readAbi('weth'), logs, eventName: 'Deposit' })
    expect(deposit).toMatchObject({ args: { dst: trader().address, wad: parseEther('1') } })
  }
  expect(await gained(WETH.address, send)).toBe(parseEther('1'))
})

describe('swaps', () => {
  const amountIn = parseEther('1')

  test.each([
    ['Uniswap V2', uniswapV2.router],
    ['SushiSwap', sushiSwap.router],
  ])('%s: what the router quotes is what arrives, over two pairs', async (_, router) => {
    const path = [USDC.address, WETH.address, WBTC.address]
    const amounts = await read<bigint[]>(router, 'uniswapV2Router', 'getAmountsOut', parseUnits('6000', 6), path)
    const args = [parseUnits('6000', 6), 0n, path, trader().address, deadline]
    const out = await gained(WBTC.address, () => write(router, 'uniswapV2Router', 'swapExactTokensForTokens', args))
    expect(out).toBe(amounts[2])
    expect(toNumber(out, 8)).toBeCloseTo(0.0994, 3)
  })

  const single = { tokenIn: WETH.address, tokenOut: USDC.address, amountIn, fee: 500, sqrtPriceLimitX96: 0n }

  test('Uniswap V3: SwapRouter02 and SwapRouter return the quote of QuoterV2', async () => {
    const quote = await client.simulateContract({
      address: uniswapV3.quoterV2,
      abi: readAbi('quoterV2'),
      functionName: 'quoteExactInputSingle',
      args: [single],
    })
    const [quoted] = quote.result as [bigint]
    expect(toNumber(quoted, 6)).toBeGreaterThan(2_990)
    const params = { ...single, recipient: trader().address, amountOutMinimum: quoted }
    for (const [router, name, parameters] of [
      [uniswapV3.swapRouter02, 'swapRouter02', params],
      [uniswapV3.swapRouter, 'swapRouter', { ...params, deadline }],
    ] as const) {
      const before = await client.snapshot()
      expect(await gained(USDC.address, () => write(router, name, 'exactInputSingle', [parameters]))).toBe(quoted)
      await client.revert({ id: before })
    }
  })

  test.each(pools.map((pool) => ({ pool, name: `${pool.venue} ${pool.token0.symbol}/${pool.token1.symbol}` })))(
    '$name carries a sale of 100,000 dollars, unless it is thin',
    async ({ pool }) => {
      const [tokenIn, tokenOut] = [pool.token0, pool.token1]
      const path = [tokenIn.address, tokenOut.address]
      let out: bigint | undefined
      if (pool.venue === 'uniswapV3') {
        const params = { tokenIn: path[0], tokenOut: path[1], fee: pool.fee, sqrtPriceLimitX96: 0n }
        const quote = await client.simulateContract({
          address: uniswapV3.quoterV2,
          abi: readAbi('quoterV2'),
          functionName: 'quoteExactInputSingle',
          args: [{ ...params, amountIn: toAmount(tokenIn, 100_000) }],
        })
        out = (quote.result as readonly bigint[])[0]
      } else {
        const { router } = pool.venue === 'uniswapV2' ? uniswapV2 : sushiSwap
        const args = [toAmount(tokenIn, 100_000), path] as const
        out = (await read<bigint[]>(router, 'uniswapV2Router', 'getAmountsOut', ...args))[1]
      }
      const feePips = pool.venue === 'uniswapV3' ? pool.fee : 3_000
      const share = Number(out) / Number(toAmount(tokenOut, 100_000)) / (1 - feePips / 1e6)
      const isThin = 'thinUsd' in pool
      expect(share).toBeGreaterThan(isThin ? 0.5 : 0.985)
      expect(share).toBeLessThan(isThin ? 0.7 : 1)
    },
  )

  test('a V3 position describes itself', async () => {
    const uri = await read<string>(uniswapV3.positionManager, 'positionManager', 'tokenURI', 1n)
    expect(atob(uri.replace('data:application/json;base64,', ''))).toContain('Uniswap - ')
  })

  test('Universal Router: V3, then V2, with tokens taken through Permit2', async () => {
    const path = encodePacked(['address', 'uint24', 'address'], [DAI.address, 3_000, WETH.address])
    const swap = (route: 'bytes' | 'address[]', values: readonly unknown[]) =>
      encodeAbiParameters(
        [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }, { type: route }, { type: 'bool' }],
        values as never,
      )
    // The V3 leg leaves its WETH in the router, whose whole balance the V2 leg then spends.
    const self = '0x0000000000000000000000000000000000000002'
    const wholeBalance = 1n << 255n
    const inputs = [
      swap('bytes', [self, parseEther('3000'), 0n, path, true]),
      swap('address[]', [trader().address, wholeBalance, 0n, [WETH.address, USDT.address], false]),
    ]
    const daiBefore = await balanceOf(DAI.address)
    const out = await gained(USDT.address, () =>
      write(universalRouter, 'universalRouter', 'execute', [concatHex(['0x00', '0x08']), inputs, deadline]),
    )
    expect(daiBefore - (await balanceOf(DAI.address))).toBe(parseEther('3000'))
    expect(toNumber(out, 6)).toBeGreaterThan(2_970)
    expect(toNumber(out, 6)).toBeLessThan(3_000)
  })

  test('Permit2 accepts a signature for chain 1 and its own address', async () => {
    const permitSingle = {
      details: { token: USDC.address, amount: 5n, expiration: 2 ** 40, nonce: 0 },
      spender: devnet.accounts.deployer.address,
      sigDeadline: deadline,
    }
    const signature = await trader().signTypedData({
      domain: { name: 'Permit2', chainId: 1, verifyingContract: permit2 },
      types: {
        PermitSingle: [
          { name: 'details', type: 'PermitDetails' },
          { name: 'spender', type: 'address' },
          { name: 'sigDeadline', type: 'uint256' },
        ],
        PermitDetails: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint160' },
          { name: 'expiration', type: 'uint48' },
          { name: 'nonce', type: 'uint48' },
        ],
      },
      primaryType: 'PermitSingle',
      message: permitSingle,
    })
    const call = { address: permit2, abi: permit2Abi, account: devnet.accounts.deployer } as const
    const args = [trader().address, permitSingle, signature] as const
    const hash = await client.writeContract({ ...call, functionName: 'permit', args })
    await client.waitForTransactionReceipt({ hash })
    const key = [trader().address, USDC.address, permitSingle.spender] as const
    expect(await client.readContract({ ...call, functionName: 'allowance', args: key })).toEqual([5n, 2 ** 40, 1])
  })
})

describe('Aave', () => {
  type AccountData = [bigint, bigint, bigint, bigint, bigint, bigint]
  const healthFactor = async (account: Address) =>
    toNumber((await read<AccountData>(aaveV3.pool, 'aavePool', 'getUserAccountData', account))[5], 18)

  test('the provider and reserves return mainnet addresses', async () => {
    const provider = (name: string) => read(aaveV3.poolAddressesProvider, 'aavePoolAddressesProvider', name)
    expect(await provider('getPool')).toBe(aaveV3.pool)
    expect(await provider('getPoolConfigurator')).toBe(aaveV3.poolConfigurator)
    expect(await provider('getPriceOracle')).toBe(aaveV3.oracle)
    expect(await provider('getACLManager')).toBe(aaveV3.aclManager)
    expect(await provider('getPoolDataProvider')).toBe(aaveV3.dataProvider)
    expect(await read(aaveV3.pool, 'aavePool', 'ADDRESSES_PROVIDER')).toBe(aaveV3.poolAddressesProvider)
    for (const [symbol, { aToken }] of Object.entries(addresses.aaveReserves)) {
      const token = tokens[symbol as keyof typeof tokens].address
      const reserve = await read<{ aTokenAddress: Address }>(aaveV3.pool, 'aavePool', 'getReserveData', token)
      expect(reserve.aTokenAddress).toBe(aToken)
    }
    // From mainnet: the variable debt tokens follow from the same nonces.
    const usdc = await read<{ variableDebtTokenAddress: Address }>(
      aaveV3.pool,
      'aavePool',
      'getReserveData',
      USDC.address,
    )
    expect(usdc.variableDebtTokenAddress).toBe('0x72E95b8931767C79bA4EeE721354d6E99a61D004')
  })

  test('borrowers have increasing health factors, and their loans are in the logs', async () => {
    expect(devnet.accounts.borrowers.length).toBe(healthFactors.length)
    for (const [index, { address }] of devnet.accounts.borrowers.entries()) {
      expect(await healthFactor(address)).toBeCloseTo(healthFactors[index] ?? 0, 2)
    }
    const logs = await client.getContractEvents({
      address: aaveV3.pool,
      abi: readAbi('aavePool'),
      eventName: 'Borrow',
      fromBlock: 0n,
    })
    const borrowers = new Set(logs.map(({ args }) => (args as unknown as { onBehalfOf: Address }).onBehalfOf))
    expect(borrowers).toEqual(new Set(devnet.accounts.borrowers.map(({ address }) => address)))
  })

  test('a trader supplies and borrows', async () => {
    await write(aaveV3.pool, 'aavePool', 'supply', [WETH.address, parseEther('10'), trader().address, 0])
    const args = [DAI.address, parseEther('10000'), 2n, 0, trader().address]
    expect(await gained(DAI.address, () => write(aaveV3.pool, 'aavePool', 'borrow', args))).toBe(parseEther('10000'))
    expect(await healthFactor(trader().address)).toBeCloseTo((30_000 * 0.83) / 10_000, 2)
  })

  test('a falling price makes the weakest borrower liquidatable', async () => {
    const borrower = devnet.accounts.borrowers[0]?.address ?? zeroAddress
    const args = [WETH.address, USDC.address, borrower, parseUnits('50000', 6), false]
    const liquidate = () => write(aaveV3.pool, 'aavePool', 'liquidationCall', args)
    await expect(liquidate()).rejects.toThrow('45') // HEALTH_FACTOR_NOT_BELOW_THRESHOLD
    await write(feeds['ETH / USD'].address, 'priceFeed', 'updateAnswer', [2_850n * 10n ** 8n])
    expect(await healthFactor(borrower)).toBeCloseTo(1.02 * 0.95, 2)
    const seized = await gained(WETH.address, liquidate)
    // The debt at the new price plus the bonus, less Aave's share of the bonus (none is configured).
    expect(toNumber(seized, 18)).toBeCloseTo((50_000 / 2_850) * 1.05, 3)
  })
})
