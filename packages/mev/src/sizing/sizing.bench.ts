import { createUniform } from '@outrigger/devnet/random'
import type { BenchRow, BenchSuite } from '../../../../scripts/bench/suite.ts'
import { searchByBruteForce } from '../fixtures/bruteForce.ts'
import { toAmount } from '../fixtures/random.ts'
import { measureCycles, measureSandwiches } from './fixtures/measure.ts'
import { sizeBySubway, sizeBySubwayWithBigints } from './fixtures/subway.ts'
import { computePairSandwich, type PairVictim } from './pairSandwich.ts'

const cases = Number(process.env['OUTRIGGER_SIZING_CASES'] ?? 2_000)
const mixes = ['pairs', 'ticks', 'mixed'] as const
const rounds = 20

/** Compares sizes with brute force and with the bisection of a well-known bot. */
export const suite: BenchSuite = {
  name: 'mev-sizing',
  run: async () => [
    ...mixes.flatMap((mix) => {
      const [cycles, sandwiches] = [measureCycles(mix, cases), measureSandwiches(mix, cases)]
      return [
        { name: `cycles, ${mix}: share of brute force`, value: cycles.share, unit: '', bar: { atLeast: 0.999 } },
        {
          name: `sandwiches, ${mix}: share of brute force`,
          value: sandwiches.share,
          unit: '',
          bar: { atLeast: 0.999 },
        },
        {
          name: `sandwiches, ${mix}: victims reverted`,
          value: sandwiches.reverted,
          unit: 'of cases',
          bar: { atMost: 0 },
        },
      ]
    }),
    ...compareWithSubway(),
  ],
}

function compareWithSubway(): readonly BenchRow[] {
  const victims = Array.from({ length: cases }, (_, seed) => toVictim(seed + 1))
  const best = victims.map((victim) => Number(searchByBruteForce((front) => play(victim, front), 10n ** 23n)))
  const own = rate(victims, (victim) => computePairSandwich(victim)?.frontAmountIn ?? 0n)
  const theirs = rate(victims, sizeBySubway, 1)
  const ported = rate(victims, sizeBySubwayWithBigints)
  const score = (sizes: readonly bigint[]) => {
    const earned = victims.map((victim, index) => play(victim, sizes[index] ?? 0n))
    const share = earned.reduce(
      (sum, value, index) =>
        sum + ((best[index] ?? 0) > 1e6 ? Math.max(0, Number(value ?? 0n)) / (best[index] ?? 1) : 0),
      0,
    )
    return {
      share: share / best.filter((value) => value > 1e6).length,
      reverted: earned.filter((value) => value === null).length,
    }
  }
  const [ownScore, theirScore] = [score(own.sizes), score(theirs.sizes)]
  return [
    { name: 'closed form: share of brute force', value: ownScore.share, unit: '', bar: { atLeast: 0.999 } },
    { name: 'closed form: victims reverted', value: ownScore.reverted, unit: `of ${cases}`, bar: { atMost: 0 } },
    { name: 'bisection: share of brute force', value: theirScore.share, unit: '' },
    { name: 'bisection: victims reverted', value: theirScore.reverted, unit: `of ${cases}` },
    { name: 'closed form', value: own.perSecond, unit: 'sizes/s' },
    { name: 'bisection, as published', value: theirs.perSecond, unit: 'sizes/s' },
    { name: 'bisection, ported to bigints', value: ported.perSecond, unit: 'sizes/s' },
    {
      name: 'closed form, times the bisection as published',
      value: own.perSecond / theirs.perSecond,
      unit: 'x',
      bar: { atLeast: 200 },
    },
    { name: 'closed form, times the bisection ported to bigints', value: own.perSecond / ported.perSecond, unit: 'x' },
  ]
}

function toVictim(seed: number): PairVictim {
  const random = createUniform(seed)
  const reserveIn = toAmount(random, 1e20, 3.16e22)
  const reserveOut = BigInt(Math.floor(Number(reserveIn) * 10 ** (random() * 4)))
  const amountIn = toAmount(random, Number(reserveIn) * 5e-5, Number(reserveIn) * 5e-3)
  const quoted = (amountIn * 997n * reserveOut) / (reserveIn * 1_000n + amountIn * 997n)
  const minAmountOut = (quoted * BigInt(1_000_000 - Math.floor(random() * 30_000))) / 1_000_000n
  return { reserveIn, reserveOut, fee: 3_000, amountIn, minAmountOut }
}

/** Returns the profit of a front, or null if the victim reverts. */
function play({ reserveIn: a, reserveOut: b, amountIn, minAmountOut }: PairVictim, front: bigint): bigint | null {
  const out = (x: bigint, y: bigint, given: bigint) => (given * 997n * y) / (x * 1_000n + given * 997n)
  if (front === 0n) return 0n
  const bought = out(a, b, front)
  const paid = out(a + front, b - bought, amountIn)
  return paid < minAmountOut ? null : out(b - bought - paid, a + front + amountIn, bought) - front
}

function rate(victims: readonly PairVictim[], size: (victim: PairVictim) => bigint, times = rounds) {
  let sizes: readonly bigint[] = victims.map(size)
  const start = performance.now()
  for (let round = 0; round < times; round++) sizes = victims.map(size)
  return { sizes, perSecond: (victims.length * times * 1_000) / (performance.now() - start) }
}
