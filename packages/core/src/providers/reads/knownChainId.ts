import { numberToHex } from 'viem'
import type { ChainProfile } from '../../chains/chain.ts'
import type { Clock } from '../../time/clock.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { Answer } from '../poolTypes.ts'
import type { Payload, RpcCall } from '../wire/rpcCall.ts'

/**
 * Returns the chain id without a request if an endpoint has shown it, because it never changes. Null for other
 * requests, and if no endpoint has shown it.
 */
export function toKnownChainId(
  { method }: RpcCall,
  { chainId }: ChainProfile,
  healths: readonly EndpointHealth[],
  clock: Clock,
): Answer<Payload> | null {
  if (chainId === null || (method !== 'eth_chainId' && method !== 'net_version')) return null
  const verified = healths.find(({ verifiedAtMs }) => verifiedAtMs > 0)
  if (verified === undefined) return null
  const value = method === 'eth_chainId' ? numberToHex(chainId) : String(chainId)
  const { name: provider, role } = verified.endpoint
  const result = { value, text: () => JSON.stringify(value) }
  const how = { attempts: 0, hedged: false, cached: true, block: null, latencyMs: 0 }
  return { result, provider, role, ...how, ageMs: clock.now() - verified.verifiedAtMs }
}
