import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sleep } from '@outrigger/core'
import { addresses, createAnvil, type Devnet, morphoMarkets, readAbi, startDevnet } from '@outrigger/devnet'
import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  maxUint256,
  type PublicClient,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { datasets } from '../export/datasets.ts'
import { createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'
import { startPrunedProvider } from '../fixtures/prunedProvider.ts'
import { readWithDuckDb, toDocumented } from '../fixtures/tableReaders.ts'

const { tokens, feeds, aaveV3, morpho, sushiSwap } = addresses
const uni = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'
const uniFeed: Address = '0x553303d460ee0afb37edff9be42922d8ff63220e'
const stables = ['USDC', 'USDT', 'DAI'] as const
const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256 updatedAt, uint80)',
])
const pairAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function token0() view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])
const poolAbi = parseAbi([
  'function observe(uint32[]) view returns (int56[], uint160[])',
  'function token0() view returns (address)',
])
const aaveAbi = parseAbi([
  'function getUserAccountData(address) view returns (uint256 collateral, uint256 debt, uint256 available, uint256, uint256, uint256 healthFactor)',
  'function balanceOf(address) view returns (uint256)',
  'function getAssetPrice(address) view returns (uint256)',
])
const morphoAbi = parseAbi([
  'function position(bytes32, address) view returns (uint256, uint128 shares, uint128 collateral)',
  'function market(bytes32) view returns (uint128, uint128, uint128 assets, uint128 shares, uint128, uint128)',
])

type Row = Readonly<Record<string, unknown>>
type Call = readonly [abi: Parameters<typeof readAbi>[0], functionName: string, args: readonly unknown[]]

let devnet: Devnet
let client: PublicClient
let url: string
/** First and last block of the tests. */
let [from, to] = [0, 0]
/** Lower-case accounts that each block changes. */
const changed = new Map<number, readonly string[]>()
const blockOf: Record<string, number> = {}
let [trader, saver, lender, borrower] = ['0x', '0x', '0x', '0x'] as [Address, Address, Address, Address]

async function send(account: unknown, address: Address, [abi, functionName, args]: Call): Promise<number> {
  const request = { account, address, abi: readAbi(abi), functionName, args, gas: 1_500_000n }
  const hash = await devnet.chains.ethereum.client.writeContract(request as never)
  const receipt = await devnet.chains.ethereum.client.waitForTransactionReceipt({ hash })
  expect(receipt.status, functionName).toBe('success')
  return Number(receipt.blockNumber)
}

const answer = (feed: Address, usd: number) =>
  send(devnet.accounts.deployer, feed, ['priceFeed', 'updateAnswer', [BigInt(Math.round(usd * 1e8))]])

/** A market that the range creates. Its loan-to-value ratio is enabled. */
const newMarket = (() => {
  const [known] = morphoMarkets
  const params = { ...known?.params, lltv: parseUnits('0.77', 18) }
  const types = ['address', 'address', 'address', 'address', 'uint256'].map((type) => ({ type }))
  const { loanToken, collateralToken, oracle, irm, lltv } = params
  return { params, id: keccak256(encodeAbiParameters(types, [loanToken, collateralToken, oracle, irm, lltv])) }
})()

beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  const { client: chain, rpcUrl } = devnet.chains.ethereum
  url = rpcUrl
  client = createPublicClient({ chain: mainnet, transport: http(url), cacheTime: 0 })
  const [first, second, third] = devnet.accounts.traders
  ;[trader, saver, lender] = devnet.accounts.traders.map(({ address }) => address) as [Address, Address, Address]
  borrower = devnet.accounts.borrowers[0]?.address as Address
  from = Number(await client.getBlockNumber())
  await playPrices(chain)
  await playPositions()
  to = Number(await client.getBlockNumber())

  async function playPrices(node: typeof chain): Promise<void> {
    blockOf['ether rises'] = await answer(feeds['ETH / USD'].address, 3_100)
    // A feed without answers reverts.
    const bytecode = (await node.getCode({ address: feeds['LINK / USD'].address })) as Hex
    await node.setCode({ address: uniFeed, bytecode })
    await node.mine({ blocks: 2 })
    blockOf['first answer'] = await answer(uniFeed, 7.51234567)
    await answer(feeds['USDC / USD'].address, 0.99)
    await answer(feeds['USDC / USD'].address, 1)
    await node.increaseTime({ seconds: 100_000 })
    await node.mine({ blocks: 1 })
    blockOf['all stale'] = Number(await client.getBlockNumber())
    for (const symbol of stables) await answer(feeds[`${symbol} / USD`].address, 1)
    await answer(feeds['ETH / USD'].address, 3_000)
  }

  async function playPositions(): Promise<void> {
    const note = async (block: Promise<number>, ...accounts: readonly string[]) =>
      changed.set(
        await block,
        accounts.map((one) => one.toLowerCase()),
      )
    const aave = (account: unknown, name: string, ...args: readonly unknown[]) =>
      send(account, aaveV3.pool, ['aavePool', name, args])
    const weth = tokens.WETH.address
    await note(aave(first, 'supply', weth, parseEther('10'), trader, 0), trader)
    await note(aave(first, 'borrow', tokens.DAI.address, parseEther('10000'), 2n, 0, trader), trader)
    await note(aave(second, 'supply', weth, parseEther('3'), saver, 0), saver)
    await note(aave(first, 'repay', tokens.DAI.address, parseEther('1000'), 2n, trader), trader)
    await note(aave(second, 'withdraw', weth, maxUint256, saver), saver)
    await answer(feeds['ETH / USD'].address, 2_850)
    const liquidation = [weth, tokens.USDC.address, borrower, parseUnits('50000', 6), false]
    await note(aave(first, 'liquidationCall', ...liquidation), borrower)

    const blue = (name: string, ...args: readonly unknown[]) => send(third, morpho.morpho, ['morpho', name, args])
    const { params } = newMarket
    for (const token of [tokens.WETH, tokens.USDC])
      await send(third, token.address, ['erc20', 'approve', [morpho.morpho, maxUint256]])
    await blue('createMarket', params)
    await note(blue('supply', params, parseUnits('9000', 6), 0n, lender, '0x'), lender)
    await note(blue('supplyCollateral', params, parseEther('2'), lender, '0x'), lender)
    await note(blue('borrow', params, parseUnits('1000', 6), 0n, lender, lender), lender)
  }
}, 240_000)
afterAll(() => devnet?.close())

const toArgs = (dataset: string, directory: string, ...more: readonly string[]) => [
  ...['export', dataset, 'ethereum', `${from}..${to}`, '--rpc', `ethereum=${url}`, '-o', directory, '--json', ...more],
]

async function read(dataset: 'prices' | 'positions', ...more: readonly string[]): Promise<readonly Row[]> {
  const directory = createDirectory()
  const done = await runCli(toArgs(dataset, directory, ...more))
  expect(done.code, done.stderr).toBe(0)
  const { rows, types } = await readWithDuckDb(join(directory, `ethereum__${dataset}__*.parquet`))
  expect(types).toEqual(toDocumented(datasets[dataset].schema, 'duckdb'))
  expect(JSON.parse(done.stdout).rows).toBe(rows.length)
  return rows
}

const blocksOf = (rows: readonly Row[]) => rows.map((row) => Number(row['block_number']))

/** Checks the columns of the block in every row. */
async function checkBlocks(rows: readonly Row[]): Promise<void> {
  for (const number of new Set(blocksOf(rows))) {
    const { hash, timestamp } = await client.getBlock({ blockNumber: BigInt(number) })
    const block = { chain: 'ethereum', block_time: Number(timestamp) * 1000, block_hash: hash }
    for (const row of rows) if (Number(row['block_number']) === number) expect(row).toMatchObject(block)
  }
}

describe('prices', () => {
  let rows: readonly Row[]
  beforeAll(async () => {
    rows = await read('prices', '--token', 'WETH,UNI')
  }, 120_000)
  const of = (symbol: string, source: string) =>
    rows.filter((row) => row['token_symbol'] === symbol && row['source'] === source)

  async function readFeed(address: Address, number: number) {
    const [blockNumber, contract] = [BigInt(number), { address, abi: feedAbi }]
    const round = await client
      .readContract({ ...contract, functionName: 'latestRoundData', blockNumber })
      .catch(() => null)
    const { timestamp } = await client.getBlock({ blockNumber })
    return round && { usd: Number(round[1]) / 1e8, updatedAt: Number(round[3]), age: Number(timestamp - round[3]) }
  }

  it('belong to their blocks', () => checkBlocks(rows))

  it.each([
    ['WETH', feeds['ETH / USD'].address, tokens.WETH.address, 'ETH / USD'],
    ['UNI', uniFeed, uni, 'UNI / USD'],
  ] as const)('of the feed of %s are its answers after each block', async (symbol, feed, token, detail) => {
    const expected: Row[] = []
    for (let number = from; number <= to; number += 1) {
      const round = await readFeed(feed, number)
      if (round === null) continue
      expected.push({
        block_number: BigInt(number),
        token_address: token.toLowerCase(),
        token_symbol: symbol,
        source: 'chainlink',
        price_usd: round.usd,
        updated_at: round.updatedAt * 1000,
        max_age_seconds: 4_200,
        is_stale: round.age > 4_200,
        liquidity_usd: null,
        detail,
      })
    }
    const found = of(symbol, 'chainlink').map(({ chain, block_time, block_hash, ...row }) => row)
    expect(found).toEqual(expected)
  })

  it('change in the block of an answer, and begin with the first one', () => {
    const at = new Map(of('WETH', 'chainlink').map((row) => [Number(row['block_number']), row['price_usd']]))
    const block = blockOf['ether rises'] ?? 0
    expect([at.get(block - 1), at.get(block)]).toEqual([3_000, 3_100])
    expect(Math.min(...blocksOf(of('UNI', 'chainlink')))).toBe(blockOf['first answer'])
  })

  it('of pools lie between the prices of the pools, in dollars of the stablecoins', async () => {
    const sushi = new Map(of('WETH', 'sushiswap').map((row) => [Number(row['block_number']), row]))
    for (let number = from; number <= to; number += 1) {
      const usds = (await Promise.all(stables.map((symbol) => readPair(symbol, number)))).filter((one) => one !== null)
      const row = sushi.get(number)
      expect(row === undefined, `block ${number}`).toBe(usds.length === 0)
      if (row === undefined) continue
      expect(row['price_usd']).toBeGreaterThanOrEqual(Math.min(...usds) * (1 - 1e-12))
      expect(row['price_usd']).toBeLessThanOrEqual(Math.max(...usds) * (1 + 1e-12))
      expect(row).toMatchObject({ updated_at: row['block_time'], max_age_seconds: 600, is_stale: false })
      expect(row['liquidity_usd']).toBeGreaterThan(10_000)
    }
    expect(sushi.has(blockOf['all stale'] ?? 0)).toBe(false)
  }, 60_000)

  /** Returns the price of ether in a pool. Null while the feed of its stablecoin is stale. */
  async function readPair(symbol: (typeof stables)[number], number: number): Promise<number | null> {
    const blockNumber = BigInt(number)
    const usd = await readFeed(feeds[`${symbol} / USD`].address, number)
    // The feeds of the stablecoins have a heartbeat of a day, at most.
    const maxAge = { USDC: 87_000, USDT: 87_000, DAI: 4_200 }[symbol]
    if (usd === null || usd.age > maxAge) return null
    const pair = { abi: pairAbi, blockNumber } as const
    const args = [tokens.WETH.address, tokens[symbol].address] as const
    const address = await client.readContract({ ...pair, address: sushiSwap.factory, functionName: 'getPair', args })
    const [token0, [first, second]] = await Promise.all([
      client.readContract({ ...pair, address, functionName: 'token0' }),
      client.readContract({ ...pair, address, functionName: 'getReserves' }),
    ])
    const [weth, stable] = token0 === tokens.WETH.address ? [first, second] : [second, first]
    return (Number(stable) / 10 ** tokens[symbol].decimals / (Number(weth) / 1e18)) * usd.usd
  }

  it('over time are the means of the pool that the row names', async () => {
    const means = of('WETH', 'uniswap_v3_twap')
    expect(means.length).toBeGreaterThan(10)
    for (const row of means) {
      const [, seconds, address] = /^mean over (\d+) s of pool (0x[0-9a-f]{40})$/.exec(String(row['detail'])) ?? []
      const contract = { address: address as Address, abi: poolAbi, blockNumber: row['block_number'] as bigint }
      const [token0, [[start = 0n, end = 0n]]] = await Promise.all([
        client.readContract({ ...contract, functionName: 'token0' }),
        client.readContract({ ...contract, functionName: 'observe', args: [[Number(seconds), 0]] }),
      ])
      const tick = Math.floor(Number(end - start) / Number(seconds))
      const sign = token0 === tokens.WETH.address ? 1 : -1
      const usd = Number(row['price_usd'])
      // The other token has 6 or 18 decimals, and its dollars are within a percent of 1.
      const raw = 1.0001 ** (sign * tick)
      expect([raw * 1e12, raw].some((mean) => Math.abs(usd / mean - 1) < 0.011)).toBe(true)
    }
  }, 60_000)

  it('have the tokens of every --token', async () => {
    const directory = createDirectory()
    const { code } = await runCli(toArgs('prices', directory, '--token', 'WETH', '--token', 'LINK'))
    expect(code).toBe(0)
    const manifest = JSON.parse(readFileSync(join(directory, 'ethereum__prices.json'), 'utf8'))
    expect(manifest.selection.tokens.split(',')).toEqual(
      [tokens.LINK, tokens.WETH].map(({ address }) => address.toLowerCase()).sort(),
    )
  }, 60_000)

  it('need a source, and name the tokens that have a feed', async () => {
    const nothing = await runCli(toArgs('prices', createDirectory(), '--token', `WETH,0x${'77'.repeat(20)}`))
    expect(nothing.code).toBe(2)
    expect(nothing.stderr).toMatch(
      /No source on ethereum has a price of 0x7{40} at block \d+: .* Other tokens with a known feed: .*LINK, .*WETH/,
    )
    const chain = await runCli(['export', 'prices', 'polygon', '1', '--rpc', `polygon=${url}`, '-o', createDirectory()])
    expect(chain.code).toBe(2)
    expect(chain.stderr).toMatch(/no Chainlink feed is known.*Chains with feeds: ethereum, arbitrum, /)
    const wrong = await runCli(
      toArgs('prices', createDirectory(), '--token', `0xC02aAa${tokens.WETH.address.slice(8).toLowerCase()}`),
    )
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('its checksum is wrong') })
    const unknown = await runCli(toArgs('prices', createDirectory(), '--token', 'WETHH'))
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/No token "WETHH" is listed.*WETH/) })
  }, 60_000)
})

describe('positions', () => {
  let rows: readonly Row[]
  beforeAll(async () => {
    rows = await read('positions')
  }, 120_000)

  it('are those of the accounts that each block changes', async () => {
    await checkBlocks(rows)
    const found = new Map<number, Set<unknown>>()
    for (const row of rows) {
      const number = Number(row['block_number'])
      found.set(number, (found.get(number) ?? new Set()).add(row['address']))
    }
    expect([...found].map(([number, accounts]) => [number, [...accounts]])).toEqual(
      [...changed].map(([number, accounts]) => [number, [...accounts]]),
    )
  })

  it('are the same however the blocks are split and read', async () => {
    const split = await read('positions', '--chunk', '4', '--parallel', '3')
    expect(split).toEqual(rows)
    const single = await read('positions', '--chunk', '1', '--parallel', '1')
    expect(single).toEqual(rows)
  }, 240_000)

  it('have a row without a lender for an account that has closed its position', () => {
    const closed = rows.filter((row) => row['protocol'] === null)
    expect(closed.map((row) => row['address'])).toEqual([saver.toLowerCase()])
    const { chain, block_number, block_time, block_hash, address, ...rest } = closed[0] ?? {}
    expect(Object.values(rest).every((cell) => cell === null)).toBe(true)
  })

  /** Checks rows of Aave against its contracts at their block. */
  async function checkAave(row: Row): Promise<void> {
    const [blockNumber, owner] = [row['block_number'] as bigint, row['address'] as Address]
    const contract = { abi: aaveAbi, blockNumber } as const
    const args = [owner] as const
    const [collateral, debt, available, , , healthFactor] = await client.readContract({
      ...contract,
      address: aaveV3.pool,
      functionName: 'getUserAccountData',
      args,
    })
    const symbol = row['token_symbol'] as keyof typeof addresses.aaveReserves
    const isDebt = row['side'] === 'debt'
    const address = isDebt ? await readDebtToken(symbol) : (addresses.aaveReserves[symbol].aToken as Address)
    const [amount, price] = await Promise.all([
      client.readContract({ ...contract, address, functionName: 'balanceOf', args }),
      client.readContract({
        ...contract,
        address: aaveV3.oracle,
        functionName: 'getAssetPrice',
        args: [tokens[symbol].address],
      }),
    ])
    const factor = debt === 0n ? null : Number(healthFactor) / 1e18
    const { decimals } = tokens[symbol]
    expect(row).toMatchObject({
      market: aaveV3.pool.toLowerCase(),
      health_factor: factor === null ? null : expect.closeTo(factor, 12),
      status: toStatus(factor),
      is_liquidatable: factor !== null && factor < 1,
      total_collateral_usd: expect.closeTo(Number(collateral) / 1e8, 6),
      total_debt_usd: expect.closeTo(Number(debt) / 1e8, 6),
      available_to_borrow_usd: expect.closeTo(Number(available) / 1e8, 6),
      token_address: tokens[symbol].address.toLowerCase(),
      amount_string: String(amount),
      amount: expect.closeTo(Number(amount) / 10 ** decimals, 8),
      value_usd: expect.closeTo((Number(amount) / 10 ** decimals) * (Number(price) / 1e8), 6),
      is_collateral: isDebt ? null : true,
      ltv: isDebt ? null : addresses.aaveReserves[symbol].ltvBps / 10_000,
      liquidation_threshold: isDebt ? null : addresses.aaveReserves[symbol].liquidationThresholdBps / 10_000,
    })
  }

  const toStatus = (factor: number | null) =>
    factor === null || factor > 1.5 ? 'HEALTHY' : factor > 1.2 ? 'WARNING' : factor > 1 ? 'AT_RISK' : 'LIQUIDATABLE'

  async function readDebtToken(symbol: keyof typeof tokens): Promise<Address> {
    const { variableDebtTokenAddress } = (await client.readContract({
      address: aaveV3.pool,
      abi: readAbi('aavePool'),
      functionName: 'getReserveData',
      args: [tokens[symbol].address],
    })) as { variableDebtTokenAddress: Address }
    return variableDebtTokenAddress
  }

  it('are those of Aave after a supply, loan, repayment and liquidation', async () => {
    const own = rows.filter((row) => row['protocol'] === 'aave_v3')
    expect(new Set(own.map((row) => row['address']))).toEqual(
      new Set([trader, saver, borrower].map((one) => one.toLowerCase())),
    )
    for (const row of own) await checkAave(row)
  }, 60_000)

  it('are those of Morpho, also in a market that the range creates', async () => {
    const own = rows.filter((row) => row['protocol'] === 'morpho' && row['market'] === newMarket.id)
    const last = own.filter((row) => Number(row['block_number']) === to)
    const contract = { address: morpho.morpho as Address, abi: morphoAbi, blockNumber: BigInt(to) }
    const [[, shares, collateral], [, , assets, total]] = await Promise.all([
      client.readContract({ ...contract, functionName: 'position', args: [newMarket.id, lender] }),
      client.readContract({ ...contract, functionName: 'market', args: [newMarket.id] }),
    ])
    // SharesMathLib.toAssetsUp
    const debt = (shares * (assets + 1n) + (total + 1_000_000n) - 1n) / (total + 1_000_000n)
    const amounts = Object.fromEntries(last.map((row) => [`${row['side']} ${row['token_symbol']}`, row]))
    expect(amounts['collateral WETH']).toMatchObject({ amount_string: String(collateral), is_collateral: true })
    expect(amounts['debt USDC']).toMatchObject({ amount_string: String(debt), address: lender.toLowerCase() })
  })

  it('are those of the named accounts after every block', async () => {
    const named = [trader, borrower].map((one) => one.toLowerCase())
    const all = await read('positions', '--address', [...named, trader].join(), '--protocol', 'aave_v3')
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    for (const address of named)
      expect([...new Set(blocksOf(all.filter((row) => row['address'] === address)))]).toEqual(numbers)
    expect(all.every((row) => row['protocol'] === null || row['protocol'] === 'aave_v3')).toBe(true)
    for (const row of all) if (row['protocol'] !== null) await checkAave(row)
    const factors = all.filter((row) => row['address'] === named[1]).map((row) => row['health_factor'])
    expect(new Set(factors).size).toBeGreaterThan(5)
  }, 120_000)

  it('are not written if a lender cannot be read', async () => {
    const { client: chain } = devnet.chains.ethereum
    const address = addresses.spark.pool
    const bytecode = (await chain.getCode({ address })) as Hex
    // The code changes in the state of the latest block too.
    await chain.mine({ blocks: 1 })
    await chain.setCode({ address, bytecode: '0x5f5ffd' })
    await chain.mine({ blocks: 1 })
    const number = await client.getBlockNumber()
    const run = (...more: readonly string[]) =>
      runCli([
        'export',
        'positions',
        'ethereum',
        `${number}`,
        '--rpc',
        `ethereum=${url}`,
        '-o',
        createDirectory(),
        ...more,
      ])
    const [refused, others] = await Promise.all([run(), run('--protocol', 'aave_v3,morpho')])
    await chain.setCode({ address, bytecode })
    await chain.mine({ blocks: 1 })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/Not all positions of ethereum after block \d+ can be read\. spark: .*--protocol/)
    expect(others.code, others.stderr).toBe(0)
  }, 60_000)
})

describe('an option or a directory', () => {
  it.each([
    ['prices', ['--address', `0x${'11'.repeat(20)}`], /--address applies to the data set positions only/],
    ['prices', ['--protocol', 'aave_v3'], /--protocol applies to the data set positions only/],
    ['positions', ['--token', 'WETH'], /--token applies to the data set prices only/],
    ['blocks', ['--token', 'WETH'], /--token applies to the data set prices only\. Leave it out to export blocks/],
    ['positions', ['--address', '0x12'], /"0x12" is not an address/],
    ['positions', ['--protocol', 'nope'], /Unknown protocol: nope/],
  ])('of other rows is refused: %s %s', async (dataset, more, message) => {
    const refused = await runCli(toArgs(dataset, createDirectory(), ...more))
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(message)])
  })

  it.each([
    ['prices', ['--token', 'WETH,LINK'], ['--token', 'LINK,ETH'], ['--token', 'WETH'], /has files with tokens 0x.*,0x/],
    ['positions', ['--protocol', 'aave_v3,spark'], ['--protocol', 'spark,aave_v3'], [], /has files with protocols/],
    ['positions', [], [], ['--address', `0x${'11'.repeat(20)}`], /has files with addresses changed/],
  ])(
    'with another selection is refused: %s %s',
    async (dataset, before, same, other, message) => {
      const directory = createDirectory()
      const run = (more: readonly string[]) =>
        runCli([...toArgs(dataset, directory, ...more)].with(3, `${to - 1}..${to}`))
      expect(await run(before)).toMatchObject({ code: 0 })
      expect(JSON.parse((await run(same)).stdout)).toMatchObject({ files: 1, written_files: 0 })
      const refused = await run(other)
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(message)])
    },
    60_000,
  )
})

/** Starts a node that has lost the states of these blocks, both ends included. */
async function startPruned(first: number, last: number) {
  const hashes = new Set<string>()
  for (let number = first; number <= last; number += 1)
    hashes.add((await client.getBlock({ blockNumber: BigInt(number) })).hash)
  const isPruned = (block: unknown) =>
    typeof block === 'object' && block !== null
      ? hashes.has((block as { blockHash: string }).blockHash)
      : Number(block) >= first && Number(block) <= last
  return startPrunedProvider(url, isPruned)
}

describe('without old states', () => {
  it.each(['prices', 'positions'] as const)(
    '%s ask for an archive provider at once, and use one',
    async (dataset) => {
      const first = to - 5
      await using pruned = await startPruned(from, first - 1)
      const run = (endpoints: string, range: string, directory = createDirectory()) =>
        runCli(['export', dataset, 'ethereum', range, '-o', directory, '--rpc', `ethereum=${endpoints}`])
      const [own, other] = [createDirectory(), createDirectory()]
      const refused = await run(pruned.url, `${from}..${to}`)
      expect(refused.code).toBe(1)
      expect(refused.stderr).toMatch(
        new RegExp(
          `No provider has the state of ethereum after block ${from}\\. Add an archive provider to --rpc.*missing trie`,
        ),
      )
      expect(await run(pruned.url, `${first}..${to}`)).toMatchObject({ code: 0 })
      expect(await run(`${pruned.url},${url}`, `${from}..${to}`, own)).toMatchObject({ code: 0 })
      expect(await run(url, `${from}..${to}`, other)).toMatchObject({ code: 0 })
      const [rows, expected] = await Promise.all(
        [own, other].map((one) => readWithDuckDb(join(one, `ethereum__${dataset}__*.parquet`))),
      )
      expect(rows).toEqual(expected)
    },
    120_000,
  )

  it.each(['prices', 'positions'] as const)('%s have no gap: a missing state ends the export', async (dataset) => {
    await using pruned = await startPruned(from + 3, from + 6)
    const directory = createDirectory()
    const args = ['export', dataset, 'ethereum', `${from}..${to}`, '-o', directory, '--parallel', '1']
    const refused = await runCli([...args, '--rpc', `ethereum=${pruned.url}`])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`No provider has the state of ethereum after block ${from + 3}.`)
    expect(readdirSync(directory)).toEqual([])
  })

  it.each(['prices', 'positions'] as const)(
    '%s of a restarted devnet fail: it begins with its last state',
    async (dataset) => {
      const args = ['export', dataset, 'ethereum', '1..3', '-o', createDirectory(), '--rpc', `ethereum=${url}`]
      const refused = await runCli(args)
      expect(refused.code).toBe(1)
      expect(refused.stderr).toMatch(/No provider has the state of ethereum after block 1\. .*block height is/)
    },
  )
})

it('says that a block is older than Multicall3', async () => {
  await using anvil = await createAnvil({ chainId: 1 })
  for (const dataset of ['prices', 'positions']) {
    const args = ['export', dataset, 'ethereum', '0', '--rpc', `ethereum=${anvil.rpcUrl}`, '-o', createDirectory()]
    const refused = await runCli(args)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/ethereum has no Multicall3 in block 0, .* Begin at block 14353601 or later/)
  }
}, 60_000)

// The last test, because it replaces blocks.
describe('after kills and reorganizations', () => {
  const pay = () => answer(feeds['ETH / USD'].address, 2_800 + Math.round(Math.random() * 100))

  it.each(['prices', 'positions'] as const)(
    '%s equal those of one run',
    async (dataset) => {
      const { client: chain } = devnet.chains.ethereum
      const directory = createDirectory()
      const more = dataset === 'prices' ? [] : ['--address', borrower]
      const args = toArgs(dataset, directory, '--chunk', '8', '--parallel', '4', ...more)
      for (let turn = 0; turn < 3; turn += 1) {
        const run = startCli(args)
        await sleep(1_500 + 600 * turn)
        const before = await client.getBlockNumber()
        await chain.request({ method: 'anvil_reorg', params: [16, []] } as never)
        while ((await client.getBlockNumber()) <= before) await pay()
        if (turn < 2) run.child.kill('SIGKILL')
        await run.ended
      }
      const last = await runCli(args)
      expect(last.code, last.stderr).toBe(0)
      const { rows } = await readWithDuckDb(join(directory, `ethereum__${dataset}__*.parquet`))
      const once = await read(dataset, ...more)
      expect(rows).toEqual(once)
      await checkBlocks(rows)
      expect(new Set(blocksOf(rows)).size).toBe(to - from + 1)
    },
    240_000,
  )
})
