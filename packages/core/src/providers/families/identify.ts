import type { ChainProfile } from '../../chains/chain.ts'
import { chains } from '../../chains/registry.ts'
import type { Cancellation } from '../../time/cancel.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
import { createAsk } from './ask.ts'
import type { EndpointIdentity, EndpointInterface, FamilyProtocol } from './familyTypes.ts'

/**
 * What an endpoint is: which interface it has, its network and its head. One that answers, but nothing that identifies it, has
 * an unknown interface.
 *
 * @throws {EndpointError} it does not answer, or with nothing of this family
 */
export async function identify(
  endpoint: Endpoint,
  protocol: FamilyProtocol,
  signal: Cancellation,
): Promise<EndpointIdentity> {
  const failures: EndpointError[] = []
  for (const [name, dialect] of Object.entries(protocol)) {
    const ask = createAsk(endpoint, signal, dialect)
    try {
      const head = await dialect.head(ask)
      return { endpoint, interface: name, head, network: await readNetwork(endpoint, dialect, signal) }
    } catch (error) {
      if (!(error instanceof EndpointError) || error.kind === 'unreachable' || error.kind === 'rateLimited') throw error
      // An error in the form of JSON-RPC comes from an interface of JSON-RPC, even if it does not report its head.
      if (isLackOfMethod(error))
        return { endpoint, interface: name, head: null, network: await readNetwork(endpoint, dialect, signal) }
      failures.push(error)
    }
  }
  const [first] = failures
  const isAlive = failures.some(({ kind }) => kind === 'empty' || kind === 'unsupported' || kind === 'answer')
  if (first !== undefined && !isAlive) throw first
  return { endpoint, interface: null, network: null, head: null }
}

const isLackOfMethod = ({ kind, answer }: EndpointError) =>
  kind === 'unsupported' && typeof (answer as { code?: unknown } | null)?.code === 'number'

/** Null where it does not say. @throws {EndpointError} it does not answer */
export async function readNetwork(
  endpoint: Endpoint,
  dialect: EndpointInterface,
  signal: Cancellation,
): Promise<string | null> {
  try {
    return await dialect.network(createAsk(endpoint, signal, dialect))
  } catch (error) {
    if (error instanceof EndpointError && ['unsupported', 'empty', 'answer'].includes(error.kind)) return null
    throw error
  }
}

/** The chain whose main network it is; undefined for test networks and local ones. */
export const findNetworkOwner = (network: string): ChainProfile | undefined =>
  Object.values<ChainProfile>(chains).find((chain) => chain.network === network)

/**
 * Whether an endpoint's network is that of the chain: its main network, or else one that is no other chain's and that all
 * endpoints of the pool share, as test networks and local ones are.
 *
 * @throws {EndpointError} of kind `wrongChain`
 */
export function checkNetwork(
  endpoint: Endpoint,
  chain: ChainProfile,
  network: string,
  others: ReadonlyMap<string, string | null>,
): void {
  if (network === chain.network) return
  const owner = findNetworkOwner(network)
  if (owner !== undefined)
    throw new EndpointError(
      endpoint.name,
      'wrongChain',
      `It serves ${owner.name}, not ${chain.name}. Use one of ${chain.name}.`,
    )
  for (const [name, other] of others)
    if (name !== endpoint.name && other !== network)
      throw new EndpointError(
        endpoint.name,
        'wrongChain',
        `It is on network ${network}, ${name} on ${other}. Use endpoints of one network.`,
      )
}
