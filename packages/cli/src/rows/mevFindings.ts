import type { FindingReading, GoneFinding } from '@outrigger/api'
import type { ScoreKeeperEvents } from '@outrigger/mev/score'
import { toEther, toEtherOrNull, toList } from './amounts.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** MEV findings in pending transactions and the current state of pools, and what became of them. */
export const mevFindings = defineRows({
  name: 'mev_findings',
  version: 1,
  description:
    'MEV findings before they are mined. One row per event of a finding: `found`, `changed`, `gone` with a reason, and `scored` with the outcome on the chain. `mev findings` writes one row per current finding.',
  time: 'event_time',
  columns: {
    event: column('string', 'found, changed, gone, scored or current'),
    event_time: column('timestamp', 'Time of the event. For current the time of the list'),
    chain: column('string', 'Chain'),
    id: column('string', 'Finding. Stable while the opportunity lasts'),
    type: column('string', 'arbitrage, sandwich, liquidation, backrun or frontrun'),
    block_number: column('int64', 'Block whose state it is computed from'),
    first_seen: orNull('timestamp', 'Time at which it was found. Null for scored of `mev watch`'),
    estimated_profit_wei: column('decimal', 'Profit after gas and the bid to the builder, wei'),
    estimated_profit_eth: column('double', 'The same in ETH'),
    confidence: column('double', 'Probability of at least 90 % of the estimate'),
    basis: column('string', 'computed with pool math, or simulated by a node'),
    transaction_hashes: orNull('hex', 'Pending transactions that it depends on, separated by commas'),
    pools: orNull('hex', 'Pools of its swaps in order, separated by commas'),
    borrower: orNull('hex', 'Borrower of a liquidation. Null for scored of `mev watch`'),
    reason: orNull('string', 'Why it is gone, or why it failed or has no verdict'),
    outcome: orNull('string', 'held, failed or void. Only for scored'),
    realized_profit_wei: orNull('decimal', 'Profit on the chain, wei. Only for scored'),
    realized_profit_eth: orNull('double', 'The same in ETH'),
  },
})

type Event = {
  readonly event: 'found' | 'changed' | 'gone' | 'scored' | 'current'
  readonly chain: string
  readonly nowMs: number
  readonly reason?: GoneFinding['reason']
  readonly outcome?: ScoreKeeperEvents['scored']['outcome']
}

/** A finding of the detector has no time and borrower. */
type Found = Pick<
  FindingReading,
  'id' | 'type' | 'blockNumber' | 'estimatedProfit' | 'confidence' | 'basis' | 'transactions' | 'swaps'
> &
  Partial<Pick<FindingReading, 'firstSeenMs' | 'borrower'>>

export function toFindingRows(finding: Found, { event, chain, nowMs, reason, outcome }: Event): Table {
  const profit = outcome && 'profit' in outcome ? outcome.profit : null
  const why = outcome && 'why' in outcome ? outcome.why : null
  return mevFindings.of([
    {
      event,
      event_time: nowMs,
      chain,
      id: finding.id,
      type: finding.type,
      block_number: finding.blockNumber,
      first_seen: finding.firstSeenMs ?? null,
      estimated_profit_wei: finding.estimatedProfit,
      estimated_profit_eth: toEther(finding.estimatedProfit),
      confidence: finding.confidence,
      basis: finding.basis,
      transaction_hashes: toList(finding.transactions),
      pools: toList(finding.swaps.flatMap(({ hops }) => hops.map(({ pool }) => pool))),
      borrower: finding.borrower ?? null,
      reason: reason ?? why,
      outcome: outcome?.kind ?? null,
      realized_profit_wei: profit,
      realized_profit_eth: toEtherOrNull(profit),
    },
  ])
}
