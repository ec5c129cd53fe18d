import type { Response } from '@outrigger/api/contract'
import { createContext } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import { wire } from './client.ts'
import { formatTime } from './format.ts'
import { useReading } from './reading.ts'

type Answer = Response<'oracleHealth'>
export type ChainState = Answer['chains'][string]
export type Outage = NonNullable<ChainState['outage']>

/** What works now. */
export type NodeState = {
  /** The last answer of the node. Undefined before the first. */
  readonly answer: Answer | undefined
  /** Since when the node does not answer, in Unix ms. */
  readonly silentSinceMs: number | undefined
  /** When the page saw the node's start change. Undefined while the same process runs. */
  readonly restartedAt: string | undefined
}

const everyMs = 3000
/** A node that answers later is silent. The paths of requests that take longer have their own limit. */
const patienceMs = 4000

/** Repeatedly reads which parts of the node work. */
export function useNodeState(): NodeState {
  const {
    data: answer,
    atMs,
    error,
  } = useReading(() => wire.oracleHealth({}, { signal: AbortSignal.timeout(patienceMs) }), { everyMs })
  const silentSince = useRef<number | undefined>(undefined)
  silentSince.current = error === undefined ? undefined : (silentSince.current ?? atMs ?? Date.now())
  const startedAt = useRef<string | undefined>(undefined)
  startedAt.current ??= answer?.started_at
  const restartedAt = answer?.started_at === startedAt.current ? undefined : answer?.started_at
  return { answer, silentSinceMs: silentSince.current, restartedAt }
}

/** What works now, for all panels of a page. */
export const NodeStates = createContext<NodeState>({
  answer: undefined,
  silentSinceMs: undefined,
  restartedAt: undefined,
})

/** Returns since when the node does not answer, in Unix ms. Undefined while it answers. */
export const useSilence = (): number | undefined => useContext(NodeStates).silentSinceMs

/** The chain of a page about one chain. */
export const PageChain = createContext<string | undefined>(undefined)

/** Returns the state of a chain. Undefined without a chain, and before the first answer. */
export function useChainState(chain: string | undefined): ChainState | undefined {
  const { answer } = useContext(NodeStates)
  return chain === undefined ? undefined : answer?.chains[chain]
}

/** Returns a function that turns the id of a chain of the node into its name. Other texts remain. */
export function useChainNames(): (idOrName: string) => string {
  const { answer } = useContext(NodeStates)
  const chains = Object.entries(answer?.chains ?? {})
  return (idOrName) => chains.find(([, { chain_id }]) => String(chain_id) === idOrName)?.[0] ?? idOrName
}

/** Returns the chains whose present state is unknown. */
export function useLostChains(): readonly string[] {
  const { answer } = useContext(NodeStates)
  return Object.entries(answer?.chains ?? {}).flatMap(([chain, { outage }]) => (outage ? chain : []))
}

/** Returns why the present state of a chain is unknown. Undefined while a provider shows new blocks. */
export function useUnknown(chain: string | undefined): string | undefined {
  const outage = useChainState(chain)?.outage
  if (!outage) return undefined
  if (outage.kind === 'unavailable') return `Unknown: no provider of ${chain} responds.`
  if (outage.kind === 'wrong_chain') return `Unknown: no provider serves ${chain}.`
  return `Unknown: ${chain} has shown no block since ${formatTime(outage.since ?? 0)}.`
}

/** Says why the session of a page has ended. `startedAt` is the start of the process that the page has known. */
export async function describeEnd(startedAt: string | undefined): Promise<string> {
  const now = await wire.oracleHealth().catch(() => undefined)
  return now !== undefined && startedAt !== undefined && now.started_at !== startedAt
    ? `The node restarted at ${formatTime(now.started_at)}, which ends all sessions. Sign in again.`
    : 'The session has ended. Sign in again.'
}
