import { setImmediate } from 'node:timers/promises'
import type { ProviderPool } from '@outrigger/core'
import type { PoolBookUpdate } from '@outrigger/defi/dex'
import type { PoolState } from '@outrigger/defi/internal'
import type { Address, PublicClient } from 'viem'
import type { Finding } from '../finding.ts'
import { computeOutcome, toPoolIds } from './computeOutcome.ts'
import type { MinedLog } from './minedPools.ts'
import { type Outcome, voided } from './outcome.ts'
import type { Due } from './predictions.ts'
import { readMinedLogs } from './readMinedLogs.ts'
import { getSimulatedOutcome, isSimulatedFinding } from './simulatedOutcome.ts'

/** A finding and its outcome on the chain. */
export type ScoredFinding = { readonly finding: Finding; readonly outcome: Outcome }

export type ScoreBlockParts = {
  readonly pool: Pick<ProviderPool, 'send'>
  readonly client: PublicClient
  /** Tokens in which a copied call may pay. */
  readonly tokens: readonly Address[]
  /** Null if a reorg removed the block. */
  readonly block: PoolBookUpdate | null
  /** State after the parent block. Null if the pool book missed it. Only findings on the block's own state can be scored then. */
  readonly parent: PoolBookUpdate | null
  readonly signal: AbortSignal
}

/** Largest number of liquidations and copied calls to simulate per block. */
const maxSimulated = 32

/** Scores the findings of one block. Reads the logs of their pools, and simulates liquidations and copied calls. */
export async function scoreBlock(all: readonly Due[], parts: ScoreBlockParts): Promise<readonly ScoredFinding[]> {
  const logs = await readLogs(all, parts)
  const scored: ScoredFinding[] = []
  let simulated = 0
  for (const due of all) {
    parts.signal.throwIfAborted()
    const { finding } = due
    const isBeyond = isSimulatedFinding(finding) && due.undecided === null && simulated++ >= maxSimulated
    scored.push({ finding, outcome: isBeyond ? voided('overload') : await judge(due, parts, logs) })
    await setImmediate()
  }
  return scored
}

async function judge(due: Due, parts: ScoreBlockParts, logs: readonly MinedLog[] | null): Promise<Outcome> {
  const { finding, terms, entries, undecided } = due
  const { block, client, tokens } = parts
  if (undecided !== null) return voided(undecided)
  if (block === null) return voided('reorganised')
  const before = entries.length === 0 ? block : parts.parent
  if (before === null) return voided('unknownPools')
  if (isSimulatedFinding(finding))
    return getSimulatedOutcome(finding, { ...due, client, tokens, parent: before }).catch(() => voided('unavailable'))
  if (logs === null) return voided('unavailable')
  // A finding without transactions is played on the state that the detector reported it for.
  const mined = { parent: before.snapshot, timestamp: block.timestamp, logs: entries.length === 0 ? [] : logs }
  return computeOutcome(finding, { ...terms, mined, transactions: entries })
}

/** Reads how the block changed the pools of findings. Returns null if the provider fails. */
async function readLogs(
  all: readonly Due[],
  { pool, block, parent, signal }: ScoreBlockParts,
): Promise<readonly MinedLog[] | null> {
  if (block === null || parent === null) return []
  const addresses = [...new Set(all.flatMap((due) => (due.undecided === null ? toAddresses(due, parent) : [])))]
  return readMinedLogs(pool, { hash: block.hash, addresses, signal }).catch(() => null)
}

/** Returns the contracts whose logs describe how the block changed the finding's pools. */
function toAddresses({ finding, entries, terms }: Due, { snapshot }: PoolBookUpdate): readonly Address[] {
  if (entries.length === 0 || finding.swaps.length === 0) return []
  return toPoolIds(finding, entries, snapshot, terms.taxes).flatMap((id) => toEmitters(snapshot.get(id)))
}

/** Returns the contracts that log the changes of a pool. A Balancer pool logs some changes itself, and its Vault the others. */
function toEmitters(state: PoolState | null): readonly Address[] {
  if (state === null) return []
  return 'pool' in state ? [state.address, state.pool] : [state.address]
}
