import type { NodeConfig } from '@outrigger/server'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { refuseWithoutProviders } from '../config/providers.ts'
import { type Settings, toConfig } from '../config/settings.ts'
import { devnetChains, startEmbedded } from '../embedded/embedded.ts'
import { UsageError } from '../exitCodes.ts'
import { serveNode } from '../up/serveNode.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withProviders, withServer } from './command.ts'
import { type DevnetFlags, toDevnetOptions, withDevnetOptions } from './devnetOptions.ts'

type Flags = ConfigFlags &
  GlobalFlags &
  DevnetFlags & { readonly devnet?: boolean; readonly open?: boolean; readonly printKey?: boolean }

/** `outrigger up`: the local node. */
export const addUp: AddCommand = (program, cli) => {
  const command = addSubcommand(program, 'up', 'start the local node').option(
    '--devnet',
    'on embedded chains with traffic, whose providers can be broken',
  )
  command
    .option('--open', 'open the dashboard in the browser, signed in')
    .option('--print-key', 'print the API key and the sign-in link also where stdout is no terminal, such as a log')
  withDevnetOptions(withServer(withProviders(command))).action((flags: Flags) =>
    cli.serve(flags, async (output, signal) => {
      const settings = await loadSettings(flags)
      const own = toServerConfig(settings)
      const [open, printKey] = [flags.open === true, flags.printKey === true]
      if (!flags.devnet) {
        if (Object.keys(own.chains ?? {}).length === 0 && !own.beacon) refuseWithoutProviders()
        return serveNode({ config: own, open, printKey, output, signal })
      }
      if (flags.rpc || flags.beacon)
        throw new UsageError('--devnet brings its own providers: leave out --rpc and --beacon.')
      await using embedded = await startEmbedded({
        ...toDevnetOptions(flags),
        chains: devnetChains,
        onProgress: output.progress,
        signal,
      })
      const { dataDir, ...rest } = own
      // Toys leave nothing behind, unless a place for it was named.
      const kept = settings.get('dataDir')?.origin === 'default' ? {} : { ...(dataDir && { dataDir }) }
      const analytics = { ...rest.analytics, ...embedded.providers.analytics }
      const config = { ...rest, ...kept, ...embedded.providers, analytics }
      await serveNode({ config, embedded, open, printKey, output, signal })
    }),
  )
}

function toServerConfig(settings: Settings): NodeConfig {
  const config = toConfig(settings)
  const anyPort = config.port === 0 && settings.get('gatewayPort')?.origin === 'default'
  return { ...config, ...(anyPort && { gatewayPort: 0 }) }
}
