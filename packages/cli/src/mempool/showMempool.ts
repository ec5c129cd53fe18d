import { toGwei } from '@outrigger/core'
import type { MempoolEvent, MempoolFilter, MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import { toWireTransaction } from '@outrigger/server/internal'
import { formatEther, type Hex } from 'viem'
import { createDecimals } from '../output/decimals.ts'
import { formatGwei } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Column, createTable } from '../output/table.ts'
import { type RecordedPlace, toPendingRows, toTransitionRows } from '../rows/mempoolTransactions.ts'

const right = (title: string, width: number): Column => ({ title, align: 'right', width })

const columns: readonly Column[] = [
  { title: 'seen', width: 12 },
  { title: 'type', width: 8 },
  right('value', 9),
  right('gwei', 7),
  right('score', 5),
  { title: 'hash', shorten: true },
  { title: 'what', text: true },
]

type Options = {
  readonly filter: MempoolFilter
  readonly transitions: boolean
  readonly output: Output
  /** The block of a recorded transaction. */
  readonly toPlace?: (hash: Hex) => RecordedPlace | null
}

/** Prints matching transactions as they arrive, as a table or as JSON lines, and their transitions on request. */
export function showMempool(
  watcher: MempoolWatcher,
  { filter, transitions, output, toPlace = () => null }: Options,
): void {
  const table = createTable(columns)
  const toAmounts = createAmounts()
  const shown = new WeakSet<MempoolTransaction>()
  watcher.watch(filter, (entry) => {
    if (transitions) shown.add(entry)
    const place = toPlace(entry.transaction.hash)
    output.data(
      { ...toWireTransaction(entry), value_wei: entry.transaction.value, ...(place && toWirePlace(place)) },
      () => table.toLines([toCells(entry, toAmounts(entry))]),
      () => toPendingRows(entry, { toToken: watcher.token, place }),
    )
  })
  if (!transitions) return
  watcher.follow((event) => {
    const { hash } = event.entry.transaction
    if (event.transition.kind === 'pending' || !shown.has(event.entry)) return
    const cells = [toTime(event.atMs), event.transition.kind, '', '', '', hash]
    output.data(
      toWireEvent(event),
      () => table.toLines([cells]),
      () => toTransitionRows(event, { toToken: watcher.token, place: toPlace(hash) }),
    )
  })
}

function createAmounts(): (entry: MempoolTransaction) => readonly string[] {
  const native = createDecimals({ min: 4, max: 4 })
  const gwei = createDecimals({ min: 3, max: 3 })
  return ({ movedValue, transaction: { maxFeePerGas } }) => [
    // The unknown part may be more.
    ...native([Number(formatEther(movedValue.wei))]).map((text) => (movedValue.isComplete ? text : `≥ ${text}`)),
    ...gwei([toGwei(maxFeePerGas)]),
  ]
}

function toCells(
  { transaction, classification, symbols, priorityScore, firstSeenMs }: MempoolTransaction,
  amounts: readonly string[],
): readonly string[] {
  const { type, rule, swap } = classification
  return [
    toTime(firstSeenMs),
    type,
    ...amounts,
    priorityScore.toFixed(1),
    transaction.hash,
    swap === null ? rule.slice(rule.indexOf(': ') + 2) : `${swap.dex} ${symbols.join(' → ')}`,
  ]
}

const toWirePlace = ({ number, timeMs }: RecordedPlace) => ({
  block_number: Number(number),
  block_time: timeMs === null ? null : new Date(timeMs).toISOString(),
})

function toWireEvent({ sequence, atMs, entry, transition }: MempoolEvent) {
  const { kind, ...rest } = transition
  const block = 'block' in rest ? { number: Number(rest.block.number), hash: rest.block.hash } : undefined
  return {
    event: kind,
    sequence,
    hash: entry.transaction.hash,
    timestamp: new Date(atMs).toISOString(),
    ...rest,
    ...(block && { block }),
  }
}

const toTime = (ms: number): string => new Date(ms).toISOString().slice(11, 23)

/** Describes the pool in one line. */
export function summarize(watcher: MempoolWatcher): string {
  const { isConnected, pendingCount, feeds } = watcher.status()
  const { counts, nextBaseFeePerGas } = watcher.stats()
  const types = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([type, count]) => `${count} ${type}`)
  // Unknown before the first block.
  const baseFee = nextBaseFeePerGas > 0n ? [`next base fee ${formatGwei(nextBaseFeePerGas)} gwei`] : []
  const first = feeds.map(({ provider, seen, first }) => `${provider} first with ${first} of ${seen}`)
  return [isConnected ? `${pendingCount} pending` : 'no provider responds', ...types, ...baseFee, ...first].join(' · ')
}
