import { type ChainName, chains, isChainName } from '@outrigger/core'
import { InvalidChainError, toNotConfigured } from '../node/chainErrors.ts'
import { toChainName } from '../node/chainName.ts'
import type { Pools } from '../node/providers.ts'
import type { GatewayChain } from './rpc/call.ts'

const servable: readonly ChainName[] = Object.values(chains).flatMap(({ name, family }) =>
  family === 'evm' ? [name] : [],
)

/**
 * Finds a configured chain by its name.
 * @throws {InvalidChainError} no EVM chain has the name @throws {UpstreamUnavailableError} it has no provider
 */
export function createChainFinder(pools: Pools): (name: string) => GatewayChain {
  const configured = new Map<string, GatewayChain>(Object.entries(pools).map(([name, pool]) => [name, { name, pool }]))
  return (text) => {
    const name = toChainName(text)
    const chain = configured.get(name)
    if (chain !== undefined) return chain
    if (!isChainName(name) || !servable.includes(name)) throw new InvalidChainError(name, servable, pools)
    throw toNotConfigured(name)
  }
}
