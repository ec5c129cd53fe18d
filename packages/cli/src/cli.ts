import { redactText } from '@outrigger/core/internal'
import { Command, CommanderError } from 'commander'
import type { Cli } from './commands/command.ts'
import { loadCommands } from './commands/registry.ts'
import { describeUnknownVariables } from './config/environment.ts'
import { loadEnvFile } from './config/loadSettings.ts'
import { exitCodes } from './exitCodes.ts'
import { createInterrupt } from './interrupt.ts'
import { toFailure } from './output/failure.ts'
import { createOutput } from './output/output.ts'
import { version } from './version.ts'

/** Runs one command line and says how the process should end. */
export async function runCli(args: readonly string[]): Promise<number> {
  const interrupt = createInterrupt()
  let verbose = Boolean(process.env['OUTRIGGER_DEBUG'])
  const serve: Cli['serve'] = async (flags, work) => {
    verbose ||= flags.verbose === true
    const output = createOutput(flags.json === true)
    describeUnknownVariables(process.env).forEach(output.note)
    await work(output, interrupt.signal)
  }
  const cli: Cli = {
    serve,
    run: (flags, work) => Promise.race([serve(flags, work), interrupt.rejected]),
  }
  try {
    loadEnvFile()
    const program = createProgram()
    for (const addCommand of await loadCommands(args[0])) addCommand(program, cli)
    await program.parseAsync(args, { from: 'user' })
    return interrupt.exitCode(true) ?? exitCodes.ok
  } catch (error) {
    const exitCode = interrupt.exitCode(false)
    if (exitCode !== null) return exitCode
    // Commander has printed help, version or its complaint already; help nobody asked for is a complaint.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    const failure = toFailure(error, verbose)
    if (failure.message !== null) process.stderr.write(`outrigger: ${failure.message}\n`)
    return failure.exitCode
  }
}

function createProgram(): Command {
  return (
    new Command('outrigger')
      .description(
        'A local node for on-chain trading over your own RPC providers, with fail-over: gas, mempool, lending, liquidations.',
      )
      .version(version, '-V, --version', 'print the version')
      .helpOption('-h, --help', 'print help')
      .helpCommand('help [command]', 'print help, or that of a command')
      .showHelpAfterError('Run with --help to see what is possible.')
      // Arguments may be URLs with keys.
      .configureOutput({ writeErr: (text) => void process.stderr.write(redactText(text)) })
      .exitOverride()
  )
}
