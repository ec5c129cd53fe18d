import { readRecordingLines } from '@outrigger/devnet/recorded'
import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SolidlyPool, SolidlySolver } from '../poolState.ts'
import { solidlyKind } from './solidlyKind.ts'

/**
 * A swap with the output of the contract's own `getAmountOut`. `amountOut` is null if the quote or the swap reverted.
 */
type RecordedSwap = {
  readonly contract: string
  readonly solver: SolidlySolver
  readonly isStable: boolean
  readonly decimals: readonly [number, number]
  readonly fee: number
  readonly reserves: readonly [string, string]
  readonly isZeroForOne: boolean
  readonly amountIn: string
  readonly amountOut: string | null
  readonly reservesAfter: readonly [string, string]
}

const swaps = readRecordingLines<RecordedSwap>('dex/solidly_swaps.ndjson.gz')
const [a, b] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const
const identity = { id: '0x0a', dex: 'aerodrome', address: '0x0a', tokens: [a, b], kind: 'solidly' } as const

function toPool({ solver, isStable, decimals, fee, reserves }: RecordedSwap): SolidlyPool {
  const units = [10n ** BigInt(decimals[0]), 10n ** BigInt(decimals[1])] as const
  return { ...identity, solver, isStable, units, fee, reserve0: BigInt(reserves[0]), reserve1: BigInt(reserves[1]) }
}

const contracts = [...new Set(swaps.map(({ contract }) => contract))]

describe.each(contracts)('%s', (contract) => {
  const recorded = swaps.filter((one) => one.contract === contract)

  it('pays and stores the same as its contract, and rejects what the contract rejected', () => {
    for (const one of recorded) {
      const pool = toPool(one)
      const [tokenIn, tokenOut] = one.isZeroForOne ? [a, b] : [b, a]
      const swapped = solidlyKind.swap(pool, tokenIn, tokenOut, BigInt(one.amountIn))
      expect(swapped === null ? null : String(swapped.amountOut), JSON.stringify(one)).toBe(one.amountOut)
      expect(solidlyKind.quote(pool, tokenIn, tokenOut, BigInt(one.amountIn))).toBe(swapped?.amountOut ?? null)
      const after = swapped?.next ?? pool
      expect([String(after.reserve0), String(after.reserve1)]).toEqual(one.reservesAfter)
    }
  })

  it('has recordings of both forms, with rejected swaps', () => {
    for (const isStable of [true, false]) {
      const some = recorded.filter((one) => one.isStable === isStable)
      expect(some.length).toBeGreaterThan(100)
      expect(some.filter(({ amountOut }) => amountOut !== null).length).toBeGreaterThan(100)
    }
    expect(recorded.some(({ amountOut }) => amountOut === null)).toBe(true)
  })
})

it('solvers differ in the last units, and in what they reject', () => {
  const differences = swaps.filter((one) => {
    const [tokenIn, tokenOut] = one.isZeroForOne ? [a, b] : [b, a]
    const quotes = (['solidly', 'velodromeV2', 'superchain'] as const).map((solver) =>
      solidlyKind.quote({ ...toPool(one), solver }, tokenIn, tokenOut, BigInt(one.amountIn)),
    )
    return new Set(quotes).size > 1
  })
  expect(differences.length).toBeGreaterThan(5)
})

const pool = toPool({
  contract: '',
  solver: 'velodromeV2',
  isStable: true,
  decimals: [18, 6],
  fee: 500,
  isZeroForOne: true,
  reserves: ['5000000000000000000000', '4000000000'],
  amountIn: '',
  amountOut: null,
  reservesAfter: ['', ''],
})

it('the rate equals that of a small swap, after the fee', () => {
  for (const isStable of [true, false]) {
    const one = { ...pool, isStable }
    const forward = Number(solidlyKind.quote(one, a, b, 10n ** 15n)) / 1e15
    expect(solidlyKind.toRate(one, a, b) / forward).toBeCloseTo(1, 2)
    const back = Number(solidlyKind.quote(one, b, a, 10n ** 5n)) / 1e5
    expect(solidlyKind.toRate(one, b, a) / back).toBeCloseTo(1, 4)
  }
  expect(solidlyKind.toRate(pool, a, a)).toBe(0)
})

it('its last Sync sets the reserves', () => {
  const data = encodeAbiParameters(parseAbiParameters('uint256, uint256'), [7n, 9n])
  const log = { address: pool.address, topics: solidlyKind.topics as readonly Hex[], data }
  expect(solidlyKind.applyLog(pool, log)).toEqual({ ...pool, reserve0: 7n, reserve1: 9n })
  expect(solidlyKind.applyLog(pool, { ...log, address: '0x0b' })).toBe(pool)
  expect(solidlyKind.applyLog(pool, { ...log, data: '0x' })).toBe('unknown')
})
