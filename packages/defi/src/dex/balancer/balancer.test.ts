import { readRecording } from '@outrigger/devnet/recorded'
import { type Address, encodeAbiParameters, type Hex, numberToHex, parseAbiParameters, toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import type { PoolKind } from '../poolKind.ts'
import type { BalancerStablePool, WeightedPool } from '../poolState.ts'
import { computePower } from './power.ts'
import { balancerStableKind } from './stable.ts'
import { weightedKind } from './weighted.ts'

type Numbers = { readonly [name: string]: string | readonly string[] | boolean | number | null }
type Row = Numbers & { readonly i: number; readonly j: number; readonly version: 2 | 3; readonly library: string }

const readRows = (name: string): readonly Row[] => JSON.parse(readRecording(`pools/${name}.json`))
const tokens = Array.from({ length: 9 }, (_, index) => numberToHex(index + 1, { size: 20 })) as readonly Address[]
const [vault, own]: readonly [Address, Address] = [
  '0x00000000000000000000000000000000000000aa',
  '0x00000000000000000000000000000000000000bb',
]
const toBigints = (value: Numbers[string] | undefined) => (value as readonly string[]).map(BigInt)

const toShared = (row: Row) => ({
  id: own as Hex,
  dex: 'balancer',
  address: vault,
  pool: own,
  version: row.version,
  hasMovingRates: false,
  tokens: tokens.slice(0, toBigints(row['balances']).length),
  balances: toBigints(row['balances']),
  scalingFactors: toBigints(row['scalingFactors']),
  rates: toBigints(row['rates']),
  fee: BigInt(row['fee'] as string),
  aggregateFee: BigInt(row['aggregateFee'] as string),
})
const toWeighted = (row: Row): WeightedPool => ({
  ...toShared(row),
  kind: 'weighted',
  weights: toBigints(row['weights']),
  hasPowerShortcuts: row['hasPowerShortcuts'] === true,
  minimumBalances: row['minimumBalances'] ? toBigints(row['minimumBalances']) : null,
})
const toStable = (row: Row): BalancerStablePool => ({
  ...toShared(row),
  kind: 'balancerStable',
  amplification: BigInt(row['amplification'] as string),
  roundsInvariantUp: row['roundsInvariantUp'] === true,
  bptIndex: null,
  ramp: null,
  timestamp: 1_700_000_000n,
})

function expectRow<pool extends WeightedPool | BalancerStablePool>(kind: PoolKind<pool>, pool: pool, row: Row) {
  const [tokenIn, tokenOut] = [tokens[row.i] as Address, tokens[row.j] as Address]
  const amountOut = BigInt(row['amountOut'] as string)
  const swap = kind.swap(pool, tokenIn, tokenOut, BigInt(row['amountIn'] as string))
  expect(kind.quote(pool, tokenIn, tokenOut, BigInt(row['amountIn'] as string)) ?? 0n).toBe(amountOut)
  if (amountOut === 0n) return
  expect(swap?.amountOut).toBe(amountOut)
  expect(swap?.next.balances[row.i]).toBe(BigInt(row['balanceIn'] as string))
  expect(swap?.next.balances[row.j]).toBe(BigInt(row['balanceOut'] as string))
}

function expectRate<pool extends WeightedPool | BalancerStablePool>(kind: PoolKind<pool>, pool: pool, row: Row) {
  const [tokenIn, tokenOut] = [tokens[row.i] as Address, tokens[row.j] as Address]
  const amountIn = (pool.balances[row.i] as bigint) / 100_000n
  const quote = kind.quote(pool, tokenIn, tokenOut, amountIn)
  if (quote === null || quote < 10n ** 7n || amountIn < 10n ** 7n) return
  const rate = kind.toRate(pool, tokenIn, tokenOut)
  expect(Math.abs(Number(quote) / Number(amountIn) / rate - 1)).toBeLessThan(3e-4)
}

const weighted = readRows('balancer_weighted_swaps')
const stable = readRows('balancer_stable_swaps')

describe("Balancer's pools equal its libraries to the wei", () => {
  it('powers', () => {
    const rows: readonly (readonly [string, string, string])[] = JSON.parse(readRecording('pools/balancer_powers.json'))
    for (const [x, y, power] of rows) expect(computePower(BigInt(x), BigInt(y))).toBe(BigInt(power))
    expect(computePower(0n, 1n)).toBe(0n)
    expect(computePower(10n ** 40n, 10n ** 19n)).toBeNull()
  })

  it.each([...new Set(weighted.map(({ library }) => library))])('weighted, %s', (name) => {
    for (const row of weighted.filter(({ library }) => library === name)) {
      expectRow(weightedKind, toWeighted(row), row)
      expectRate(weightedKind, toWeighted(row), row)
    }
  })

  it.each([...new Set(stable.map(({ library }) => library))])('stable, %s', (name) => {
    for (const row of stable.filter(({ library }) => library === name)) {
      expectRow(balancerStableKind, toStable(row), row)
      expectRate(balancerStableKind, toStable(row), row)
    }
  })

  it('equal the results of v3 pools on Sepolia', () => {
    type Recorded = {
      readonly pool: { readonly [name: string]: readonly string[] } & {
        readonly poolType: string
        readonly swapFee: string
      }
      readonly swaps: readonly { readonly [name in 'amountRaw' | 'tokenIn' | 'tokenOut' | 'outputRaw']: string }[]
    }
    const recorded: readonly Recorded[] = JSON.parse(readRecording('pools/balancer_v3_pools.json'))
    for (const { pool, swaps } of recorded) {
      const [factors, rates] = [toBigints(pool['scalingFactors'] as never), toBigints(pool['tokenRates'] as never)]
      // The recording has balances in 18 decimals. These are the smallest raw balances that scale to them.
      const balances = toBigints(pool['balancesLiveScaled18'] as never).map((live, index) => {
        const unit = (factors[index] as bigint) * (rates[index] as bigint)
        return (live * 10n ** 18n + unit - 1n) / unit
      })
      const names = (pool['tokens'] as readonly string[]).map((token) => token.toLowerCase() as Address)
      const row = {
        version: 3,
        i: 0,
        j: 1,
        library: '',
        fee: pool.swapFee,
        aggregateFee: '0',
        balances: [],
        scalingFactors: [],
        rates: [],
      } as Row
      const state = { ...toShared(row), balances, scalingFactors: factors, rates, tokens: names }
      for (const { amountRaw, tokenIn, tokenOut, outputRaw } of swaps) {
        const asked = [tokenIn as Address, tokenOut as Address, BigInt(amountRaw)] as const
        const quote =
          pool.poolType === 'STABLE'
            ? balancerStableKind.quote(
                { ...toStable({ ...row, amplification: pool['amp'] as never }), ...state, kind: 'balancerStable' },
                ...asked,
              )
            : weightedKind.quote(
                {
                  ...toWeighted({ ...row, weights: pool['weights'] as never, hasPowerShortcuts: true }),
                  ...state,
                  kind: 'weighted',
                },
                ...asked,
              )
        expect(quote).toBe(BigInt(outputRaw))
      }
    }
  })
})

describe("Logs of Balancer's Vaults", () => {
  const pad = (value: Hex) => `0x${value.slice(2).padStart(64, '0')}` as Hex
  const toLog = (event: string, topics: readonly Hex[], data: Hex, address = vault) => ({
    address,
    topics: [toEventSelector(event), ...topics.map(pad)],
    data,
  })
  const v2 = toWeighted(weighted.find(({ version }) => version === 2) as Row)
  const poolId: Hex = `${own}${'0'.repeat(23)}7`
  const v3 = { ...toStable(stable.find(({ version }) => version === 3) as Row), aggregateFee: 5n * 10n ** 17n }
  const [a, b] = tokens as [Address, Address]

  it('apply a v2 swap, joins, exits and managers', () => {
    const swap = weightedKind.swap(v2, a, b, (v2.balances[0] as bigint) / 10n)
    const amounts = encodeAbiParameters(parseAbiParameters('uint256, uint256'), [
      (v2.balances[0] as bigint) / 10n,
      swap?.amountOut as bigint,
    ])
    const event = 'Swap(bytes32,address,address,uint256,uint256)'
    expect(weightedKind.applyLog(v2, toLog(event, [poolId, a, b], amounts))).toEqual(swap?.next)
    expect(weightedKind.applyLog(v2, toLog(event, ['0xcd', a, b], amounts))).toBe(v2)
    const deltas = v2.balances.map((_, index) => (index === 0 ? 500n : -7n))
    const change = encodeAbiParameters(parseAbiParameters('address[], int256[], uint256[]'), [
      ...[v2.tokens, deltas, v2.tokens.map(() => 3n)],
    ] as [readonly Address[], bigint[], bigint[]])
    const changed = toLog('PoolBalanceChanged(bytes32,address,address[],int256[],uint256[])', [poolId, a], change)
    const after = v2.balances.map((balance, index) => balance + (deltas[index] as bigint) - 3n)
    expect(weightedKind.applyLog(v2, changed)).toEqual({ ...v2, balances: after })
    const fee = encodeAbiParameters(parseAbiParameters('uint256'), [7n])
    expect(weightedKind.applyLog(v2, toLog('SwapFeePercentageChanged(uint256)', [], fee, own))).toEqual({
      ...v2,
      fee: 7n,
    })
  })

  it('apply a v3 swap minus the aggregate fee, liquidity and fees', () => {
    const amountIn = (v3.balances[0] as bigint) / 10n
    const swap = balancerStableKind.swap(v3, a, b, amountIn)
    const leaving = (v3.balances[0] as bigint) + amountIn - (swap?.next.balances[0] as bigint)
    const data = encodeAbiParameters(parseAbiParameters('uint256, uint256, uint256, uint256'), [
      ...[amountIn, swap?.amountOut as bigint, v3.fee, leaving * 2n],
    ] as [bigint, bigint, bigint, bigint])
    const event = 'Swap(address,address,address,uint256,uint256,uint256,uint256)'
    expect(balancerStableKind.applyLog(v3, toLog(event, [own, a, b], data))).toEqual(swap?.next)
    expect(balancerStableKind.applyLog({ ...v3, hasMovingRates: true }, toLog(event, [own, a, b], data))).toBe(
      'unknown',
    )
    const lists = encodeAbiParameters(parseAbiParameters('uint256, uint256[], uint256[]'), [
      ...[1n, v3.balances.map(() => 100n), v3.balances.map(() => 11n)],
    ] as [bigint, bigint[], bigint[]])
    const added = 'LiquidityAdded(address,address,uint8,uint256,uint256[],uint256[])'
    const more = balancerStableKind.applyLog(v3, toLog(added, [own, a, '0x01'], lists))
    expect(more).toEqual({ ...v3, balances: v3.balances.map((balance) => balance + 95n) })
    const fee = encodeAbiParameters(parseAbiParameters('uint256'), [7n])
    const changed = toLog('AggregateSwapFeePercentageChanged(address,uint256)', [own], fee)
    expect(balancerStableKind.applyLog(v3, changed)).toEqual({ ...v3, aggregateFee: 7n })
  })

  it('ramp the amplification and require new rates', () => {
    const start = v3.timestamp
    const ramp = encodeAbiParameters(parseAbiParameters('uint256, uint256, uint256, uint256'), [
      ...[1_000n, 2_000n, start, start + 10n],
    ] as [bigint, bigint, bigint, bigint])
    const state = balancerStableKind.applyLog(
      v3,
      toLog('AmpUpdateStarted(uint256,uint256,uint256,uint256)', [], ramp, own),
    )
    if (state === 'unknown') throw new Error('ramp not applied')
    expect(balancerStableKind.advance?.(state, start + 5n)).toMatchObject({ amplification: 1_500n })
    const rate = toLog('TokenRateCacheUpdated(address,uint256)', [a], ramp, own)
    expect(balancerStableKind.applyLog(v3, rate)).toBe('unknown')
    expect(balancerStableKind.advance?.({ ...v3, hasMovingRates: true }, start)).toBe('unknown')
    const paused = toLog('PoolPausedStateChanged(address,bool)', [own], pad('0x01'))
    expect(balancerStableKind.applyLog(v3, paused)).toBe('unknown')
    const v2 = toStable(stable.find(({ version }) => version === 2) as Row)
    expect(balancerStableKind.applyLog(v2, toLog('PausedStateChanged(bool)', [], pad('0x01'), own))).toBe('unknown')
  })

  it("have no quote for the pool's own token, and exclude it from the curve", () => {
    const balances = [...v3.balances, 10n ** 30n]
    const one = 10n ** 18n
    const withOwn = { ...v3, balances, tokens: [...v3.tokens, own], bptIndex: v3.balances.length }
    const scaled = { ...withOwn, scalingFactors: [...v3.scalingFactors, 1n], rates: [...v3.rates, one] }
    expect(balancerStableKind.quote(scaled, a, own, 10n ** 18n)).toBeNull()
    const amountIn = (v3.balances[0] as bigint) / 10n
    expect(balancerStableKind.quote(scaled, a, b, amountIn)).toBe(balancerStableKind.quote(v3, a, b, amountIn))
  })
})
