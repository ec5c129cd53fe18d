import { lendingIds } from '@outrigger/api/contract'
import { type ChainName, getChain, type ProviderPool } from '@outrigger/core'
import type { ChainPool } from '@outrigger/data'
import type { RelaySetting } from '@outrigger/mev/bundles'
import { createNode, type NodeConfig, type OutriggerNode } from '@outrigger/server'
import { type NodeLimits, openNode } from '@outrigger/server/internal'
import { type ConfigFlags, loadSettings } from './loadSettings.ts'
import { refuseWithoutProviders, requireChain } from './providers.ts'
import { toConfig } from './settings.ts'

/**
 * A node of one EVM chain, given by its name or chain id, that listens nowhere and logs nothing. It reads every known lending
 * protocol, or those that the configuration names. With `keep` it stores its data in the data directory, otherwise only in
 * memory; with `relays` it sends bundles.
 *
 * @throws {UnknownChainError} @throws {NoProviderError}
 */
export async function createChainNode(
  flags: ConfigFlags,
  chain: string,
  { keep = false, relays = [] }: { readonly keep?: boolean; readonly relays?: readonly RelaySetting[] } = {},
): Promise<{ readonly node: OutriggerNode; readonly pool: ProviderPool; readonly name: ChainName }> {
  const name = getChain(chain).name as ChainName
  const config = toConfig(await loadSettings(flags))
  const {
    chains,
    dataDir,
    store,
    mev = {},
    lendingProtocols = lendingIds,
    lendingDeployments,
    lendingAgreement,
  } = config
  const settings = requireChain(chains?.[name], name)
  const node = await createNode({
    chains: { [name]: settings },
    log: 'silent',
    lendingProtocols,
    ...(lendingDeployments && { lendingDeployments }),
    ...(lendingAgreement && { lendingAgreement }),
    ...(relays.length > 0 && { mev: { ...mev, relays, enabled: false } }),
    ...(keep && dataDir !== undefined && { dataDir }),
    ...(keep && store !== undefined && { store }),
  })
  return { node, pool: requireChain(node.pools[name], name), name }
}

/**
 * A node of every chain with a provider, for questions across them. With blocks to count it keeps the counts in the data
 * directory.
 *
 * @throws {NoProviderError}
 */
export async function createConfiguredNode(
  flags: ConfigFlags,
  counting: { readonly maxBlocks: number; readonly maxMs: number },
): Promise<OutriggerNode & { readonly marketSettings: NonNullable<NodeConfig['market']> }> {
  const {
    chains = {},
    beacon,
    dataDir,
    store,
    prices,
    market,
    lendingProtocols = lendingIds,
  } = toConfig(await loadSettings(flags))
  if (Object.keys(chains).length === 0) refuseWithoutProviders()
  const settings = {
    chains,
    log: 'silent',
    lendingProtocols,
    analytics: { count: false },
    ...(beacon && { beacon }),
    ...(dataDir !== undefined && counting.maxBlocks > 0 && { dataDir }),
    ...(store !== undefined && { store }),
    ...(prices && { prices }),
  } as const
  const node = await openNode(settings, {}, { counting })
  return { ...node, marketSettings: market ?? {} }
}

/**
 * A node of one chain of any family, for questions about its data. `toMore` makes further settings of the node from the
 * user's configuration, of which the node takes only the chain's providers by default.
 *
 * @throws {UnknownChainError} @throws {NoProviderError}
 */
export async function createChainDataNode(
  flags: ConfigFlags,
  chain: string,
  toMore: (config: NodeConfig) => NodeConfig = () => ({}),
  limits: NodeLimits = {},
): Promise<{ readonly node: OutriggerNode; readonly pool: ChainPool; readonly name: ChainName }> {
  const name = getChain(chain).name as ChainName
  const config = toConfig(await loadSettings(flags))
  const settings = requireChain(config.chains?.[name], name)
  const node = await openNode({ chains: { [name]: settings }, log: 'silent', ...toMore(config) }, {}, limits)
  return { node, pool: requireChain<ChainPool>(node.pools[name] ?? node.familyPools[name], name), name }
}
