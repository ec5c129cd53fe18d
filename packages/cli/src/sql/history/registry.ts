import type { Store } from '@outrigger/core'
import { alertEvents, alerts } from '../../rows/alerts.ts'
import { blockFees, fees } from '../../rows/fees.ts'
import type { Schema, Table } from '../../rows/schema.ts'
import { findingOutcomes, predictions } from '../../rows/scores.ts'
import { analyticsSeries } from '../../rows/series.ts'
import { usage } from '../../rows/usage.ts'

/** A table of what a node stored. */
type HistoryTable = {
  readonly schema: Schema
  /** When a node stores rows, for a table without any. */
  readonly origin: string
  /** Reads the rows, a chain or a key at a time. */
  readonly read: (store: Store) => AsyncIterable<Table>
}

/** A reader whose code is loaded when its table is used. */
const later = (load: () => Promise<(store: Store) => AsyncIterable<Table>>): HistoryTable['read'] =>
  async function* read(store) {
    yield* (await load())(store)
  }

const feeOrigin = 'A node stores the fees of blocks while it runs.'
const scoreOrigin =
  'A node scores findings from the first request about MEV or the mempool of a chain on, or from its start with mempool: "atStart".'

/** Tables of a node's history by name. */
export const historyTables: Readonly<Record<string, HistoryTable>> = {
  fees: { schema: fees, origin: feeOrigin, read: later(async () => (await import('./fees.ts')).readFees) },
  fee_blocks: {
    schema: blockFees,
    origin: feeOrigin,
    read: later(async () => (await import('./fees.ts')).readBlockFees),
  },
  series: {
    schema: analyticsSeries,
    origin:
      'A node counts blocks from the first request about analytics of a chain on. `outrigger analytics series` counts past ones.',
    read: later(async () => (await import('./series.ts')).readSeries),
  },
  predictions: {
    schema: predictions,
    origin: scoreOrigin,
    read: later(async () => (await import('./scores.ts')).readPredictions),
  },
  findings: {
    schema: findingOutcomes,
    origin: scoreOrigin,
    read: later(async () => (await import('./scores.ts')).readOutcomes),
  },
  alerts: {
    schema: alerts,
    origin: '`outrigger alerts create` creates an alert.',
    read: later(async () => (await import('./alerts.ts')).readAlerts),
  },
  alert_events: {
    schema: alertEvents,
    origin: 'No alert has triggered yet.',
    read: later(async () => (await import('./alerts.ts')).readAlertEvents),
  },
  usage: {
    schema: usage,
    origin: 'No key has made a request yet.',
    read: later(async () => (await import('./usage.ts')).readKeyUsages),
  },
}
