import { type ChainName, getChain, type ProviderPool } from '@outrigger/core'
import { createNode, type OutriggerNode } from '@outrigger/server'
import { knownProtocols } from './flags.ts'
import { type ConfigFlags, loadSettings } from './loadSettings.ts'
import { requireChain } from './providers.ts'
import { toConfig } from './settings.ts'

/**
 * A node of one chain, given by its name or chain id, that listens nowhere and logs nothing; it shows every known protocol unless told otherwise. With
 * `keep` it shares the data directory, else it leaves nothing behind.
 *
 * @throws {UnknownChainError} @throws {NoProviderError}
 */
export async function createChainNode(
  flags: ConfigFlags,
  chain: string,
  { keep = false } = {},
): Promise<{ readonly node: OutriggerNode; readonly pool: ProviderPool; readonly name: ChainName }> {
  const name = getChain(chain).name as ChainName
  const config = toConfig(await loadSettings(flags))
  const { chains, dataDir, lendingProtocols = knownProtocols, lendingDeployments, lendingAgreement } = config
  const settings = requireChain(chains?.[name], name)
  const node = await createNode({
    chains: { [name]: settings },
    log: 'silent',
    lendingProtocols,
    ...(lendingDeployments && { lendingDeployments }),
    ...(lendingAgreement && { lendingAgreement }),
    ...(keep && dataDir !== undefined && { dataDir }),
  })
  return { node, pool: requireChain(node.pools[name], name), name }
}
