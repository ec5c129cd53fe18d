import { setImmediate } from 'node:timers/promises'
import type { ProviderPool } from '@outrigger/core'
import type { PoolBookUpdate } from '@outrigger/defi'
import type { PoolState } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { applyTransaction } from '../view/applyTransaction.ts'
import { createPoolView } from '../view/poolView.ts'
import { computeOutcome } from './computeOutcome.ts'
import type { Counted } from './countedScores.ts'
import type { MinedLog, MinedPools } from './minedPools.ts'
import type { Outcome, VoidReason } from './outcome.ts'
import type { Due } from './prediction.ts'
import { readMinedLogs } from './readMinedLogs.ts'

type Parts = {
  readonly pool: Pick<ProviderPool, 'send'>
  readonly block: PoolBookUpdate
  /** Null where it was missed: then nothing but the block's own state is known. */
  readonly parent: PoolBookUpdate | null
  readonly child: PoolBookUpdate | null
  readonly signal: AbortSignal
}

/** Most contracts in one `eth_getLogs`. */
const maxAddresses = 256

/** Holds the findings of one block against it, with one call at most. */
export async function scoreBlock(
  all: readonly Due[],
  { pool, block, parent, child, signal }: Parts,
): Promise<readonly Counted[]> {
  const addresses = new Set<Address>()
  const scored: Counted[] = []
  const within: Due[] = []
  for (const due of all) {
    if (due.undecided !== null) {
      scored.push(toVoid(due, due.undecided))
      continue
    }
    const wanted = parent ? toAddresses(due, parent) : []
    if (addresses.size + wanted.length > maxAddresses) scored.push(toVoid(due, 'overload'))
    else {
      for (const address of wanted) addresses.add(address)
      within.push(due)
    }
  }
  let logs: readonly MinedLog[] = []
  try {
    logs = await readMinedLogs(pool, { hash: block.hash, addresses: [...addresses], signal })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Error)) throw error
    return all.map((due) => toVoid(due, 'unavailable'))
  }
  for (const due of within) {
    scored.push(
      due.entries.length === 0
        ? scoreOnState(due, block, child)
        : { finding: due.finding, outcome: playOn(due, parent, { timestamp: block.timestamp, logs }), isTaken: false },
    )
    await setImmediate()
  }
  return scored
}

/** One that rests on no transaction is played on the state that it was told of. */
function scoreOnState(due: Due, block: PoolBookUpdate, child: PoolBookUpdate | null): Counted {
  const outcome = playOn(due, block, { timestamp: block.timestamp, logs: [] })
  const next = child === null ? null : playOn(due, child, { timestamp: child.timestamp, logs: [] })
  return { finding: due.finding, outcome, isTaken: next?.kind === 'failed' }
}

function playOn(
  { finding, terms, entries }: Due,
  parent: PoolBookUpdate | null,
  rest: Pick<MinedPools, 'timestamp' | 'logs'>,
): Outcome {
  if (parent === null) return { kind: 'void', why: 'unknownPools' }
  const mined = { ...rest, parent: parent.snapshot }
  return computeOutcome(finding, { ...terms, mined, transactions: entries })
}

/** A finding that cannot be held against the chain. */
export const toVoid = ({ finding }: Pick<Due, 'finding'>, why: VoidReason): Counted => ({
  ...{ finding, isTaken: false },
  outcome: { kind: 'void', why },
})

/** The contracts whose logs tell what the block did to a finding's pools. */
function toAddresses({ finding, entries, terms }: Due, { snapshot }: PoolBookUpdate): readonly Address[] {
  if (entries.length === 0 || finding.swaps.length === 0) return []
  const view = createPoolView(snapshot)
  const hops = [
    ...finding.swaps.flatMap((swap) => swap.hops),
    ...entries.flatMap((entry) =>
      applyTransaction(entry, view.fork(), terms.taxes).swaps.flatMap(({ swap }) => swap.hops),
    ),
  ]
  return [...new Set(hops.flatMap(({ pool }) => toEmitters(snapshot.get(pool))))]
}

/** A pool of Balancer's Vault logs some of its changes itself. */
function toEmitters(state: PoolState | null): readonly Address[] {
  if (state === null) return []
  return 'pool' in state ? [state.address, state.pool] : [state.address]
}
