import { encodeAbiParameters, type Hex, parseAbiParameters, toHex } from 'viem'
import { expect, test } from 'vitest'
import type { V4Pool } from '../poolState.ts'
import { toSqrtPrice } from '../uniswapV3/mathTicks.ts'
import { tickKind } from '../uniswapV3/tickKind.ts'
import { computeSwapFee, toProtocolFees } from './protocolFee.ts'
import { v4Kind } from './v4Kind.ts'

const [a, b] = [`0x${'0'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const
const id = toHex(7n, { size: 32 })
const liquidity = 10n ** 20n
const pool: V4Pool = {
  id,
  dex: 'uniswap_v4',
  address: '0x04',
  tokens: [a, b],
  kind: 'v4',
  hooks: a,
  protocolFees: [0, 0],
  sqrtPriceX96: toSqrtPrice(0),
  tick: 0,
  liquidity,
  fee: 3_000,
  tickSpacing: 60,
  from: -6_000,
  to: 6_000,
  ticks: [
    { tick: -600, liquidityNet: liquidity, liquidityGross: liquidity },
    { tick: 600, liquidityNet: -liquidity, liquidityGross: liquidity },
  ],
}

test('without hooks and protocol fee it behaves like a Uniswap V3 pool', () => {
  const same = { ...pool, kind: 'ticks' } as const
  for (const amount of [1n, 10n ** 15n, 10n ** 18n])
    expect(v4Kind.quote(pool, a, b, amount)).toBe(tickKind.quote(same, a, b, amount))
  expect(v4Kind.toRate(pool, a, b)).toBe(tickKind.toRate(same, a, b))
})

test('the protocol fee is charged first, with its own value in each direction', () => {
  const charged: V4Pool = { ...pool, protocolFees: [1_000, 0] }
  const amount = 10n ** 17n
  expect(v4Kind.quote(charged, b, a, amount)).toBe(v4Kind.quote(pool, b, a, amount))
  expect(v4Kind.quote(charged, a, b, amount)).toBe(v4Kind.quote({ ...pool, fee: 3_997 }, a, b, amount))
  expect(computeSwapFee(1_000, 3_000)).toBe(3_997)
  expect(computeSwapFee(0, 500)).toBe(500)
  // Rounded up: 1 + 1 - 0.000001.
  expect(computeSwapFee(1, 1)).toBe(2)
  expect(toProtocolFees(1_000 + 4_096 * 250)).toEqual([1_000, 250])
})

test('pools with hooks, a dynamic fee or a fee of 100 % have no quote', () => {
  const refused: readonly V4Pool[] = [
    { ...pool, hooks: '0x0000000000000000000000000000000000000080' },
    { ...pool, fee: 0x800000 },
    { ...pool, fee: 1_000_000 },
  ]
  for (const one of refused) {
    expect(v4Kind.quote(one, a, b, 1_000n)).toBeNull()
    expect(v4Kind.swap(one, a, b, 1_000n)).toBeNull()
    expect(v4Kind.toRate(one, a, b)).toBe(0)
  }
  expect(v4Kind.quote(pool, a, b, 0n)).toBeNull()
  expect(v4Kind.quote(pool, a, a, 1_000n)).toBeNull()
})

test('logs of other pools in PoolManager change nothing', () => {
  const topic = v4Kind.topics.at(-1) as Hex
  const data = encodeAbiParameters(parseAbiParameters('uint24'), [5 + 4_096 * 6])
  const log = { address: pool.address, topics: [topic, id], data }
  expect(v4Kind.applyLog(pool, log)).toEqual({ ...pool, protocolFees: [5, 6] })
  expect(v4Kind.applyLog(pool, { ...log, topics: [topic, toHex(8n, { size: 32 })] })).toBe(pool)
  expect(v4Kind.applyLog(pool, { ...log, address: '0x05' })).toBe(pool)
  expect(v4Kind.applyLog(pool, { ...log, data: '0x' })).toBe('unknown')
})
