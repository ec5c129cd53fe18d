import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { MevTerms } from '../detector/detectorTypes.ts'
import type { Finding } from '../finding.ts'
import type { VoidReason } from './outcome.ts'

export type BlockId = { readonly number: bigint; readonly hash: Hex }

/** A finding and the terms that its estimate used. */
export type Prediction = { readonly finding: Finding; readonly terms: MevTerms }

/** A prediction that its block, or the lack of one, decides. */
export type Due = Prediction & {
  /** The finding's transactions that the block includes. */
  readonly entries: readonly MempoolTransaction[]
  /** Why no block decides the prediction. Null if the block does. */
  readonly undecided: VoidReason | null
}

/** A report on the state of a block. `prediction` is null if the report withdrew the finding. */
type Report = { readonly blockNumber: bigint; readonly prediction: Prediction | null }

/** Reports of one finding, oldest first. `block` is set for a finding without transactions. */
type Waiting = { readonly reports: readonly Report[]; readonly block: BlockId | null }

/** Reports to remember per finding. Some may be for later blocks, because blocks arrive before the transactions they mine. */
const keptReports = 4

/**
 * Stores predictions until they can be scored. A finding without transactions is scored by its first report, on the state of that
 * report. Others are scored by the last report before the block that includes their transactions.
 *
 * @param max number of findings that wait. Beyond it, the oldest become void.
 */
export function createPredictions(max: number) {
  const waiting = new Map<string, Waiting>()
  const idsOf = new Map<Hex, Set<string>>()
  const mined = new Map<Hex, { readonly entry: MempoolTransaction; readonly block: BlockId }>()
  let voided: Due[] = []

  const latest = (id: string): Prediction | null =>
    waiting.get(id)?.reports.findLast(({ prediction }) => prediction !== null)?.prediction ?? null

  function push(id: string, report: Report): void {
    const reports = [...(waiting.get(id)?.reports ?? []), report].slice(-keptReports)
    waiting.set(id, { reports, block: null })
  }

  /** Ends the dependence of a finding on a transaction. A transaction on which no finding depends is forgotten. */
  function unlink(id: string, hash: Hex): void {
    const ids = idsOf.get(hash)
    ids?.delete(id)
    if (ids?.size !== 0) return
    idsOf.delete(hash)
    mined.delete(hash)
  }

  /** Makes a finding depend on `transactions`. A later report of it may depend on others than the report before. */
  function relink(id: string, transactions: readonly Hex[]): void {
    for (const hash of latest(id)?.finding.transactions ?? []) if (!transactions.includes(hash)) unlink(id, hash)
    for (const hash of transactions) idsOf.set(hash, (idsOf.get(hash) ?? new Set()).add(id))
  }

  function forget(id: string): void {
    for (const hash of latest(id)?.finding.transactions ?? []) unlink(id, hash)
    waiting.delete(id)
  }

  function toVoid(id: string, undecided: VoidReason): void {
    const prediction = latest(id)
    if (prediction !== null && voided.length < max) voided.push({ ...prediction, entries: [], undecided })
    forget(id)
  }

  /** Returns the prediction that a block decides. Returns null if each report used the state of that block or a later one. */
  function settle(id: string, block: BlockId): Due | null {
    const { reports = [], block: own = null } = waiting.get(id) ?? {}
    const prediction = latest(id)
    if (prediction === null) return null
    if (own !== null) return { ...prediction, entries: [], undecided: null }
    const last = reports.findLast(({ blockNumber }) => blockNumber < block.number)
    const { transactions } = prediction.finding
    const entries = transactions.flatMap((hash) => {
      const place = mined.get(hash)
      return place?.block.hash === block.hash ? [place.entry] : []
    })
    if (entries.length < transactions.length) return { ...prediction, entries, undecided: 'differentBlocks' }
    if (last === undefined) return null
    return { ...(last.prediction ?? prediction), entries, undecided: last.prediction === null ? 'withdrawn' : null }
  }

  function mine(entry: MempoolTransaction, block: BlockId): void {
    if (idsOf.has(entry.transaction.hash)) mined.set(entry.transaction.hash, { entry, block })
  }

  return {
    /** Adds a finding that the detector reported. `present` is the pool book's block at the time of the report. */
    tell(prediction: Prediction, present: BlockId): void {
      const { id, transactions, blockNumber } = prediction.finding
      const report = { blockNumber, prediction }
      if (transactions.length > 0) {
        relink(id, transactions)
        push(id, report)
      } else if (!waiting.has(id)) waiting.set(id, { reports: [report], block: present })
      const [oldest] = waiting.keys()
      if (waiting.size > max && oldest !== undefined) toVoid(oldest, 'overload')
    },
    /** Records that the detector withdrew a finding on the state of a block. */
    withdraw(id: string, blockNumber: bigint): void {
      const { reports, block } = waiting.get(id) ?? {}
      if (block === null && reports?.at(-1)?.prediction) push(id, { blockNumber, prediction: null })
    },
    mine,
    /** Records that a transaction was mined and reverted. Findings that depend on it become void. */
    fail(entry: MempoolTransaction, block: BlockId): void {
      const { hash } = entry.transaction
      for (const id of idsOf.get(hash) ?? []) {
        const finding = latest(id)?.finding
        if (finding && !isBefore(finding, hash)) toVoid(id, 'reverted')
      }
      mine(entry, block)
    },
    /** Records that a reorg removed the block that included a transaction. */
    unmine: (hash: Hex): void => void mined.delete(hash),
    /** Records that a transaction will not be mined. Its findings become void. */
    drop(hash: Hex, why: VoidReason): void {
      for (const id of idsOf.get(hash) ?? []) toVoid(id, why)
    },
    /** Removes and returns the predictions of the oldest block with a number of at most `upTo`. Returns null without one. */
    takeDue(upTo: bigint): (BlockId & { readonly due: readonly Due[] }) | null {
      const places = [...waiting].flatMap(([id, { block }]) => (block === null ? [] : [{ ids: [id], block }]))
      for (const [hash, { block }] of mined) places.push({ ids: [...(idsOf.get(hash) ?? [])], block })
      let oldest: BlockId | null = null
      for (const { block } of places)
        if (block.number <= upTo && (oldest === null || block.number < oldest.number)) oldest = block
      if (oldest === null) return null
      const { number, hash } = oldest
      const ids = new Set(places.flatMap((place) => (place.block.hash === hash ? place.ids : [])))
      const due = [...ids].flatMap((id) => settle(id, { number, hash }) ?? [])
      for (const id of ids) forget(id)
      return { number, hash, due }
    },
    /** Removes and returns the predictions that became void without a block. */
    takeVoided(): readonly Due[] {
      const taken = voided
      voided = []
      return taken
    },
  }
}

export type Predictions = ReturnType<typeof createPredictions>

/** Returns true if a finding executes before a transaction. The finding then remains valid if the transaction reverts. */
function isBefore({ type, id }: Finding, hash: Hex): boolean {
  return type === 'frontrun' || (type === 'liquidation' && id.endsWith(hash))
}
