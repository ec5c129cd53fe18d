import { toGwei } from '@outrigger/core'
import type { MempoolEvent, MempoolFilter, MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import { toWireTransaction } from '@outrigger/server'
import { formatEther } from 'viem'
import { formatGwei } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Column, toTable } from '../output/table.ts'

const right = (title: string, width: number): Column => ({ title, align: 'right', width })

const columns: readonly Column[] = [
  { title: 'seen', width: 12 },
  { title: 'type', width: 15 },
  right('native', 12),
  right('gwei', 8),
  right('score', 5),
  { title: 'hash', width: 66 },
  { title: 'what' },
]

/** Prints what matches as it comes: a table on a terminal, wire objects as JSON lines; transitions as well when asked. */
export function showMempool(
  watcher: MempoolWatcher,
  {
    filter,
    transitions,
    output,
  }: { readonly filter: MempoolFilter; readonly transitions: boolean; readonly output: Output },
): void {
  let header = true
  const shown = new Set<string>()
  watcher.watch(filter, (entry) => {
    if (transitions) shown.add(entry.transaction.hash)
    output.data(toWireTransaction(entry), () => toTable(columns, [toCells(entry)]).slice(header ? 0 : 1))
    header = false
  })
  if (!transitions) return
  watcher.follow((event) => {
    const { hash } = event.entry.transaction
    if (event.transition.kind === 'pending' || !shown.has(hash)) return
    output.data(toWireEvent(event), () => [`${toTime(event.atMs)}  ${event.transition.kind.padEnd(15)}  ${hash}`])
    if (event.transition.kind !== 'reorged') shown.delete(hash)
  })
}

function toCells({
  transaction,
  classification,
  symbols,
  priorityScore,
  firstSeenMs,
}: MempoolTransaction): readonly string[] {
  const { type, rule, swap } = classification
  return [
    toTime(firstSeenMs),
    type,
    Number(formatEther(transaction.value)).toPrecision(4),
    formatGwei(transaction.maxFeePerGas),
    priorityScore.toFixed(1),
    transaction.hash,
    swap === null ? rule.slice(rule.indexOf(': ') + 2) : `${swap.dex} ${symbols.join(' → ')}`,
  ]
}

function toWireEvent({ sequence, atMs, entry, transition }: MempoolEvent) {
  const { kind, ...rest } = transition
  return { event: kind, sequence, hash: entry.transaction.hash, timestamp: new Date(atMs).toISOString(), ...rest }
}

const toTime = (ms: number): string => new Date(ms).toISOString().slice(11, 23)

/** The pool in one line. */
export function summarize(watcher: MempoolWatcher): string {
  const { pendingCount, feeds } = watcher.status()
  const { counts, nextBaseFeePerGas } = watcher.stats()
  const types = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([type, count]) => `${count} ${type}`)
  const first = feeds.map(({ provider, seen, first }) => `${provider} first ${first} of ${seen}`)
  return [`${pendingCount} pending`, ...types, `next base fee ${toGwei(nextBaseFeePerGas)} gwei`, ...first].join(' · ')
}
