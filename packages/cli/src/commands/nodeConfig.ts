import type { NodeConfig } from '@outrigger/server'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { refuseWithoutProviders } from '../config/providers.ts'
import { type Settings, toConfig } from '../config/settings.ts'
import { devnetChains, type Embedded, startEmbedded } from '../embedded/embedded.ts'
import { UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { type DevnetFlags, toDevnetOptions } from './devnetOptions.ts'

export type NodeFlags = ConfigFlags & DevnetFlags & { readonly devnet?: boolean }
export type Running = { readonly output: Output; readonly signal: AbortSignal }

type Serve = (parameters: { readonly config: NodeConfig; readonly embedded?: Embedded }) => Promise<void>

/** Resolves the configuration of a node of this process and runs `serve` with it, within embedded chains with `--devnet`. */
export async function withNodeConfig(flags: NodeFlags, running: Running, serve: Serve): Promise<void> {
  const settings = await loadSettings(flags)
  const config = toServerConfig(settings)
  if (flags.devnet) {
    if (flags.rpc || flags.beacon) throw new UsageError('--devnet has its own providers. Leave out --rpc and --beacon.')
    const hasDataDir = settings.get('dataDir')?.origin !== 'default'
    await withDevnet(config, hasDataDir, { ...toDevnetOptions(flags), ...running }, serve)
  } else {
    if (Object.keys(config.chains ?? {}).length === 0 && !config.beacon) refuseWithoutProviders()
    await serve({ config })
  }
}

async function withDevnet(
  { dataDir, ...settings }: NodeConfig,
  hasDataDir: boolean,
  { output, signal, ...options }: ReturnType<typeof toDevnetOptions> & Running,
  serve: Serve,
): Promise<void> {
  await using embedded = await startEmbedded({ ...options, chains: devnetChains, onProgress: output.progress, signal })
  const config = {
    ...settings,
    // A devnet run keeps its data in memory unless a directory is set.
    ...(hasDataDir && dataDir !== undefined && { dataDir }),
    ...embedded.providers,
    analytics: { ...settings.analytics, ...embedded.providers.analytics },
  }
  await serve({ config, embedded })
}

function toServerConfig(settings: Settings): NodeConfig {
  const config = toConfig(settings)
  const anyPort = config.port === 0 && settings.get('gatewayPort')?.origin === 'default'
  return { ...config, ...(anyPort && { gatewayPort: 0 }) }
}
