import type { Hex } from 'viem'

/** What a verdict is about. Block numbers are plain, so that a state is JSON. */
export type BundleTerms = {
  readonly transactions: readonly { readonly hash: Hex; readonly canRevert: boolean }[]
  /** Blocks it is for, ascending. */
  readonly targets: readonly number[]
  readonly contiguous: boolean
}

/** What became of one of the transactions in a block. */
export type MinedTransaction = {
  readonly hash: Hex
  /** Place in the block. */
  readonly index: number
  readonly succeeded: boolean
  readonly gasUsed: string
}

/** What a block says of a bundle. */
export type BlockFacts = {
  readonly number: number
  readonly hash: Hex
  readonly timestamp: number
  /** Those of the bundle that it has, in the block's order. */
  readonly mined: readonly MinedTransaction[]
  /** Others that use the nonce of one of the bundle's. */
  readonly rivals: readonly { readonly position: number; readonly hash: Hex }[]
}

export type VerdictState = {
  readonly terms: BundleTerms
  /** Blocks of the chain as it is now that say anything of it, ascending. */
  readonly blocks: readonly BlockFacts[]
  /** Newest block that was looked at. */
  readonly head: number
  readonly cancelled: boolean
}

export type VerdictEvent =
  | { readonly type: 'block'; readonly facts: BlockFacts }
  /** The chain is without this block now, and without those above. */
  | { readonly type: 'removed'; readonly number: number }
  /** Every relay that had it has taken it back. */
  | { readonly type: 'cancelled' }
  /** It is sent for other blocks as well. */
  | { readonly type: 'targeted'; readonly targets: readonly number[] }

export type BundleStatus = 'pending' | 'included' | 'failed' | 'expired' | 'cancelled'

/** How the chain has decided against a bundle before its last block. */
export type ChainFailure = {
  /** `reverted` in its target block · `partial` some of it was mined without the rest · `conflict` a nonce went elsewhere. */
  readonly kind: 'reverted' | 'partial' | 'conflict'
  /** Of the bundle's transaction. */
  readonly position: number
  readonly block: number
  /** Who used the nonce; else the transaction itself. */
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

/** What is known after an event. */
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
  const isTelling = facts.mined.length > 0 || facts.rivals.length > 0
  return { ...state, blocks: isTelling ? [...before, facts] : before, head: facts.number }
}

/**
 * The verdict on what is known: included where a target block has all transactions that must be there, in order and
 * successful. A block that shares some of them with it, as a rival's bundle does, is none of that.
 */
export function toVerdict({ terms, blocks, head, cancelled }: VerdictState): Verdict {
  const none = { included: null, failure: null }
  const included = blocks.find((facts) => terms.targets.includes(facts.number) && isWhole(facts, terms))
  if (included !== undefined) return { ...none, status: 'included', included }
  const failures = blocks.flatMap((facts) => findFailure(facts, terms) ?? [])
  const landed = failures.find(({ kind }) => kind !== 'conflict')
  if (landed !== undefined) return { ...none, status: 'failed', failure: landed }
  // Who takes a bundle back may use its nonces otherwise.
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

/** Why a block leaves a bundle no other: null where it does not. Transactions that may revert may also be missing. */
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
