import { isFilterMethod, type MethodHandling, toMethodHandling } from '@outrigger/core/internal'
import { listenDefaults } from '../../node/configDefaults.ts'
import { version } from '../../version.ts'
import { discoverMethod } from '../rpc/call.ts'
import { rpcCodes } from '../rpc/errors.ts'
import { classifyMethod } from '../rpc/methodClass.ts'
import { defaultPatterns, type Policy, type PolicyOptions } from '../rpc/policy.ts'
import { ethMethods } from './ethMethods.ts'
import type { Method } from './method.ts'
import { nodeMethods } from './nodeMethods.ts'
import { schemas } from './schemas.ts'

export type OpenRpcOptions = {
  readonly version: string
  /** URL of the gateway. */
  readonly url: string
  readonly chains: readonly string[]
  readonly isAllowed: Policy
  readonly settings?: PolicyOptions | undefined
}

/** The address of a gateway that is not started yet. */
export const defaultUrl = `http://127.0.0.1:${listenDefaults.gatewayPort}`

type DescriptionParts = Omit<OpenRpcOptions, 'version' | 'url'> & {
  /** Returns the URL of the gateway, or null until it listens. */
  readonly toUrl: () => string | null
}

/** Returns a function that returns the document of a gateway as JSON text. */
export function createDescription({ toUrl, ...options }: DescriptionParts): () => string {
  let made: { readonly url: string; readonly text: string } | undefined
  return () => {
    const url = toUrl() ?? defaultUrl
    if (made?.url !== url) made = { url, text: JSON.stringify(toOpenRpc({ ...options, version, url })) }
    return made.text
  }
}

const methods: Readonly<Record<string, Method>> = { ...ethMethods, ...nodeMethods }

/** Nodes that serve the methods of a namespace. */
const servedBy: Readonly<Record<string, string>> = {
  eth: 'every execution client',
  net: 'every execution client',
  web3: 'every execution client',
  txpool: 'Geth, Erigon, Nethermind, Reth; few providers',
  rpc: 'Geth, Erigon, Nethermind, Reth',
  debug: 'Geth, Erigon, Nethermind, Reth, Besu; providers in some plans',
  trace: 'Erigon, Nethermind, Reth, Besu; providers in some plans',
}

/**
 * Returns the methods that a gateway serves as an OpenRPC document. Costs and policy come from the rules that the gateway applies
 * to each call. A method that `isAllowed` refuses is not in it.
 */
export function toOpenRpc({ version, url, chains, isAllowed, settings = {} }: OpenRpcOptions): object {
  const served = Object.entries(methods).filter(([name]) => name === discoverMethod || isAllowed(name))
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Outrigger gateway',
      version,
      description:
        'JSON-RPC of EVM chains through the provider pool. x-outrigger-cost and x-outrigger-policy of a method are what the gateway applies to each call. The gateway also passes on methods that match x-outrigger-allowed and are not listed, because their shape depends on the chain or provider.',
      license: { name: 'MIT' },
      'x-outrigger-allowed': settings.allowMethods ?? defaultPatterns.served,
      'x-outrigger-denied': [...defaultPatterns.refused, ...(settings.denyMethods ?? [])],
    },
    servers: chains.map((chain) => ({ name: chain, url: `${url}/${chain}/rpc` })),
    methods: served.map(([name, method]) => toMethod(name, method)),
    components: { schemas },
  }
}

function toMethod(name: string, method: Method): object {
  const { summary, params, result, example, only } = method
  const { class: group, tier, pool, costText, cost } = classifyMethod(name)
  return {
    name,
    summary,
    tags: [{ name: group }],
    paramStructure: 'by-position',
    params,
    result: { name: 'result', schema: result },
    errors: toErrors(tier !== null, toHandling(name).write),
    examples: [
      {
        name: `${name} example`,
        params: example.map((value, index) => ({ name: params[index]?.name ?? `${index}`, value })),
      },
    ],
    'x-outrigger-cost': {
      description: `Compute units${pool === 'trace' ? ' of the pool for traces' : ''}: ${costText}`,
      pool,
      example: cost(toPriced(name, example), anyHead),
    },
    'x-outrigger-policy': {
      description: describe(name, method, tier),
      tier,
      transports: only === undefined ? ['http', 'websocket'] : [only],
      served_by: toServers(name, method),
      ...toFields(toHandling(name)),
    },
  }
}

/** The cost of an example does not depend on the head, because its ranges begin and end at the latest block. */
const anyHead = () => 0n

/** The gateway prices the logs of a filter like a request with the parameters of the filter. */
function toPriced(name: string, example: Method['example']): Method['example'] {
  return name === 'eth_getFilterLogs' ? ethMethods.eth_newFilter.example : example
}

/** Whether the gateway answers a method itself, with what it stores or streams. */
function isOwn(name: string): boolean {
  if (name === discoverMethod || /^eth_(?:un)?subscribe$/.test(name)) return true
  return isFilterMethod(name) && name !== 'eth_getFilterLogs'
}

function toServers(name: string, { recent }: Method): string | undefined {
  if (isOwn(name)) return 'this gateway'
  return recent ? 'recent versions of some execution clients' : servedBy[name.split('_')[0] ?? '']
}

const own: MethodHandling = { write: false, hedged: false, cached: [], confirmsEmpty: false }

function toHandling(name: string): MethodHandling {
  if (isOwn(name)) return own
  return toMethodHandling(name === 'eth_getFilterLogs' ? 'eth_getLogs' : name)
}

/** `quorum` is the number of providers that must agree. The gateway never asks for more than one. */
function toFields({ write, hedged, cached, confirmsEmpty }: MethodHandling) {
  return { write, hedged, cached, confirms_empty: confirmsEmpty, quorum: 1 }
}

const lifetimes = { forever: 'by block hash', final: 'of final blocks', head: 'of the latest block' }

function describe(name: string, { only, params }: Method, tier: string | null): string {
  const { write, hedged, cached, confirmsEmpty } = toHandling(name)
  const stored =
    params.length === 0 && cached.includes('forever')
      ? 'that never change'
      : cached.map((kind) => lifetimes[kind]).join(', ')
  return [
    tier === null ? 'Every tier may call it.' : `Needs the tier ${tier} or higher.`,
    only === 'websocket' && 'Served over WebSockets only.',
    isOwn(name) && 'The gateway answers it without a provider.',
    write && 'Sent to one provider after the other until one accepts it, and never again if that is uncertain.',
    hedged && 'Sent to a second provider if the first one is slow.',
    stored !== '' && `Cached: answers ${stored}.`,
    confirmsEmpty && 'Other providers must confirm an empty answer.',
  ]
    .filter(Boolean)
    .join(' ')
}

function toErrors(isLimitedToTiers: boolean, write: boolean): readonly object[] {
  const { limitExceeded, methodNotFound, internal, uncertain } = rpcCodes
  return [
    { code: limitExceeded, message: 'A limit of the key is reached.' },
    { code: internal, message: 'No provider responds.' },
    ...(isLimitedToTiers ? [{ code: methodNotFound, message: 'The tier of the key is too low.' }] : []),
    ...(write ? [{ code: uncertain, message: 'It is unknown whether the transaction was accepted.' }] : []),
  ]
}
