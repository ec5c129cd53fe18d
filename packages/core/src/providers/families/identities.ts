import type { ChainProfile } from '../../chains/chain.ts'
import type { Cancellation } from '../../time/cancel.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
import { createEndpointClient } from './endpointClient.ts'
import type { FamilyProtocol } from './familyTypes.ts'
import { checkNetwork, identify, readNetwork } from './identify.ts'

/** Stores the interface and the network of each endpoint, as detected by its probes. */
export function createIdentities(chain: ChainProfile, protocol: FamilyProtocol) {
  const interfaces = new Map<string, string>()
  const networks = new Map<string, string | null>()

  function learnNetwork(endpoint: Endpoint, network: string | null): void {
    if (network === null) return
    checkNetwork(endpoint, chain, network, networks)
    networks.set(endpoint.name, network)
  }

  return {
    /** Returns the interface of an endpoint. Null if it is unknown. */
    interfaceOf: ({ name }: Endpoint) => interfaces.get(name) ?? null,
    network: () => [...networks.values()][0] ?? null,
    /** Returns whether the endpoint is on a test network while another endpoint is on the main network. */
    isMistaken({ name }: Endpoint): boolean {
      const own = networks.get(name)
      const isMistaken = own !== undefined && own !== chain.network && [...networks.values()].includes(chain.network)
      if (isMistaken) networks.delete(name)
      return isMistaken
    },
    async probe(endpoint: Endpoint, signal: Cancellation, identity: boolean): Promise<bigint | null> {
      const dialect = protocol[interfaces.get(endpoint.name) ?? '']
      if (dialect === undefined) {
        const found = await identify(endpoint, protocol, signal)
        learnNetwork(endpoint, found.network)
        if (found.interface !== null) interfaces.set(endpoint.name, found.interface)
        return found.head
      }
      if (identity) learnNetwork(endpoint, await readNetwork(endpoint, dialect, signal))
      return dialect.head(createEndpointClient(endpoint, signal, dialect)).catch(orNoHead)
    },
  }
}

/** Returns null for a node without a head. A node that lacks the method counts as well. */
function orNoHead(error: unknown): null {
  if (error instanceof EndpointError && error.kind === 'unsupported') return null
  throw error
}
