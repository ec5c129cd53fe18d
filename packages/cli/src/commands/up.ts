import type { NodeConfig } from '@outrigger/server'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { refuseWithoutProviders } from '../config/providers.ts'
import { type Settings, toConfig } from '../config/settings.ts'
import { devnetChains, startEmbedded } from '../embedded/embedded.ts'
import { UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { serveNode } from '../up/serveNode.ts'
import { type AddCommand, withBeacon, withDataDir } from './command.ts'
import { type DevnetFlags, toDevnetOptions, withDevnetOptions } from './devnetOptions.ts'

type Flags = ConfigFlags &
  DevnetFlags & { readonly devnet?: boolean; readonly open?: boolean; readonly printKey?: boolean }

/** `outrigger up`: the local node. */
export const addUp: AddCommand = (program, cli) => {
  const command = program.command('up').description('start the local node')
  withBeacon(command)
  withDataDir(command)
    .option('--devnet', 'use embedded chains with traffic, whose providers can be made to fail')
    .option('--open', 'open the dashboard in the browser, signed in')
    .option('--print-key', 'print the API key and the sign-in link even if stdout is not a terminal')
    .option('--port <port>', 'port of REST and streams; 0 picks free ports, also for the gateway (default: 8787)')
    .option('--gateway-port <port>', 'port of the gateway (default: 8788)')
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)')
    .option('--no-dashboard', 'do not serve the dashboard')
    .option('--log <level>', 'silent, error, warn, info or debug; replaces the live view of a terminal')
  withDevnetOptions(command).action((flags: Flags) => cli.serve((output, signal) => up(flags, { output, signal })))
}

type Running = { readonly output: Output; readonly signal: AbortSignal }

async function up(flags: Flags, running: Running): Promise<void> {
  const settings = await loadSettings(flags)
  const config = toServerConfig(settings)
  const view = { ...running, open: flags.open === true, printKey: flags.printKey === true }
  if (flags.devnet) {
    if (flags.rpc || flags.beacon) throw new UsageError('--devnet has its own providers. Leave out --rpc and --beacon.')
    const hasDataDir = settings.get('dataDir')?.origin !== 'default'
    await serveDevnet(config, hasDataDir, toDevnetOptions(flags), view)
  } else {
    if (Object.keys(config.chains ?? {}).length === 0 && !config.beacon) refuseWithoutProviders()
    await serveNode({ config, ...view })
  }
}

type View = Running & { readonly open: boolean; readonly printKey: boolean }

async function serveDevnet(
  { dataDir, ...settings }: NodeConfig,
  hasDataDir: boolean,
  options: ReturnType<typeof toDevnetOptions>,
  view: View,
): Promise<void> {
  const { output, signal } = view
  await using embedded = await startEmbedded({ ...options, chains: devnetChains, onProgress: output.progress, signal })
  const config = {
    ...settings,
    // A devnet run keeps its data in memory unless a directory is set.
    ...(hasDataDir && dataDir !== undefined && { dataDir }),
    ...embedded.providers,
    analytics: { ...settings.analytics, ...embedded.providers.analytics },
  }
  await serveNode({ config, embedded, ...view })
}

function toServerConfig(settings: Settings): NodeConfig {
  const config = toConfig(settings)
  const anyPort = config.port === 0 && settings.get('gatewayPort')?.origin === 'default'
  return { ...config, ...(anyPort && { gatewayPort: 0 }) }
}
