import type { ChainState, NodeState } from './outages.ts'

/** What the header says. `warn`: a provider fails, but every chain is served. */
export type HeaderState = { readonly level: 'good' | 'warn' | 'bad'; readonly text: string }

const faultWords = { unavailable: 'no provider', wrong_chain: 'wrong chain', late_head: 'late blocks' } as const

/** Says in a few words what does not work: `connected` is true only if the node, all its providers and its store work. */
export function toHeaderState({ answer, silentSinceMs }: Omit<NodeState, 'restartedAt'>): HeaderState {
  if (silentSinceMs !== undefined) return { level: 'bad', text: 'node does not answer' }
  if (answer === undefined) return { level: 'good', text: 'connecting …' }
  const chains = Object.entries(answer.chains)
  const outages = Object.entries(faultWords).flatMap(([kind, words]) => {
    const names = chains.flatMap(([chain, { outage }]) => (outage?.kind === kind ? chain : []))
    return names.length === 0 ? [] : `${words}: ${names.join(', ')}`
  })
  const faults = answer.store_failing_since ? [...outages, 'store fails'] : outages
  const failing = describeFailing(chains)
  if (faults.length > 0) return { level: 'bad', text: [...faults, ...failing].join(' · ') }
  return failing.length > 0 ? { level: 'warn', text: failing.join(' · ') } : { level: 'good', text: 'connected' }
}

/** Names the failing providers of chains that others still serve: `1 of 2 providers of base fails`. */
function describeFailing(chains: readonly (readonly [string, ChainState])[]): readonly string[] {
  return chains.flatMap(([chain, { outage, endpoints, unavailable_endpoints: failing }]) =>
    failing === 0 || outage?.kind === 'unavailable' || outage?.kind === 'wrong_chain'
      ? []
      : `${failing} of ${endpoints} providers of ${chain} ${failing === 1 ? 'fails' : 'fail'}`,
  )
}
