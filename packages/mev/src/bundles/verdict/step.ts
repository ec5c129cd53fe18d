import type { Hex } from 'viem'

/** Terms of a bundle that decide its verdict. Block numbers are plain numbers, so that the state is JSON. */
export type BundleTerms = {
  readonly transactions: readonly { readonly hash: Hex; readonly canRevert: boolean }[]
  /** Target blocks, ascending. */
  readonly targets: readonly number[]
  readonly contiguous: boolean
}

/** Outcome of a mined transaction of the bundle. */
export type MinedTransaction = {
  readonly hash: Hex
  /** Index in the block. */
  readonly index: number
  readonly succeeded: boolean
  readonly gasUsed: string
}

/** Facts of a block about a bundle. */
export type BlockFacts = {
  readonly number: number
  readonly hash: Hex
  readonly timestamp: number
  /** Mined transactions of the bundle, in block order. */
  readonly mined: readonly MinedTransaction[]
  /** Other transactions that use a nonce of the bundle. */
  readonly rivals: readonly { readonly position: number; readonly hash: Hex }[]
}

export type VerdictState = {
  readonly terms: BundleTerms
  /** Canonical blocks with facts about the bundle, ascending. */
  readonly blocks: readonly BlockFacts[]
  /** Newest block that was evaluated. */
  readonly head: number
  readonly cancelled: boolean
}

export type VerdictEvent =
  | { readonly type: 'block'; readonly facts: BlockFacts }
  /** A reorg removed this block and all later ones. */
  | { readonly type: 'removed'; readonly number: number }
  /** Every relay that had the bundle cancelled it. */
  | { readonly type: 'cancelled' }
  /** The bundle is also sent for other blocks. */
  | { readonly type: 'targeted'; readonly targets: readonly number[] }

export type BundleStatus = 'pending' | 'included' | 'failed' | 'expired' | 'cancelled'

/** Event on the chain that prevents inclusion before the last target block. */
export type ChainFailure = {
  /**
   * `reverted`: in the target block · `partial`: mined without the rest of the bundle · `conflict`: another transaction
   * used a nonce.
   */
  readonly kind: 'reverted' | 'partial' | 'conflict'
  /** Position of the transaction in the bundle. */
  readonly position: number
  readonly block: number
  /** Hash of the transaction that used the nonce, or of the bundle's own transaction for the other kinds. */
  readonly transaction: Hex
}

export type Verdict = {
  readonly status: BundleStatus
  readonly included: BlockFacts | null
  readonly failure: ChainFailure | null
}

export const initialVerdict = (terms: BundleTerms, head: number): VerdictState => ({
  terms,
  blocks: [],
  head,
  cancelled: false,
})

/** Returns the state after an event. */
export function step(state: VerdictState, event: VerdictEvent): VerdictState {
  if (event.type === 'cancelled') return { ...state, cancelled: true }
  if (event.type === 'targeted') {
    const targets = [...new Set([...state.terms.targets, ...event.targets])].sort((a, b) => a - b)
    return { ...state, terms: { ...state.terms, targets } }
  }
  if (event.type === 'removed') {
    if (event.number > state.head) return state
    return { ...state, blocks: state.blocks.filter(({ number }) => number < event.number), head: event.number - 1 }
  }
  const { facts } = event
  const before = state.blocks.filter(({ number }) => number < facts.number)
  const isRelevant = facts.mined.length > 0 || facts.rivals.length > 0
  return { ...state, blocks: isRelevant ? [...before, facts] : before, head: facts.number }
}

/**
 * Derives the verdict from the known blocks. A bundle is included if a target block has all required transactions in order and
 * without reverts. A block that has only some of them, e.g. in a rival bundle, does not count.
 */
export function toVerdict({ terms, blocks, head, cancelled }: VerdictState): Verdict {
  const none = { included: null, failure: null }
  const included = blocks.find((facts) => terms.targets.includes(facts.number) && isWhole(facts, terms))
  if (included !== undefined) return { ...none, status: 'included', included }
  const failures = blocks.flatMap((facts) => findFailure(facts, terms) ?? [])
  const landed = failures.find(({ kind }) => kind !== 'conflict')
  if (landed !== undefined) return { ...none, status: 'failed', failure: landed }
  // After a cancellation the sender may use the nonces for other transactions.
  if (cancelled) return { ...none, status: 'cancelled' }
  const [conflict] = failures
  if (conflict !== undefined) return { ...none, status: 'failed', failure: conflict }
  return { ...none, status: head >= (terms.targets.at(-1) ?? 0) ? 'expired' : 'pending' }
}

function isWhole({ mined }: BlockFacts, { transactions, contiguous }: BundleTerms): boolean {
  if (mined.length === 0) return false
  const ours = transactions.flatMap(({ hash, canRevert }) => {
    const found = mined.find((one) => one.hash === hash)
    if (found === undefined) return canRevert ? [] : [null]
    return found.succeeded || canRevert ? [found.index] : [null]
  })
  return ours.every((index, place) => {
    const before = ours[place - 1]
    if (index === null || before === null) return false
    return before === undefined || (contiguous ? index === before + 1 : index > before)
  })
}

/** Returns the event in a block that prevents inclusion, or null. Optional transactions may be missing or revert. */
function findFailure(facts: BlockFacts, { transactions, targets }: BundleTerms): ChainFailure | null {
  const { number: block, mined, rivals } = facts
  const required = transactions.flatMap(({ hash, canRevert }, position) => (canRevert ? [] : [{ hash, position }]))
  const landed = required.flatMap(({ hash, position }) => {
    const found = mined.find((one) => one.hash === hash)
    return found === undefined ? [] : [{ position, found }]
  })
  const reverted = landed.find(({ found }) => !found.succeeded)
  if (reverted !== undefined && landed.length === required.length && targets.includes(block))
    return { kind: 'reverted', position: reverted.position, block, transaction: reverted.found.hash }
  const [first] = landed
  if (first !== undefined) return { kind: 'partial', position: first.position, block, transaction: first.found.hash }
  const rival = rivals.find(({ position }) => transactions[position]?.canRevert === false)
  return rival === undefined ? null : { kind: 'conflict', position: rival.position, block, transaction: rival.hash }
}
