import type { Clock } from '@outrigger/core'
import { inTurns } from '@outrigger/core/internal'
import type { LiquidationScanner } from '@outrigger/defi'
import { toSkippedField, toWireOpportunity } from '../../api/defiWire.ts'
import { toSnakeCase } from '../../api/mempoolWire.ts'
import type { Lending } from '../../node/lending.ts'
import { openScanner } from '../../node/liquidations.ts'
import { computePriceDrag, type DraggedPosition, type PriceDrag } from '../../node/priceDrag.ts'
import type { Pools } from '../../node/providers.ts'
import { keepOverLiquidations } from './overLiquidations.ts'
import type { Question } from './question.ts'

type Parts = { readonly lending: Lending; readonly pools: Pools; readonly clock: Clock }

/** A chain may have hundreds of thousands of positions. Scanning them takes at most this share of the time. */
const mostOfTime = 1 / 30
const [leastMs, mostMs] = [1_000, 30_000]

type Kept = { readonly atMs: number; goodUntilMs: number; readonly drag: Promise<PriceDrag> }

/**
 * Reports all positions that the ether price affects, the positions each price step makes liquidatable, and ended liquidations.
 */
export function createLiquidationQuestions({ lending, pools, clock }: Parts): readonly Question[] {
  const kept = new Map<string, Kept>()
  const over = new WeakMap<LiquidationScanner, ReturnType<typeof keepOverLiquidations>>()

  /** Collects ended liquidations from the first request about a chain on. */
  async function open(chain: string) {
    const opened = await openScanner({ lending, pools }, chain)
    const toOver = over.get(opened.scanner) ?? keepOverLiquidations(opened.scanner, clock)
    over.set(opened.scanner, toOver)
    return { ...opened, toOver }
  }

  function read(scanner: LiquidationScanner): Kept {
    const nowMs = clock.now()
    const last = kept.get(scanner.chain)
    if (last !== undefined && nowMs >= last.atMs && nowMs < last.goodUntilMs) return last
    const one: Kept = {
      atMs: nowMs,
      goodUntilMs: Number.POSITIVE_INFINITY,
      drag: inTurns(computePriceDrag(scanner)),
    }
    kept.set(scanner.chain, one)
    one.drag.then(
      () => {
        const doneMs = clock.now()
        one.goodUntilMs = doneMs + Math.min(mostMs, Math.max(leastMs, (doneMs - nowMs) / mostOfTime))
      },
      () => kept.delete(scanner.chain),
    )
    return one
  }

  const shared = { scopes: ['read:blockchain'], area: 'defi' } as const
  return [
    {
      ...shared,
      path: '/dashboard/liquidations/:chain/over',
      async answer({ chain = '' }) {
        const { toOver } = await open(chain)
        const opportunities = toOver().map(({ opportunity, overSinceMs }) => ({
          ...toWireOpportunity(opportunity),
          over_since: new Date(overSinceMs).toISOString(),
        }))
        return { chain, opportunities }
      },
    },
    {
      ...shared,
      path: '/dashboard/liquidations/:chain/positions',
      async answer({ chain = '' }) {
        const { scanner, unsure } = await open(chain)
        const one = read(scanner)
        return {
          chain,
          timestamp: new Date(one.atMs).toISOString(),
          ...toWirePriceDrag(await one.drag),
          ...toSkippedField(unsure),
        }
      },
    },
  ]
}

/** Lists only the largest positions. The sums include all. */
export function toWirePriceDrag({ steps, largest, ...counts }: PriceDrag) {
  return {
    ...counts,
    steps: steps.map((step) => toSnakeCase<number>({ ...step })),
    positions: largest.map(toWirePosition),
  }
}

function toWirePosition({ borrower, protocol, market, cover, debt, ...figures }: DraggedPosition) {
  return { borrower, protocol, market, ...toSnakeCase<number>(figures), cover, debt }
}
