import type { DexFactories } from '@outrigger/calldata'
import type { ChainName, Head, ProviderPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { createHeadReader } from '../../follow/headReader.ts'
import type { AddressForm } from './addressQuestions.ts'
import { limitReads, type ReadAllowance } from './limitReads.ts'
import { lookUpAddresses } from './lookUpAddresses.ts'
import type { PoolLists } from './poolLists.ts'
import { lookUpPools } from './poolLookup.ts'
import type { PoolProof } from './poolProof.ts'
import type { PoolTracker } from './poolTracker.ts'
import type { PoolWants } from './poolWants.ts'
import { readDuePools, selectDue } from './readDuePools.ts'
import { readPoolLists, readsPerListQuestion } from './readPoolLists.ts'
import type { VersionHistory } from './versionHistory.ts'

/** With the one for logs, three calls a block. */
const roundsPerBlock = 2
/** Some ten million gas where storage is cold; providers allow fifty million. */
const readsPerRound = 1_000
/** At most, in one round: the ticks of a pool, and the factories of all DEXes. */
const [readsPerProof, readsPerPair] = [80, 40]

export type BlockReadsOptions = {
  readonly pool: ProviderPool
  readonly chain: ChainName
  readonly dexes: readonly DexFactories[]
  /** How addresses are asked whether they are pools. */
  readonly addressForms: readonly AddressForm[]
  readonly tracker: PoolTracker
  readonly history: VersionHistory
  readonly proof: PoolProof
  readonly wants: PoolWants
  readonly lists: PoolLists
  readonly signal: AbortSignal
}

/** Reads what is due, with as many calls as a block is allowed. */
export type BlockReads = {
  /** Whether whatever was to be read at the start has been. */
  readonly hasCaughtUp: boolean
  /** Everything is to be read anew. */
  restart(): void
  /**
   * One reading at a head: pools with a new state, or null where the allowance is used up or nothing is due.
   * @throws what the provider fails with; the head's allowance is used up then
   */
  read(head: Head, isPresent: () => boolean): Promise<readonly Hex[] | null>
}

type Spending = ReadAllowance & { readonly hash: Hex; readonly sinceMs: number }

export function createBlockReads(options: BlockReadsOptions): BlockReads {
  const { pool, tracker, wants, lists } = options
  let hasCaughtUp = false
  let spending: Spending | null = null

  /** What may be asked of a block: again where the next one is late, and without end until the book has caught up. */
  function toSpending({ hash }: Head): Spending {
    const nowMs = performance.now()
    const isSpent = hasCaughtUp || spending?.rounds === roundsPerBlock
    const isSame = spending?.hash === hash && nowMs - spending.sinceMs < pool.chain.blockTimeMs && isSpent
    spending = isSame && spending ? spending : { rounds: roundsPerBlock, readsPerRound, hash, sinceMs: nowMs }
    return spending
  }

  return {
    get hasCaughtUp() {
      return hasCaughtUp
    },
    restart() {
      hasCaughtUp = false
    },
    async read(head, isPresent) {
      const allowance = toSpending(head)
      const before = allowance.rounds
      if (before === 0) return null
      try {
        const touched = await readOnce(options, head, allowance, isPresent)
        if (tracker.waiting + wants.waiting === 0 && lists.isWhole) hasCaughtUp = true
        return allowance.rounds === before ? null : touched
      } catch (error) {
        allowance.rounds = 0
        throw error
      }
    },
  }
}

/** One reading of whatever is due: pools, pools to be compared, and pairs of tokens. Returns the pools with a new state. */
async function readOnce(
  options: BlockReadsOptions,
  head: Head,
  allowance: ReadAllowance,
  isPresent: () => boolean,
): Promise<readonly Hex[]> {
  const { pool, chain, dexes, tracker, history, proof, wants, signal } = options
  if (isTimeForAddresses(options, head, allowance)) return readAddresses(options, head, allowance)
  if (isTimeForLists(options, head)) return readLists(options, head, allowance, isPresent)
  const compared = allowance.rounds < 2 ? [] : proof.select(head.number, history.version.states.keys)
  const proving = tracker.toDue(compared).map((one) => ({ ...one, how: 'state' }) as const)
  const asked = allowance.rounds < 2 ? [] : wants.pairs.take()
  const reserved = proving.length * readsPerProof + asked.length * readsPerPair
  const due = selectDue(tracker.due(), { ...allowance, readsPerRound: allowance.readsPerRound - reserved })
  if (due.length + proving.length + asked.length === 0) return []
  const reader = limitReads(await createHeadReader(pool, head, signal), allowance)
  const [reading, proven, found] = await Promise.all([
    readDuePools(reader, due),
    readDuePools(reader, proving),
    Promise.all(asked.map(async (tokens) => ({ tokens, pools: await lookUpPools(reader, chain, dexes, tokens) }))),
  ])
  if (!isPresent()) return []
  const wrong = proof.compare(head.number, (id) => history.version.states.get(id) ?? null, proven.states)
  for (const { tokens, pools } of found) wants.pairs.finish(tokens, pools)
  return tracker.take({ ...reading, states: new Map([...reading.states, ...wrong]) })
}

/** A strange contract may spoil a call for all that are asked in it: it gets calls of its own, when there is time. */
function isTimeForAddresses(
  { tracker, wants }: BlockReadsOptions,
  { number }: Head,
  { rounds }: ReadAllowance,
): boolean {
  return rounds === roundsPerBlock && wants.addresses.size > 0 && (tracker.waiting === 0 || number % 2n === 0n)
}

async function readAddresses(
  { pool, addressForms, wants, signal }: BlockReadsOptions,
  head: Head,
  allowance: ReadAllowance,
): Promise<readonly Hex[]> {
  const addresses = wants.addresses.take()
  allowance.rounds = 0
  const reader = await createHeadReader(pool, head, signal)
  wants.addresses.finish(addresses, await lookUpAddresses(reader, addressForms, addresses))
  return []
}

/** At every other block, and while no pool waits. */
const isTimeForLists = ({ tracker, lists }: BlockReadsOptions, { number }: Head): boolean =>
  lists.waiting > 0 && (tracker.waiting === 0 || number % 2n === 1n)

/** One round of questions about what pools there are. */
async function readLists(
  { pool, tracker, wants, lists, signal }: BlockReadsOptions,
  head: Head,
  allowance: ReadAllowance,
  isPresent: () => boolean,
): Promise<readonly Hex[]> {
  const reader = limitReads(await createHeadReader(pool, head, signal), allowance)
  const questions = lists.select(Math.floor(allowance.readsPerRound / readsPerListQuestion))
  const answers = await readPoolLists(reader, questions)
  if (!isPresent()) return []
  const { found, gone } = lists.take(head.number, answers)
  if (gone.length > 0) tracker.remove(gone)
  wants.find(found)
  return []
}
