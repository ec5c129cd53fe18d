import { ApiAnswerError, type ApiClient } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'
import * as t from 'typebox'
import { Chain, defineTool, Limit, orNull, Text } from '../tool.ts'

const Endpoint = t.Object({
  name: Text,
  role: t.String({ description: 'primary or backup' }),
  status: t.String({ description: 'healthy, degraded, unavailable, or unknown before the first call' }),
  since: orNull(
    t.String({ description: 'Time since when it has this status; null if it never changed or is unknown' }),
  ),
  reason: orNull(t.String({ description: 'Why it is not healthy' })),
  latency_ms: orNull(t.Number({ description: 'Median of the last 64 calls' })),
  success_rate: orNull(t.Number({ description: 'Share of the last 64 calls that were answered' })),
  blocks_behind: orNull(t.Integer({ description: 'Blocks behind the best endpoint of the chain' })),
  calls: orNull(t.Integer({ description: 'Calls since the start of the node' })),
  failed: orNull(t.Integer({ description: 'Calls without a usable response' })),
  last_error: orNull(t.Object({ code: Text, message: Text, timestamp: Text })),
})

export const getProviderStatus = defineTool({
  name: 'get_provider_status',
  title: 'Which provider is slow or failing, and since when',
  description:
    'Status of the providers of the node: which one is slow or failing, since when and why, its latency, and recent failovers. Also lists the chains of the node. An API key without admin:account sees the primary and the best backup only, without times.',
  input: t.Object({ chain: t.Optional(Chain), events: t.Optional(Limit(50, 10)) }),
  output: t.Object({
    chains: t.Array(
      t.Object({
        chain: Text,
        status: Text,
        failover_active: orNull(t.Boolean({ description: 'True while a backup replaces the primary' })),
        head: orNull(t.Integer({ description: 'Latest block' })),
        endpoints: t.Array(Endpoint),
      }),
    ),
    events: t.Array(t.Object({ timestamp: Text, chain: Text, what: Text, reason: orNull(Text) }), {
      description: 'Last changes of status and failovers, newest first',
    }),
  }),
  endpoints: ['accountProviders', 'oracleHealth'],
  async ask({ chain, events = 10 }, api) {
    const providers = await readProviders(api)
    if (providers === null) {
      const health = await api.oracleHealth()
      return {
        data: { chains: toPublicChains(health).filter((one) => isWanted(one, chain)), events: [] },
        asOf: { timestamp: health.timestamp },
        notes: ['The API key lacks admin:account, so times, reasons and further backups are not shown.'],
      }
    }
    return {
      data: {
        chains: providers.chains.filter((one) => isWanted(one, chain)).map((one) => toChain(one, providers.events)),
        events: providers.events
          .filter((one) => isWanted(one, chain))
          .slice(-events)
          .reverse()
          .map(toEvent),
      },
      asOf: { timestamp: providers.timestamp },
    }
  },
  toText({ chains }) {
    const troubled = chains.flatMap(({ chain, endpoints }) =>
      endpoints
        .filter(({ status }) => status === 'degraded' || status === 'unavailable')
        .map(
          ({ name, status, since, reason }) =>
            `${name} of ${chain} is ${status}${since ? ` since ${since}` : ''}: ${reason ?? 'no reason known'}`,
        ),
    )
    return troubled.length === 0
      ? `No provider of ${chains.length} chains is degraded or unavailable.`
      : `${troubled.join('. ')}.`
  },
})

type Providers = Response<'accountProviders'>

const isWanted = (one: { readonly chain: string }, chain: string | undefined) =>
  chain === undefined || one.chain === chain

const readProviders = (api: ApiClient): Promise<Providers | null> =>
  api.accountProviders().catch((error: unknown) => {
    if (error instanceof ApiAnswerError && error.status === 403) return null
    throw error
  })

function toChain(
  { chain, status, failover_active, head, endpoints }: Providers['chains'][number],
  events: Providers['events'],
) {
  const heads = endpoints.flatMap((endpoint) => endpoint.head ?? [])
  const best = Math.max(...heads)
  return {
    chain,
    status,
    failover_active,
    head,
    endpoints: endpoints.map((endpoint) => {
      const { name, role, reason, latency_ms, success_rate, calls, failed, last_error } = endpoint
      return {
        name,
        role,
        status: endpoint.status,
        since: toSince(events, chain, endpoint),
        reason,
        latency_ms,
        success_rate,
        blocks_behind: endpoint.head === null ? null : best - endpoint.head,
        calls,
        failed,
        last_error,
      }
    }),
  }
}

/** Returns the time of the last change of status, if it changed to the present one. */
function toSince(
  events: Providers['events'],
  chain: string,
  { name, status }: Providers['chains'][number]['endpoints'][number],
): string | null {
  const last = events.findLast((one) => one.kind === 'status' && one.chain === chain && one.endpoint === name)
  return last?.to === status ? last.timestamp : null
}

function toEvent({ timestamp, chain, kind, endpoint, from, to, active, reason }: Providers['events'][number]) {
  const what = kind === 'status' ? `${endpoint} ${from} to ${to}` : active ? 'failover to a backup' : 'failover ended'
  return { timestamp, chain, what, reason }
}

function toPublicChains({ providers, chains }: Response<'oracleHealth'>) {
  return Object.entries(providers).map(([chain, roles]) => {
    const { newest_block = null, outage = null } = chains[chain] ?? {}
    const endpoints = (['primary', 'backup'] as const).flatMap((role) => {
      const endpoint = roles[role]
      if (endpoint === undefined) return []
      const { status, latency_ms, success_rate } = endpoint
      const hidden = { since: null, blocks_behind: null, calls: null, failed: null, last_error: null }
      return [{ name: role, role, status, reason: null, latency_ms, success_rate, ...hidden }]
    })
    const status = outage === null ? (roles.primary.status === 'healthy' ? 'healthy' : 'degraded') : outage.kind
    return { chain, status, failover_active: null, head: newest_block, endpoints }
  })
}
