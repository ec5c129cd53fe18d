import { type Address, erc20Abi, getAddress, type Hex, maxUint256, parseEther, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DevnetClient, requestAny } from '../chain/client.ts'
import { type Devnet, startDevnet } from '../devnet.ts'
import { type ContractName, readAbi } from './abis.ts'
import {
  aaveV2,
  aaveV2Reserves,
  aaveV3,
  compoundV2,
  compoundV2Markets,
  compoundV3,
  compoundV3Collaterals,
  etherFeeds,
  feeds,
  morpho,
  spark,
  sparkReserves,
  tokens,
} from './addresses.ts'
import { healthFactors } from './deploy/borrowers.ts'
import { toDeployer } from './deployer.ts'
import type { LendingMarketName } from './lendingMarkets.ts'
import { morphoMarkets } from './morphoMarkets.ts'
import { openPositions, type Position } from './positions.ts'

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

const read = <result>(address: Address, name: ContractName, functionName: string, ...args: unknown[]) =>
  client.readContract({ address, abi: readAbi(name), functionName, args }) as Promise<result>
/** Sends as the deployer, which owns a treasury of every token. */
const send = (to: Address, name: ContractName, functionName: string, ...args: unknown[]) =>
  toDeployer(client, devnet.accounts.deployer.address).send({ to, abi: readAbi(name), functionName, args })
const balanceOf = (token: Address, owner = devnet.accounts.deployer.address) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const setEtherUsd = (usd: number) =>
  send(feeds['ETH / USD'].address, 'priceFeed', 'updateAnswer', BigInt(usd) * 10n ** 8n)

type Case = {
  readonly market: LendingMarketName
  getHealthFactor(account: Address): Promise<number>
  /** Repays a part of the first borrower's debt; the price of ether has fallen. */
  liquidate(borrower: Address): Promise<void>
  /** The token that the liquidator receives, and the minimum amount. */
  readonly seized: Address
  readonly atLeast: bigint
}

const aaveCase = (market: 'aaveV3' | 'spark' | 'aaveV2', pool: Address, debt: Address): Case => {
  const name = market === 'aaveV2' ? 'aaveV2Pool' : 'aavePool'
  return {
    market,
    seized: tokens.WETH.address,
    atLeast: parseEther('30'),
    async getHealthFactor(account) {
      const data = await read<readonly bigint[]>(pool, name, 'getUserAccountData', account)
      return Number(data[5]) / 1e18
    },
    async liquidate(borrower) {
      await send(debt, 'erc20', 'approve', pool, maxUint256)
      await send(pool, name, 'liquidationCall', tokens.WETH.address, debt, borrower, maxUint256, false)
    },
  }
}

const cases: readonly Case[] = [
  aaveCase('aaveV3', aaveV3.pool, tokens.USDC.address),
  aaveCase('spark', spark.pool, tokens.DAI.address),
  aaveCase('aaveV2', aaveV2.pool, tokens.USDC.address),
  {
    market: 'compoundV2',
    seized: compoundV2Markets.WETH.cToken,
    // cETH, of which 50 are worth one ether initially.
    atLeast: 30n * 50n * 10n ** 8n,
    // Liquidity and shortfall are the weighted collateral minus the debt. The debt is read separately.
    async getHealthFactor(account) {
      const [, liquidity = 0n, shortfall = 0n] = await read<readonly bigint[]>(
        ...([compoundV2.comptroller, 'comptroller', 'getAccountLiquidity', account] as const),
      )
      let debt = 0n
      for (const { cToken } of Object.values(compoundV2Markets)) {
        const owed = await read<bigint>(cToken, 'cErc20', 'borrowBalanceStored', account)
        debt +=
          (owed * (await read<bigint>(compoundV2.oracle, 'compoundOracle', 'getUnderlyingPrice', cToken))) / 10n ** 18n
      }
      return 1 + Number(liquidity - shortfall) / Number(debt)
    },
    async liquidate(borrower) {
      const { cToken } = compoundV2Markets.USDC
      const owed = await read<bigint>(cToken, 'cErc20', 'borrowBalanceStored', borrower)
      await send(tokens.USDC.address, 'erc20', 'approve', cToken, maxUint256)
      await send(cToken, 'cErc20', 'liquidateBorrow', borrower, owed / 2n, compoundV2Markets.WETH.cToken)
    },
  },
  {
    market: 'compoundV3',
    seized: tokens.WETH.address,
    atLeast: parseEther('30'),
    async getHealthFactor(account) {
      let limit = 0
      for (const [symbol, [, thresholdBps]] of Object.entries(compoundV3Collaterals)) {
        const { address, decimals } = tokens[symbol as keyof typeof tokens]
        const feed = Object.values(feeds).find(({ token }) => token === symbol)?.address
        const [held = 0n] = await read<readonly bigint[]>(
          ...([compoundV3.comet, 'comet', 'userCollateral', account, address] as const),
        )
        const price = await read<bigint>(compoundV3.comet, 'comet', 'getPrice', feed)
        limit += ((Number(held) / 10 ** decimals) * Number(price) * thresholdBps) / 1e12
      }
      const owed = await read<bigint>(compoundV3.comet, 'comet', 'borrowBalanceOf', account)
      return limit / (Number(owed) / 1e6)
    },
    async liquidate(borrower) {
      await send(compoundV3.comet, 'comet', 'absorb', devnet.accounts.deployer.address, [borrower])
      await send(tokens.USDC.address, 'erc20', 'approve', compoundV3.comet, maxUint256)
      const args = [tokens.WETH.address, 0n, 100_000n * 10n ** 6n, devnet.accounts.deployer.address]
      await send(compoundV3.comet, 'comet', 'buyCollateral', ...args)
    },
  },
  {
    market: 'morpho',
    seized: tokens.WETH.address,
    atLeast: parseEther('90'),
    async getHealthFactor(account) {
      let [limit, debt] = [0, 0]
      for (const { id, params, lltvBps } of morphoMarkets) {
        const [, shares = 0n, collateral = 0n] = await read<readonly bigint[]>(
          ...([morpho.morpho, 'morpho', 'position', id, account] as const),
        )
        const [, , borrowed = 0n, allShares = 0n] = await read<readonly bigint[]>(morpho.morpho, 'morpho', 'market', id)
        const price = await read<bigint>(params.oracle, 'morphoOracle', 'price')
        const owed = allShares === 0n ? 0 : (Number(shares) * Number(borrowed)) / Number(allShares)
        limit += owed === 0 ? 0 : (Number(collateral) * Number(price) * lltvBps) / 1e40
        debt += owed
      }
      return limit / debt
    },
    async liquidate(borrower) {
      const { params } = morphoMarkets[0] ?? {}
      await send(tokens.USDC.address, 'erc20', 'approve', morpho.morpho, maxUint256)
      await send(morpho.morpho, 'morpho', 'liquidate', params, borrower, parseEther('91'), 0n, '0x')
    },
  },
]

describe.each(cases)('$market', ({ market, getHealthFactor, liquidate, seized, atLeast }) => {
  test('borrowers have increasing health factors', async () => {
    const borrowers = devnet.accounts.borrowersOf[market]
    expect(borrowers.length).toBe(healthFactors.length)
    for (const [index, { address }] of borrowers.entries()) {
      expect(await getHealthFactor(address), `borrower ${index}`).toBeCloseTo(healthFactors[index] ?? 0, 2)
    }
  })

  test('a falling price makes the weakest borrower liquidatable', async () => {
    const borrower = devnet.accounts.borrowersOf[market][0]?.address ?? zeroAddress
    await expect(liquidate(borrower)).rejects.toThrow()
    await setEtherUsd(2_850)
    expect(await getHealthFactor(borrower)).toBeCloseTo(1.02 * 0.95, 2)
    const before = await balanceOf(seized)
    await liquidate(borrower)
    expect(await balanceOf(seized)).toBeGreaterThan(before + atLeast)
  })

  test('200 positions open in seconds, as requested', async () => {
    const plans = Array.from({ length: 200 }, (_, index): Position => {
      const account = getAddress(`0x${(index + 1).toString(16).padStart(40, 'a')}`)
      const collateralUsd = { WETH: 1_000 + index * 100 }
      const debt = market === 'spark' ? 'DAI' : 'USDC'
      return { market, account, collateralUsd, debtUsd: { [debt]: collateralUsd.WETH * 0.6 } }
    })
    await openPositions(client, plans)
    const opened = plans.filter((_, index) => index % 20 === 19)
    const factors = await Promise.all(opened.map(({ account }) => getHealthFactor(account)))
    // Not exact, because Aave v2's prices in ether are rounded.
    for (const factor of factors) expect(factor).toBeCloseTo(factors[0] ?? 0, 4)
    expect(factors[0]).toBeGreaterThan(1.3)
    // Impersonation is switched off again.
    const forged = [{ from: plans[0]?.account, to: zeroAddress }]
    await expect(requestAny(client, 'eth_sendTransaction', forged)).rejects.toThrow()
  })
})

test('a position beyond the limit is rejected with a reason', async () => {
  const account = getAddress(`0x${'b'.repeat(40)}`)
  const plan = { account, collateralUsd: { WETH: 1_000 }, debtUsd: { USDC: 900 } } as const
  await expect(openPositions(client, [{ ...plan, market: 'aaveV3' }])).rejects.toMatchObject({
    cause: { details: expect.stringContaining('36') }, // COLLATERAL_CANNOT_COVER_NEW_BORROW
  })
})

test.each([
  { at: spark, provider: 'aavePoolAddressesProvider', pool: 'aavePool', reserves: sparkReserves },
  { at: aaveV2, provider: 'aaveV2PoolAddressesProvider', pool: 'aaveV2Pool', reserves: aaveV2Reserves },
] as const)('$pool: the provider hands out the addresses of mainnet, and so do reserves', async (market) => {
  const { at, provider, pool, reserves } = market
  const isV2 = pool === 'aaveV2Pool'
  const get = (name: string) => read(at.poolAddressesProvider, provider, name)
  expect(await get(isV2 ? 'getLendingPool' : 'getPool')).toBe(at.pool)
  expect(await get(isV2 ? 'getLendingPoolConfigurator' : 'getPoolConfigurator')).toBe(at.poolConfigurator)
  expect(await get('getPriceOracle')).toBe(at.oracle)
  for (const [symbol, { aToken }] of Object.entries(reserves)) {
    const token = tokens[symbol as keyof typeof tokens].address
    expect(await read(at.pool, pool, 'getReserveData', token)).toMatchObject({ aTokenAddress: aToken })
  }
})

test('ether prices follow the dollar feeds, and Aave v2 uses them', async () => {
  await setEtherUsd(2_000)
  for (const { address, from } of Object.values(etherFeeds)) {
    const token = tokens[feeds[from].token]
    const answer = await read<bigint>(address, 'etherFeed', 'latestAnswer')
    expect(Number(answer) / 1e18).toBeCloseTo(token.priceUsd / 2_000, 10)
    expect(await read(aaveV2.oracle, 'aaveV2Oracle', 'getAssetPrice', token.address)).toBe(answer)
    expect(await read<readonly bigint[]>(address, 'etherFeed', 'latestRoundData')).toMatchObject({ 1: answer })
  }
  expect(await read(aaveV2.oracle, 'aaveV2Oracle', 'getAssetPrice', tokens.WETH.address)).toBe(10n ** 18n)
})
