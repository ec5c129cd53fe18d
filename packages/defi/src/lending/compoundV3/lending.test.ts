import { comets } from '@outrigger/calldata'
import { readLocalRecording } from '@outrigger/devnet/recorded'
import fc from 'fast-check'
import {
  type Address,
  decodeFunctionData,
  encodeEventTopics,
  getAddress,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { computeScreenError } from '../../liquidation/book/screenError.ts'
import { readVectors } from '../fixtures/lendingVectors.ts'
import { accrue, computeRate, computeUtilization } from './accrue.ts'
import { compoundV3Lending as lending } from './compoundV3.ts'
import { computeHealth, computeScreen } from './computeHealth.ts'
import {
  computeAbsorption,
  computeLiquidation,
  computeTerms,
  isSelling,
  quoteCollateral,
} from './computeLiquidation.ts'
import { toAccount, toMarket, toReserve } from './fixtures/market.ts'
import { cometAbi, eventsAbi } from './lendingAbi.ts'
import { isQuotedInDollars } from './market.ts'

const wad = 10n ** 18n
const pair = { collateral: 1, debt: 0 }

/** `95000e18`, `0.5e8`. */
function parseScientific(text: string): bigint {
  const [digits = '', exponent = '0'] = text.split('e')
  return parseUnits(digits, Number(exponent))
}

type Vectors = {
  readonly cases: readonly {
    readonly name: string
    readonly basePrincipal: string
    readonly isLiquidatable: boolean
    readonly collateral: readonly {
      readonly amount: string
      readonly decimals: number
      readonly price: string
      readonly liquidateCF: string
    }[]
  }[]
}

test("Comet's own isLiquidatable tests", (context) => {
  const { cases } = JSON.parse(readLocalRecording(context, 'lending/comet_is_liquidatable_vectors.json')) as Vectors
  expect(cases.length).toBeGreaterThan(5)
  for (const { name, basePrincipal, collateral, isLiquidatable } of cases) {
    const market = toMarket(
      collateral.map(({ decimals, price, liquidateCF }, index) =>
        toReserve(index + 1, {
          decimals,
          price: parseScientific(price),
          liquidateCollateralFactor: parseEther(liquidateCF),
        }),
      ),
    )
    const account = toAccount(BigInt(basePrincipal), ...collateral.map(({ amount }) => parseScientific(amount)))
    expect(computeHealth(market, account).isLiquidatable, name).toBe(isLiquidatable)
  }
})

type Configurations = {
  readonly markets: readonly {
    readonly network: string
    readonly comet: Address | null
    readonly baseTokenAddress: Address
    readonly storeFrontPriceFactor: number
    readonly assets: { readonly [symbol: string]: { readonly liquidationFactor: number; readonly liquidateCF: number } }
  }[]
}
const configurations = readVectors<Configurations>('comet_markets').flatMap(({ file }) => file.markets)

describe('deployments', () => {
  test("match the project's list, with their base tokens", () => {
    for (const [chain, deployments] of Object.entries(lending.deployments))
      for (const { address, name } of deployments) {
        const network = chain === 'ethereum' ? 'mainnet' : chain
        const own = configurations.find((one) => one.network === network && one.comet?.toLowerCase() === address)
        expect(own, `${chain} ${name}`).toBeDefined()
        const comet = comets[chain as 'ethereum']?.find((one) => one.address === address)
        expect(comet?.baseToken).toBe(own?.baseTokenAddress.toLowerCase())
      }
  })

  test('sell at a discount on what an absorbed account is credited', () => {
    for (const { storeFrontPriceFactor, assets } of configurations)
      for (const { liquidationFactor } of Object.values(assets)) {
        const own = { liquidationFactor: parseEther(String(liquidationFactor)) }
        const factor = parseEther(String(storeFrontPriceFactor))
        const market = toMarket([toReserve(1, own)], { storeFrontPriceFactor: factor })
        const bought = quoteCollateral(market, 1, 10n ** 6n)
        const discount = storeFrontPriceFactor * (1 - liquidationFactor)
        expect(Number(bought) / 1e18).toBeCloseTo(1 / (1 - discount), 6)
      }
  })
})

const big = (min: bigint, max: bigint) => fc.bigInt({ min, max })
const anyDecimals = fc.constantFrom(6, 8, 18)
const anyPrice = big(1n, 10n ** 13n)
const anyFactor = big(1n, 10_000n).map((tenThousandths) => tenThousandths * 10n ** 14n)

/** A borrower with two collaterals, in a Comet with pending interest and its own collateral. */
const anyPosition = fc
  .record({
    units: fc.tuple(anyDecimals, anyDecimals, anyDecimals),
    prices: fc.tuple(anyPrice, anyPrice, anyPrice),
    factors: fc.tuple(anyFactor, anyFactor, anyFactor),
    indexes: fc.tuple(big(10n ** 15n, 2n * 10n ** 15n), big(10n ** 15n, 3n * 10n ** 15n)),
    totals: fc.tuple(big(10n ** 12n, 10n ** 26n), big(10n ** 24n, 10n ** 26n)),
    rates: fc.tuple(big(0n, 10n ** 9n), big(0n, 10n ** 10n)),
    balance: big(0n, 10n ** 26n),
    owned: big(0n, 10n ** 24n),
    principal: big(1n, 10n ** 24n),
    collaterals: fc.tuple(big(1n, 10n ** 24n), big(0n, 10n ** 24n)),
    elapsed: big(0n, 10_000_000n),
  })
  .map(({ units, prices, factors, indexes, totals, rates, elapsed, ...one }) => {
    const [liquidateCollateralFactor, liquidationFactor, storeFrontPriceFactor] = factors
    const reserves = ([0, 1, 2] as const).map((index) =>
      toReserve(index, {
        decimals: units[index],
        price: prices[index],
        owned: one.owned,
        liquidity: one.balance,
        liquidateCollateralFactor,
        liquidationFactor,
      }),
    )
    const curve = { base: rates[0], slopeLow: rates[0], slopeHigh: rates[1], kink: (wad * 8n) / 10n }
    const market = toMarket([], {
      reserves,
      storeFrontPriceFactor,
      supplyRate: curve,
      borrowRate: curve,
      timestamp: elapsed,
      stored: {
        supplyIndex: indexes[0],
        borrowIndex: indexes[1],
        totalSupply: totals[0],
        totalBorrow: totals[1],
        lastAccrualTime: 0n,
      },
    })
    return { market, account: toAccount(-one.principal, ...one.collaterals) }
  })

test('offers buy at most the available amount, and one unit more would exceed it', () => {
  let looked = 0
  fc.assert(
    fc.property(anyPosition, ({ market, account }) => {
      const terms = computeTerms(market, account, pair)
      if ('refused' in terms) return
      const [{ from, to }] = terms.ranges as readonly [{ from: bigint; to: bigint }]
      const owned = computeAbsorption(market, account).reserves[1]?.owned ?? 0n
      const quotes = [from - 1n, from, to, to + 1n].map((amount) => quoteCollateral(market, 1, amount))
      expect(quotes[0]).toBe(0n)
      expect(quotes[1]).toBeGreaterThan(0n)
      expect(quotes[2]).toBeLessThanOrEqual(owned)
      expect(quotes[3]).toBeGreaterThan(owned)
      looked += 1
    }),
    { numRuns: 2000 },
  )
  expect(looked).toBeGreaterThan(50)
})

test('absorbing moves the debt to the reserves, and credits the account for its collateral', () => {
  fc.assert(
    fc.property(anyPosition, ({ market, account }) => {
      const after = computeAbsorption(market, account)
      const [before, base] = [market.reserves[0], after.reserves[0]]
      const [debt] = account.entries
      expect(after.stored.totalBorrow).toBe(market.stored.totalBorrow - (debt?.borrowed ?? 0n))
      expect(after.stored.totalSupply).toBeGreaterThanOrEqual(market.stored.totalSupply)
      const { debtValue, collateralValue } = computeHealth(market, account)
      const credited = (base?.totalSupplied ?? 0n) - (before?.totalSupplied ?? 0n)
      const worth = (credited * (base?.price ?? 0n)) / 10n ** BigInt(base?.decimals ?? 0)
      const rounding = 3n + 2n * (base?.price ?? 0n)
      expect(worth).toBeLessThanOrEqual(collateralValue > debtValue ? collateralValue - debtValue + rounding : rounding)
    }),
  )
})

test('computes interest from the stored state, even if repeated', () => {
  fc.assert(
    fc.property(anyPosition, big(0n, 10n ** 8n), ({ market }, timestamp) => {
      expect(accrue(market, timestamp)).toEqual(accrue(accrue(market, timestamp * 2n), timestamp))
      expect(accrue(market, timestamp + 1n).borrowIndex).toBeGreaterThanOrEqual(accrue(market, timestamp).borrowIndex)
    }),
  )
})

test('the screen never exceeds its stated error', () => {
  fc.assert(
    fc.property(anyPosition, ({ market, account }) => {
      const { collateralWeight, debtWeight, slack, relativeError } = computeScreen(market)
      const { healthFactor, debtValue } = computeHealth(market, account)
      const [debt, ...held] = account.entries
      const error = computeScreenError(account.entries.length, relativeError)
      const owes = Number(debt?.borrowed) * debtWeight(0)
      expect(Math.abs(Number(debtValue) - owes)).toBeLessThanOrEqual(owes * error + slack(0))
      const mayOwe = held.reduce((sum, one) => sum + Number(one.supplied) * collateralWeight(one.reserve, 0), 0)
      const exact = (Number(healthFactor ?? 0n) / 1e18) * Number(debtValue)
      const off = owes * 1e-15 + held.length * slack(1) + Number(debtValue) / 1e18
      if (debtValue > 0n) expect(Math.abs(exact - mayOwe)).toBeLessThanOrEqual(mayOwe * error * 4 + off)
    }),
  )
})

test('rates change at the kink, and utilization uses the stored state', () => {
  const curve = { base: 10n, slopeLow: 100n, slopeHigh: 1_000n, kink: wad / 2n }
  expect([0n, wad / 2n, wad].map((utilization) => computeRate(curve, utilization))).toEqual([10n, 60n, 560n])
  const totals = { supplyIndex: 2n * 10n ** 15n, borrowIndex: 3n * 10n ** 15n, lastAccrualTime: 0n }
  expect(computeUtilization({ ...totals, totalSupply: 100n, totalBorrow: 40n })).toBe((wad * 120n) / 200n)
  expect(computeUtilization({ ...totals, totalSupply: 0n, totalBorrow: 40n })).toBe(0n)
})

describe('a borrower under water', () => {
  // 10,000 borrowed on 9,900 of collateral. Half of the account's 10 % penalty goes to the buyer.
  const own = { liquidationFactor: (wad * 9n) / 10n, owned: parseEther('100') }
  const base = { totalSupply: 20_000_000_000n, totalBorrow: 10_000_000_000n }
  const stored = { supplyIndex: 10n ** 15n, borrowIndex: 10n ** 15n, lastAccrualTime: 0n, ...base }
  const market = toMarket([toReserve(1, own)], { stored })
  const account = toAccount(-10_000_000_000n, parseEther('9900'))

  test('is absorbed, and all its collateral may be bought', () => {
    const terms = computeTerms(market, account, pair)
    // 10,000 of collateral at 0.95.
    expect(terms).toEqual({
      ranges: [{ from: 1n, to: 9_500_000_000n }],
      kinks: [],
      bonusBps: expect.closeTo(526.3157894, 5),
    })
    const received = parseEther('10000')
    const liquidation = computeLiquidation(market, account, pair, 9_500_000_000n)
    expect(liquidation).toEqual({ repay: 9_500_000_000n, seized: received, received, protocolFee: 0n })
    const me = getAddress(`0x${'c0'.repeat(20)}`)
    const calls = lending.toLiquidationCalls(market, account, pair, liquidation, me)
    expect(calls.map(({ data }) => decodeFunctionData({ abi: cometAbi, data }))).toEqual([
      { functionName: 'absorb', args: [me, [getAddress(account.address)]] },
      { functionName: 'buyCollateral', args: [getAddress(`0x${'aa'.repeat(19)}01`), received, 9_500_000_000n, me] },
    ])
    expect(calls.map(({ to }) => to)).toEqual([market.id, market.id])
  })

  test('can be absorbed without a sale if the reserves are full', () => {
    // It pays 10,000 of debt out of 15,000, 15,000 less 10,000 is 5,000.
    const rich = toMarket([], {
      stored,
      reserves: [{ ...market.reserves[0], liquidity: 25_000_000_000n }, ...market.reserves.slice(1)] as never,
    })
    const at = (targetReserves: bigint) => computeTerms({ ...rich, targetReserves }, account, pair)
    expect(isSelling({ ...rich, targetReserves: 15_000_000_000n })).toBe(false)
    expect(at(5_000_000_001n)).toHaveProperty('ranges')
    expect(at(5_000_000_000n)).toEqual({ refused: expect.stringContaining('target') })
    expect(computeHealth(rich, account).isLiquidatable).toBe(true)
  })

  test('is refused while absorbing or buying is paused, it is healthy, or a feed does not answer', () => {
    for (const paused of ['isAbsorbPaused', 'isBuyPaused'])
      expect(computeTerms({ ...market, [paused]: true }, account, pair)).toHaveProperty('refused')
    // Absorbed collateral need not be bought.
    const obstacleOf = (change: object) => lending.findObstacle?.({ ...market, ...change }, account)
    expect(obstacleOf({ isAbsorbPaused: true })).toBe('absorbing is paused')
    expect(obstacleOf({ isBuyPaused: true })).toBe(null)
    const healthy = toAccount(-9_000_000_000n, parseEther('9900'))
    expect(computeTerms(market, healthy, pair)).toEqual({ refused: 'the position is healthy' })
    expect(computeTerms(market, account, { collateral: 0, debt: 1 })).toHaveProperty('refused')
    const silent = toMarket([toReserve(1, { ...own, price: 0n })], { stored })
    expect(computeTerms(silent, account, pair)).toEqual({ refused: 'a price feed does not answer' })
    expect(() => computeHealth(silent, account)).toThrow(/has no price for T1/)
    expect(computeScreen(silent).collateralWeight(1, 0)).toBeGreaterThan(1e100)
  })
})

test('a supplier of the base token has no debt and may borrow on collateral, but not less than the minimum', () => {
  const market = toMarket([toReserve(1)])
  expect(computeHealth(market, toAccount(5_000_000n, parseEther('1000')))).toMatchObject({
    healthFactor: null,
    isLiquidatable: false,
    debt: [],
    availableToBorrow: 750n * 10n ** 8n,
    collateral: [
      { reserve: 0, amount: 5_000_000n, isCollateral: false, ltv: 0 },
      { reserve: 1, ltv: 0.75 },
    ],
    collateralValue: 1_000n * 10n ** 8n,
  })
  expect(computeHealth(market, toAccount(0n, parseEther('100'))).availableToBorrow).toBe(0n)
})

test('logs name the accounts whose entries change', () => {
  const [a, b] = [getAddress(`0x${'a1'.repeat(20)}`), getAddress(`0x${'b2'.repeat(20)}`)]
  const touch = (topics: unknown) => lending.toAccountChange({ topics } as never).accounts.map((one) => getAddress(one))
  const deployment = { address: zeroAddress, fromBlock: 0n }
  const filters = [lending.borrowLogs(deployment, []), lending.accountLogs(deployment, [])] as const
  const [collateralCame, anything] = filters.map(({ topics }) => new Set([topics?.[0]].flat()))
  const moved = (eventName: 'Supply' | 'Withdraw' | 'Transfer' | 'AbsorbDebt', args: object) =>
    encodeEventTopics({ abi: eventsAbi, eventName, args } as never)
  const asset = (eventName: 'SupplyCollateral' | 'WithdrawCollateral' | 'TransferCollateral', args: object) =>
    encodeEventTopics({ abi: eventsAbi, eventName, args: { ...args, asset: zeroAddress } } as never)
  const cases = [
    [moved('Supply', { from: a, dst: b }), [b], false],
    [moved('Withdraw', { src: a, to: b }), [a], false],
    [moved('Transfer', { from: zeroAddress, to: b }), [b], false],
    [moved('AbsorbDebt', { absorber: a, borrower: b }), [b], false],
    [asset('SupplyCollateral', { from: a, dst: b }), [b], true],
    [asset('WithdrawCollateral', { src: a, to: b }), [a], false],
    [asset('TransferCollateral', { from: a, to: b }), [a, b], true],
  ] as const
  for (const [topics, accounts, givesCollateral] of cases) {
    expect(touch(topics)).toEqual(accounts)
    expect([anything?.has(topics[0]), collateralCame?.has(topics[0])]).toEqual([true, givesCollateral])
  }
})

test.each([
  ['USDC / USD', true],
  ['wstETH / USD price feed', true],
  ['USDe / USD CAPO Price Feed', true],
  ['Constant price feed', false],
  ['WBTC / BTC', false],
  ['USDT / USD  USD / ETH', false],
  ['USDC / ETH', false],
  [undefined, false],
])('a base feed %s: in dollars %s', (description, inDollars) => {
  expect(isQuotedInDollars(description)).toBe(inDollars)
})
