import { lendingIds } from '@outrigger/api/contract'
import { type ChainName, getChain, type ProviderPool } from '@outrigger/core'
import type { ChainPool } from '@outrigger/data'
import type { RelaySetting } from '@outrigger/mev/bundles'
import { createNode, type NodeConfig, type OutriggerNode } from '@outrigger/server'
import { openNode } from '@outrigger/server/internal'
import { type ConfigFlags, loadSettings } from './loadSettings.ts'
import { refuseWithoutProviders, requireChain } from './providers.ts'
import { toConfig } from './settings.ts'

/** Maximum time for which one command counts blocks. */
const countingMs = 25_000

/**
 * Creates a node of one EVM chain, given by its name or chain id. It does not listen and does not log. It reads every known
 * lending protocol, or those that the configuration names. With `keep` it stores its data in the data directory, otherwise in
 * memory. With `relays` it sends bundles.
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
  const { chains, dataDir, store, mev = {}, lendingProtocols = lendingIds } = config
  const { lendingDeployments, lendingAgreement } = config
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

/** The chains to read figures of, and the number of blocks that may be counted. */
export type FigureScope = {
  /** @default every chain with a provider */
  readonly chains?: readonly string[]
  /** @default 0 */
  readonly maxBlocks?: number
}

/**
 * Creates a node for figures of several chains. If it may count blocks, it stores the counts in the data directory.
 *
 * @throws {NoProviderError} none of the chains has a provider
 */
export async function createFigureNode(
  flags: ConfigFlags,
  { chains: names, maxBlocks = 0 }: FigureScope = {},
): Promise<OutriggerNode & { readonly marketSettings: NonNullable<NodeConfig['market']> }> {
  const config = toConfig(await loadSettings(flags))
  const { beacon, dataDir, store, prices, market = {}, lendingProtocols = lendingIds } = config
  const chains = Object.entries(config.chains ?? {}).filter(([name]) => names?.includes(name) ?? true)
  if (chains.length === 0) names?.[0] === undefined ? refuseWithoutProviders() : requireChain(undefined, names[0])
  const settings = {
    chains: Object.fromEntries(chains),
    log: 'silent',
    lendingProtocols,
    analytics: { count: false },
    ...(beacon && { beacon }),
    ...(dataDir !== undefined && maxBlocks > 0 && { dataDir }),
    ...(store !== undefined && { store }),
    ...(prices && { prices }),
  } as const
  const node = await openNode(settings, {}, { counting: { maxBlocks, maxMs: countingMs } })
  return { ...node, marketSettings: market }
}

/**
 * Creates a node of one chain of any family, for its data.
 *
 * @throws {UnknownChainError} @throws {NoProviderError}
 */
export async function createChainDataNode(
  flags: ConfigFlags,
  chain: string,
): Promise<{ readonly node: OutriggerNode; readonly pool: ChainPool; readonly name: ChainName }> {
  const name = getChain(chain).name as ChainName
  const config = toConfig(await loadSettings(flags))
  const node = await createNode({ chains: { [name]: requireChain(config.chains?.[name], name) }, log: 'silent' })
  return { node, pool: requireChain<ChainPool>(node.pools[name] ?? node.familyPools[name], name), name }
}
