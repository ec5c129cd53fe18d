import { setImmediate } from 'node:timers/promises'
import type { ProviderPool } from '@outrigger/core'
import type { PoolBookUpdate } from '@outrigger/defi/dex'
import type { PoolState } from '@outrigger/defi/internal'
import type { Address, PublicClient } from 'viem'
import { applyTransaction } from '../view/applyTransaction.ts'
import { createPoolView } from '../view/poolView.ts'
import { computeOutcome } from './computeOutcome.ts'
import type { Counted } from './countedScores.ts'
import { type MinedLiquidation, readMinedLiquidations } from './minedLiquidations.ts'
import type { MinedLog, MinedPools } from './minedPools.ts'
import type { Outcome, VoidReason } from './outcome.ts'
import type { Due } from './prediction.ts'
import { readMinedLogs } from './readMinedLogs.ts'
import { getSimulatedOutcome, isSimulatedFinding } from './simulatedOutcome.ts'

export type ScoreBlockParts = {
  readonly pool: Pick<ProviderPool, 'send'>
  readonly client: PublicClient
  /** Tokens in which a copied call may pay. */
  readonly tokens: readonly Address[]
  readonly block: PoolBookUpdate
  /**
   * State after the parent block. Null if the pool book missed that block. Only findings on the block's own state can
   * be scored then.
   */
  readonly parent: PoolBookUpdate | null
  readonly child: PoolBookUpdate | null
  readonly signal: AbortSignal
}

/** Largest number of contract addresses in one `eth_getLogs` request. */
const maxAddresses = 256
/** Largest number of liquidations and copied calls to simulate per block. */
const maxSimulated = 32

/** Scores the findings of one block. Sends one `eth_getLogs` request for swaps, and more for liquidations and copied calls. */
export async function scoreBlock(all: readonly Due[], parts: ScoreBlockParts): Promise<readonly Counted[]> {
  const undecided = all.flatMap((due) => (due.undecided === null ? [] : [toVoid(due, due.undecided)]))
  const decided = all.filter((due) => due.undecided === null)
  const ofSwaps = decided.filter(({ finding }) => !isSimulatedFinding(finding))
  const ofCalls = decided.filter(({ finding }) => isSimulatedFinding(finding))
  return [...undecided, ...(await scoreSwaps(ofSwaps, parts)), ...(await scoreCalls(ofCalls, parts))]
}

/** Scores liquidations and copied calls by simulating them on the state before the block. */
async function scoreCalls(all: readonly Due[], parts: ScoreBlockParts): Promise<readonly Counted[]> {
  if (all.length === 0) return []
  const { pool, client, tokens, block, parent, child, signal } = parts
  const read = (of: PoolBookUpdate | null) =>
    of === null ? [] : readMinedLiquidations(pool, { hash: of.hash, signal }).catch(() => [])
  const [own, next] = await Promise.all([read(block), read(child)])
  const scored: Counted[] = []
  for (const [index, due] of all.entries()) {
    signal.throwIfAborted()
    const { finding } = due
    const isOfState = due.entries.length === 0
    const before = isOfState ? block : parent
    if (!isSimulatedFinding(finding)) continue
    if (index >= maxSimulated) scored.push(toVoid(due, 'overload'))
    else if (before === null) scored.push(toVoid(due, 'unknownPools'))
    else {
      const input = { ...due, client, tokens, parent: before, liquidations: isOfState ? next : own }
      const outcome = await getSimulatedOutcome(finding, input).catch((): Outcome => unavailable)
      scored.push({ finding, outcome, isTaken: isOfState && isLiquidated(finding, next) })
    }
  }
  return scored
}

const unavailable: Outcome = { kind: 'void', why: 'unavailable' }

function isLiquidated(finding: Due['finding'], liquidations: readonly MinedLiquidation[]): boolean {
  return (
    finding.type === 'liquidation' && liquidations.some(({ borrower }) => borrower === finding.opportunity.borrower)
  )
}

async function scoreSwaps(
  all: readonly Due[],
  { pool, block, parent, child, signal }: ScoreBlockParts,
): Promise<readonly Counted[]> {
  const addresses = new Set<Address>()
  const scored: Counted[] = []
  const within: Due[] = []
  for (const due of all) {
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

/** Scores a finding without transactions on the state that the detector reported it for. */
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

/** Returns the score of a finding without a verdict. */
export const toVoid = ({ finding }: Pick<Due, 'finding'>, why: VoidReason): Counted => ({
  finding,
  isTaken: false,
  outcome: { kind: 'void', why },
})

/** Returns the contracts whose logs describe how the block changed the finding's pools. */
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

/** Returns the contracts that log the changes of a pool. A Balancer pool logs some changes itself, and its Vault the others. */
function toEmitters(state: PoolState | null): readonly Address[] {
  if (state === null) return []
  return 'pool' in state ? [state.address, state.pool] : [state.address]
}
