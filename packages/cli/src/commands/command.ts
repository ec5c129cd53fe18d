import type { Command } from 'commander'
import type { Output } from '../output/output.ts'

export type GlobalFlags = { readonly json?: boolean; readonly verbose?: boolean }

type Work = (output: Output, signal: AbortSignal) => Promise<void>

export type Cli = {
  /** A command with an end; an interrupt does not wait for it. */
  run(flags: GlobalFlags, work: Work): Promise<void>
  /** A command that goes on until `signal` is aborted, then closes what it opened and returns. */
  serve(flags: GlobalFlags, work: Work): Promise<void>
}

/** Adds one command to the program. A new one is a file with such a function and a line in the registry. */
export type AddCommand = (program: Command, cli: Cli) => void

/** For repeatable options. */
export const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value]

/** A subcommand with the options every one of them has. */
export function addSubcommand(program: Command, usage: string, description: string): Command {
  return program
    .command(usage)
    .description(description)
    .option('--json', 'print JSON on stdout, one value a line')
    .option('--verbose', 'show the stack of an error')
}

/** Where providers come from. */
export function withProviders(command: Command): Command {
  return command
    .option('--rpc <chain=url,…>', 'RPC endpoints of a chain, primary first; repeatable', collect)
    .option('--beacon <url,…>', 'endpoints of the standard beacon API, primary first', collect)
    .option('--config <file>', 'configuration file (default: outrigger.config.{json,mjs} here)')
}

export function withDataDir(command: Command): Command {
  return command.option(
    '--data-dir <dir>',
    'where keys and books are kept (default: the data directory of your platform)',
  )
}

/** How a node is reached, and what it says. */
export function withServer(command: Command): Command {
  return withDataDir(command)
    .option('--port <port>', 'REST and streams; 0 takes a free one, also for the gateway (default: 8787)')
    .option('--gateway-port <port>', 'gateway (default: 8788)')
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)')
    .option('--no-dashboard', 'without the page that browsers get at /')
    .option(
      '--log <level>',
      'silent, error, warn, info or debug; on a terminal the log takes the place of the live view',
    )
}
