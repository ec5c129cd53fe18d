import type { ChainProfile } from '../../chains/chain.ts'
import { chains } from '../../chains/registry.ts'
import type { Cancellation } from '../../time/cancel.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
import { createEndpointClient } from './endpointClient.ts'
import type { EndpointIdentity, EndpointInterface, FamilyProtocol } from './familyTypes.ts'

/**
 * Identifies an endpoint: its interface, its network and its head. The interface is unknown if the endpoint answers but none of
 * its answers identifies it.
 *
 * @throws {EndpointError} the endpoint does not answer, or not in a form of this family
 */
export async function identify(
  endpoint: Endpoint,
  protocol: FamilyProtocol,
  signal: Cancellation,
): Promise<EndpointIdentity> {
  const failures: EndpointError[] = []
  for (const [name, dialect] of Object.entries(protocol)) {
    const client = createEndpointClient(endpoint, signal, dialect)
    try {
      const head = await dialect.head(client)
      return { endpoint, interface: name, head, network: await readNetwork(endpoint, dialect, signal) }
    } catch (error) {
      if (!(error instanceof EndpointError) || error.kind === 'unreachable' || error.kind === 'rateLimited') throw error
      // A JSON-RPC error proves that the interface is JSON-RPC, even if the endpoint does not report its head.
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

/** Returns null if the endpoint does not report its network. @throws {EndpointError} the endpoint does not answer */
export async function readNetwork(
  endpoint: Endpoint,
  dialect: EndpointInterface,
  signal: Cancellation,
): Promise<string | null> {
  try {
    return await dialect.network(createEndpointClient(endpoint, signal, dialect))
  } catch (error) {
    if (error instanceof EndpointError && ['unsupported', 'empty', 'answer'].includes(error.kind)) return null
    throw error
  }
}

/** Returns the chain whose main network has this id. Undefined for test networks and local networks. */
export const findNetworkOwner = (network: string): ChainProfile | undefined =>
  Object.values<ChainProfile>(chains).find((chain) => chain.network === network)

/**
 * Checks that an endpoint's network fits the chain. It must be the chain's main network, or a test or local network
 * that all endpoints of the pool share.
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
      `It serves ${owner.name}, not ${chain.name}. Use an endpoint of ${chain.name}.`,
    )
  for (const [name, other] of others)
    if (name !== endpoint.name && other !== network)
      throw new EndpointError(
        endpoint.name,
        'wrongChain',
        `It is on network ${network}, ${name} on ${other}. Use endpoints of one network.`,
      )
}
