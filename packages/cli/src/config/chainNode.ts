import { type ChainName, getChain, type ProviderPool } from '@outrigger/core'
import type { ChainPool } from '@outrigger/data'
import type { RelaySetting } from '@outrigger/mev/bundles'
import { createNode, type OutriggerNode } from '@outrigger/server'
import { knownProtocols } from './flags.ts'
import { type ConfigFlags, loadSettings } from './loadSettings.ts'
import { requireChain } from './providers.ts'
import { toConfig } from './settings.ts'

/**
 * A node of one chain, given by its name or chain id, that listens nowhere and logs nothing; it shows every known protocol unless told otherwise. With
 * `keep` it shares the data directory, else it leaves nothing behind; with `relays` it sends bundles.
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
    lendingProtocols = knownProtocols,
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

/** The same of a chain of any family, for questions about its data. */
export async function createChainDataNode(
  flags: ConfigFlags,
  chain: string,
): Promise<{ readonly node: OutriggerNode; readonly pool: ChainPool }> {
  const name = getChain(chain).name as ChainName
  const settings = requireChain(toConfig(await loadSettings(flags)).chains?.[name], name)
  const node = await createNode({ chains: { [name]: settings }, log: 'silent' })
  return { node, pool: requireChain<ChainPool>(node.pools[name] ?? node.familyPools[name], name) }
}
