import type { DexFactories } from '@outrigger/calldata'
import type { ChainName, Head, ProviderPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { createHeadReader } from '../../follow/headReader.ts'
import type { AddressForm } from './addressForm.ts'
import { limitReads, type ReadAllowance } from './limitReads.ts'
import { lookUpAddresses } from './lookUpAddresses.ts'
import type { PoolLists } from './poolLists.ts'
import { lookUpPools } from './poolLookup.ts'
import type { PoolProof } from './poolProof.ts'
import type { PoolRequests } from './poolRequests.ts'
import type { PoolTracker } from './poolTracker.ts'
import { readDuePools, selectDue } from './readDuePools.ts'
import { readPoolLists, readsPerListQuery } from './readPoolLists.ts'
import type { VersionHistory } from './versionHistory.ts'

/** Together with the request for logs, three calls per block. */
const roundsPerBlock = 2
/** About ten million gas if storage is cold. Providers allow fifty million. */
const readsPerRound = 1_000
/** Upper limits for one round: the ticks of a pool, and the factories of all DEXes. */
const [readsPerProof, readsPerPair] = [80, 40]

export type BlockReadsOptions = {
  readonly pool: ProviderPool
  readonly chain: ChainName
  readonly dexes: readonly DexFactories[]
  /** How to check whether an address is a pool. */
  readonly addressForms: readonly AddressForm[]
  readonly tracker: PoolTracker
  readonly history: VersionHistory
  readonly proof: PoolProof
  readonly requests: PoolRequests
  readonly lists: PoolLists
  readonly signal: AbortSignal
}

/** Reads due pools within the number of calls allowed per block. */
type BlockReads = {
  /** Whether everything due at the start has been read. */
  readonly hasCaughtUp: boolean
  /** Marks everything as due again. */
  restart(): void
  /**
   * Reads once at a head. Returns the pools with a new state, or null if the allowance is used up or nothing is due.
   * @throws the provider's error, after which the head's allowance is used up
   */
  read(head: Head, isPresent: () => boolean): Promise<readonly Hex[] | null>
}

type Spending = ReadAllowance & { readonly hash: Hex; readonly sinceMs: number }

export function createBlockReads(options: BlockReadsOptions): BlockReads {
  const { pool, tracker, requests, lists } = options
  let hasCaughtUp = false
  let spending: Spending | null = null

  /**
   * Returns the allowance for a block. It is renewed if the next block is late. Until the book has caught up, it is
   * renewed without limit.
   */
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
        if (tracker.waiting + requests.waiting === 0 && lists.isWhole) hasCaughtUp = true
        return allowance.rounds === before ? null : touched
      } catch (error) {
        allowance.rounds = 0
        throw error
      }
    },
  }
}

/** Reads once: due pools, pools to compare, and pairs of tokens. Returns the pools with a new state. */
async function readOnce(
  options: BlockReadsOptions,
  head: Head,
  allowance: ReadAllowance,
  isPresent: () => boolean,
): Promise<readonly Hex[]> {
  const { pool, chain, dexes, tracker, history, proof, requests, signal } = options
  if (shouldReadAddresses(options, head, allowance)) return readAddresses(options, head, allowance)
  if (shouldReadLists(options, head)) return readLists(options, head, allowance, isPresent)
  const compared = allowance.rounds < 2 ? [] : proof.select(head.number, history.version.states.keys)
  const proving = tracker.toDue(compared).map((one) => ({ ...one, how: 'state' }) as const)
  const pairs = allowance.rounds < 2 ? [] : requests.pairs.take()
  const reserved = proving.length * readsPerProof + pairs.length * readsPerPair
  const due = selectDue(tracker.due(), { ...allowance, readsPerRound: allowance.readsPerRound - reserved })
  if (due.length + proving.length + pairs.length === 0) return []
  const reader = limitReads(await createHeadReader(pool, head, signal), allowance)
  const [reading, proven, found] = await Promise.all([
    readDuePools(reader, due),
    readDuePools(reader, proving),
    Promise.all(pairs.map(async (tokens) => ({ tokens, pools: await lookUpPools(reader, chain, dexes, tokens) }))),
  ])
  if (!isPresent()) return []
  const wrong = proof.compare(head.number, (id) => history.version.states.get(id) ?? null, proven.states)
  for (const { tokens, pools } of found) requests.pairs.finish(tokens, pools)
  return tracker.applyReading({ ...reading, states: new Map([...reading.states, ...wrong]) })
}

/** An unknown contract can make a shared call fail, so addresses are read in separate calls when there is time. */
function shouldReadAddresses(
  { tracker, requests }: BlockReadsOptions,
  { number }: Head,
  { rounds }: ReadAllowance,
): boolean {
  return rounds === roundsPerBlock && requests.addresses.size > 0 && (tracker.waiting === 0 || number % 2n === 0n)
}

async function readAddresses(
  { pool, addressForms, requests, signal }: BlockReadsOptions,
  head: Head,
  allowance: ReadAllowance,
): Promise<readonly Hex[]> {
  const addresses = requests.addresses.take()
  allowance.rounds = 0
  const reader = await createHeadReader(pool, head, signal)
  requests.addresses.finish(addresses, await lookUpAddresses(reader, addressForms, addresses))
  return []
}

/** Lists are read at every other block, and whenever no pool is due. */
const shouldReadLists = ({ tracker, lists }: BlockReadsOptions, { number }: Head): boolean =>
  lists.waiting > 0 && (tracker.waiting === 0 || number % 2n === 1n)

/** Makes one round of queries for the pools that exist. */
async function readLists(
  { pool, tracker, requests, lists, signal }: BlockReadsOptions,
  head: Head,
  allowance: ReadAllowance,
  isPresent: () => boolean,
): Promise<readonly Hex[]> {
  const reader = limitReads(await createHeadReader(pool, head, signal), allowance)
  const queries = lists.select(Math.floor(allowance.readsPerRound / readsPerListQuery))
  const results = await readPoolLists(reader, queries)
  if (!isPresent()) return []
  const { found, gone } = lists.applyResults(head.number, results)
  if (gone.length > 0) tracker.remove(gone)
  requests.find(found)
  return []
}
