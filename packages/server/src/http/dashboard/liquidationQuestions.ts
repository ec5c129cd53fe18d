import type { Clock } from '@outrigger/core'
import { toSkippedField } from '../../api/defiWire.ts'
import { toSnakeCase } from '../../api/mempoolWire.ts'
import { inTurns } from '../../node/inTurns.ts'
import type { Lending } from '../../node/lending.ts'
import { openScanner } from '../../node/liquidations.ts'
import { computePriceDrag, type DraggedPosition, type PriceDrag } from '../../node/priceDrag.ts'
import type { Pools } from '../../node/providers.ts'
import type { Question } from './question.ts'

type Parts = { readonly lending: Lending; readonly pools: Pools; readonly clock: Clock }

/** A chain has hundreds of thousands of positions: they are gone through at most this often. */
const goodForMs = 10_000

/** All positions that a price of ether can reach, and what each change of it makes liquidatable. */
export function createLiquidationQuestions({ lending, pools, clock }: Parts): readonly Question[] {
  const kept = new Map<string, { readonly atMs: number; readonly drag: Promise<PriceDrag> }>()
  return [
    {
      ...{ path: '/dashboard/liquidations/:chain/positions', scopes: ['read:blockchain'], area: 'defi' },
      async answer({ chain = '' }) {
        const { scanner, unsure } = await openScanner({ lending, pools }, chain)
        const last = kept.get(scanner.chain)
        const ageMs = clock.now() - (last?.atMs ?? Number.NEGATIVE_INFINITY)
        const one =
          last !== undefined && ageMs >= 0 && ageMs < goodForMs
            ? last
            : { atMs: clock.now(), drag: inTurns(computePriceDrag(scanner)) }
        kept.set(scanner.chain, one)
        one.drag.catch(() => kept.delete(scanner.chain))
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

/** Of the largest positions only; of all of them the sums. */
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
