import type { Outrigger } from '@outrigger/api'
import type { Clock } from '@outrigger/core'
import { inTurns } from '@outrigger/core/internal'
import type { LiquidationScanner } from '@outrigger/defi'
import type { Lending } from './lending.ts'
import { openScanner } from './liquidations.ts'
import type { Pools } from './providers.ts'
import { computeStressTest, type StressTest } from './stressTest.ts'

/** Stress tests of a node's lending books. */
export type StressTests = {
  /** @throws {InvalidChainError | UpstreamUnavailableError} */
  get(chain: string): ReturnType<Outrigger['liquidations']['getStressTest']>
}

type Parts = { readonly lending: Lending; readonly pools: Pools; readonly clock: Clock }
type Kept = { readonly atMs: number; goodUntilMs: number; readonly test: Promise<StressTest> }

/** A chain may have hundreds of thousands of positions. Scanning them takes at most this share of the time. */
const mostOfTime = 1 / 30
const [leastMs, mostMs] = [1_000, 30_000]

export function createStressTests({ lending, pools, clock }: Parts): StressTests {
  const kept = new Map<string, Kept>()

  function read(scanner: LiquidationScanner): Kept {
    const nowMs = clock.now()
    const last = kept.get(scanner.chain)
    if (last !== undefined && nowMs >= last.atMs && nowMs < last.goodUntilMs) return last
    const test = inTurns(computeStressTest(scanner))
    const one: Kept = { atMs: nowMs, goodUntilMs: Number.POSITIVE_INFINITY, test }
    kept.set(scanner.chain, one)
    test.then(
      () => {
        const doneMs = clock.now()
        one.goodUntilMs = doneMs + Math.min(mostMs, Math.max(leastMs, (doneMs - nowMs) / mostOfTime))
      },
      () => kept.delete(scanner.chain),
    )
    return one
  }

  return {
    async get(chain) {
      const { scanner, unsure } = await openScanner({ lending, pools }, chain)
      const { atMs, test } = read(scanner)
      return { chain, timestampMs: atMs, ...(await test), skipped: unsure }
    },
  }
}
