import { redactText } from '@outrigger/core/internal'
import type { TrafficAction } from './plan.ts'
import type { Scenario } from './scenario.ts'
import { type ScenarioKind, scenarios } from './scenarios/registry.ts'
import type { TrafficWorld } from './worldTypes.ts'

export type PlayerCounts = {
  /** Actions taken from the plan. */
  readonly planned: number
  /** Transactions that the chain accepted. An action is one, or two with a replacement. */
  readonly sent: number
  /** Actions that the chain rejected. */
  readonly failed: number
  /** Actions that were impossible in the chain's state, such as a transfer of an NFT that was not minted yet. */
  readonly idle: number
  /** Actions sent, by scenario. */
  readonly byKind: Readonly<Partial<Record<ScenarioKind, number>>>
  readonly lastError: string | undefined
}

export type Player = {
  /** Actions in flight. */
  readonly inFlight: number
  play(action: TrafficAction): void
  noteError(error: unknown): void
  toCounts(): PlayerCounts
  /** Waits for actions in flight. */
  finish(): Promise<void>
}

/** Runs actions in parallel and counts their results. */
export const createPlayer = (world: TrafficWorld): Player => {
  const byKind: Partial<Record<ScenarioKind, number>> = {}
  const counts = { planned: 0, sent: 0, failed: 0, idle: 0 }
  const inFlight = new Set<Promise<void>>()
  let lastError: string | undefined

  const noteError = (error: unknown): void => {
    lastError = redactText(error instanceof Error ? error.message : String(error))
  }
  const send = async ({ kind, account, parameters, ...tip }: TrafficAction): Promise<void> => {
    const actor = world.accounts[account]
    const outgoing = actor && (await (scenarios[kind] as Scenario<unknown>).build(parameters, actor, world))
    if (outgoing === undefined) {
      counts.idle++
      return
    }
    const sent = await outgoing.from.send(outgoing.drafts, tip)
    counts.sent += sent
    byKind[kind] = (byKind[kind] ?? 0) + 1
  }

  return {
    get inFlight() {
      return inFlight.size
    },
    play(action) {
      counts.planned++
      const playing = send(action)
        .catch((error: unknown) => {
          counts.failed++
          noteError(error)
        })
        .finally(() => inFlight.delete(playing))
      inFlight.add(playing)
    },
    noteError,
    toCounts: () => ({ ...counts, byKind: { ...byKind }, lastError }),
    async finish() {
      await Promise.all(inFlight)
    },
  }
}
