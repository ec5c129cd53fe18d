import type { Command } from 'commander'
import type { Output } from '../output/output.ts'

type Work = (output: Output, signal: AbortSignal) => Promise<void>

export type Cli = {
  /** Runs a command that ends by itself. An interrupt stops it immediately. */
  run(work: Work): Promise<void>
  /** Runs a command until `signal` is aborted. Then the command closes what it opened and returns. */
  serve(work: Work): Promise<void>
}

/** Adds one command to the program. A new command is a file with such a function and a line in the registry. */
export type AddCommand = (program: Command, cli: Cli) => void

/** Collects the values of a repeatable option. */
export const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value]

export function withConfig(command: Command): Command {
  return command.option(
    '--config <file>',
    'configuration file (default: outrigger.config.{json,mjs} in this directory)',
  )
}

export function withProviders(command: Command): Command {
  return withConfig(
    command.option('--rpc <chain=url,…>', 'RPC endpoints of a chain, primary first; repeatable', collect),
  )
}

/** Adds the options for providers of chains and of the beacon chain. */
export function withBeacon(command: Command): Command {
  return withProviders(command).option(
    '--beacon <url,…>',
    'endpoints of the standard beacon API, primary first',
    collect,
  )
}

export function withDataDir(command: Command): Command {
  return command.option(
    '--data-dir <dir>',
    'directory for keys, books and indexes (default: the usual one of your platform)',
  )
}
