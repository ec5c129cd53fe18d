import type { FamilyPool } from '@outrigger/core'
import type { AsOf } from '../../asOf.ts'
import { askSolana, confirmed, versions } from './askSolana.ts'
import type { RpcBlock, RpcInteger } from './rpcTypes.ts'
import { toBigInt } from './transaction/toTransaction.ts'

/** A block without its transactions. */
export type SolanaHeader = {
  readonly slot: bigint
  /** Null if it is not known. */
  readonly hash: string | null
  readonly timestamp: bigint | null
}

/** Returns null if the slot has no block, or no reachable node keeps it. */
export async function readHeader(pool: FamilyPool, slot: bigint): Promise<SolanaHeader | null> {
  const options = { ...confirmed, ...versions, transactionDetails: 'none', rewards: false }
  try {
    const { result } = await askSolana<RpcBlock>(pool, 'getBlock', [Number(slot), options])
    return result && { slot, hash: result.blockhash, timestamp: toBigInt(result.blockTime) }
  } catch {
    return null
  }
}

type Known = { readonly untilMs: number; readonly slot: Promise<bigint | null> }
const known = new WeakMap<FamilyPool, Known>()
const lifetimeMs = 2_000

/** Returns the newest slot that cannot be replaced, read at most every two seconds. Null if no node reports it. */
function readFinalSlot(pool: FamilyPool): Promise<bigint | null> {
  const held = known.get(pool)
  if (held !== undefined && held.untilMs > performance.now()) return held.slot
  const slot = askSolana<RpcInteger>(pool, 'getSlot', [{ commitment: 'finalized' }]).then(
    ({ result }) => toBigInt(result),
    () => null,
  )
  known.set(pool, { untilMs: performance.now() + lifetimeMs, slot })
  return slot
}

/** Builds the `asOf` of an answer from its block: `final` since the commitment `finalized`, `safe` since `confirmed`. */
export async function toAsOf(pool: FamilyPool, header: SolanaHeader, source: string): Promise<AsOf> {
  const { slot, hash, timestamp } = header
  const final = await readFinalSlot(pool)
  const slotsSince = final === null || final < slot ? 0 : Number(final - slot)
  return {
    block: slot,
    hash,
    source,
    finality: final !== null && slot <= final ? 'final' : 'safe',
    ageMs:
      timestamp === null ? slotsSince * pool.chain.blockTimeMs : Math.max(0, Date.now() - Number(timestamp) * 1000),
  }
}
