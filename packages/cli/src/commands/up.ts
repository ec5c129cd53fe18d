import { serveNode } from '../up/serveNode.ts'
import { type AddCommand, withBeacon, withDataDir } from './command.ts'
import { withDevnetOptions } from './devnetOptions.ts'
import { type NodeFlags, type Running, withNodeConfig } from './nodeConfig.ts'

type Flags = NodeFlags & { readonly open?: boolean; readonly printKey?: boolean }

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

async function up(flags: Flags, running: Running): Promise<void> {
  const view = { ...running, open: flags.open === true, printKey: flags.printKey === true }
  await withNodeConfig(flags, running, (parameters) => serveNode({ ...parameters, ...view }))
}
