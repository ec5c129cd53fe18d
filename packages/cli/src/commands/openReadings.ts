import { createClient, type OutriggerClient } from '@outrigger/api'
import type { NodeConfig } from '@outrigger/server'
import type { Command } from 'commander'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import { createNodeReadings } from '../readings/nodeReadings.ts'
import { createProviderReadings } from '../readings/providerReadings.ts'
import type { Readings } from '../readings/readings.ts'

export type ReadingFlags = ConfigFlags & { readonly node?: string; readonly apiKey?: string }

export function withNode(command: Command): Command {
  return command
    .option('--node <url>', 'send the request to a running node instead (default: OUTRIGGER_NODE or OUTRIGGER_URL)')
    .option(
      '--api-key <key>',
      'API key of that node (default: OUTRIGGER_API_KEY, which other users of this machine cannot see)',
    )
}

/** Returns the API key for a node, from the flag or the environment. */
export function toApiKey({ apiKey }: Pick<ReadingFlags, 'apiKey'>): string | undefined {
  return apiKey || process.env['OUTRIGGER_API_KEY'] || undefined
}

/** Returns the URL of the node that the environment names. The guides use `OUTRIGGER_URL` for programs. */
export const toDefaultNode = (): string | undefined => process.env['OUTRIGGER_NODE'] || process.env['OUTRIGGER_URL']

/** Returns the URL of the node to query: `--node`, or that of the environment if neither `--rpc` nor `--config` is given. */
export function toNodeUrl(flags: ReadingFlags): string | undefined {
  const providersNamed = flags.rpc ?? flags.config
  const url = flags.node ?? (providersNamed ? undefined : toDefaultNode())
  if (url && !(/^https?:/i.test(url) && URL.canParse(url)))
    throw new UsageError(
      '--node, OUTRIGGER_NODE and OUTRIGGER_URL take the address of a node, as in --node http://127.0.0.1:8787',
    )
  return url || undefined
}

/** Creates a client of the node to query. Undefined if the flags name providers instead. */
export function openClient(flags: ReadingFlags): OutriggerClient | undefined {
  const [url, apiKey] = [toNodeUrl(flags), toApiKey(flags)]
  return url === undefined ? undefined : createClient({ url, ...(apiKey && { apiKey }) })
}

/** Opens readings from a node or from providers, depending on the flags. `narrow` removes providers that are not needed. */
export async function openReadings(flags: ReadingFlags, narrow: (config: NodeConfig) => NodeConfig): Promise<Readings> {
  const url = toNodeUrl(flags)
  if (url) return createNodeReadings(url, toApiKey(flags))
  return createProviderReadings(narrow(toConfig(await loadSettings(flags))))
}

/** Keeps only the providers of these chains, or of all if none is named. Drops beacon providers. */
export function withChains(config: NodeConfig, names: readonly string[]): NodeConfig {
  const { beacon: _, chains = {}, ...rest } = config
  const kept = Object.entries(chains).filter(([chain]) => names.length === 0 || names.includes(chain))
  return { ...rest, chains: Object.fromEntries(kept) }
}
