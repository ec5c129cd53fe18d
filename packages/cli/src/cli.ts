import { redactText } from '@outrigger/core/internal'
import { Command, CommanderError } from 'commander'
import type { Cli } from './commands/command.ts'
import { loadCommands } from './commands/registry.ts'
import { openTableOf } from './commands/tableOptions.ts'
import { describeUnknownVariables } from './config/environment.ts'
import { loadEnvFile } from './config/loadSettings.ts'
import { exitCodes } from './exitCodes.ts'
import { createInterrupt } from './interrupt.ts'
import { toFailure } from './output/failure.ts'
import { createOutput } from './output/output.ts'
import { version } from './version.ts'

/** Runs one command line and returns the exit code of the process. */
export async function runCli(args: readonly string[]): Promise<number> {
  const interrupt = createInterrupt()
  const program = createProgram()
  let command = program
  program.hook('preAction', (_, chosen) => {
    command = chosen
  })
  const serve: Cli['serve'] = async (work) => {
    const json = program.opts<GlobalFlags>().json === true
    using table = await openTableOf(command, json)
    const output = createOutput(json, table)
    describeUnknownVariables(process.env).forEach(output.note)
    await work(output, interrupt.signal)
    table?.finish(output.note)
  }
  const cli: Cli = { serve, run: (work) => Promise.race([serve(work), interrupt.rejected]) }
  try {
    loadEnvFile()
    for (const addCommand of await loadCommands(args[0])) addCommand(program, cli)
    addHelp(program)
    joinRepeatedLists(program)
    await program.parseAsync(args, { from: 'user' })
    return interrupt.exitCode(true) ?? exitCodes.ok
  } catch (error) {
    const exitCode = interrupt.exitCode(false)
    if (exitCode !== null) return exitCode
    // Commander has already printed help, the version or an error. Help that was not requested is an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    const isVerbose = Boolean(process.env['OUTRIGGER_DEBUG']) || program.opts<GlobalFlags>().verbose === true
    const failure = toFailure(error, isVerbose)
    if (failure.message !== null) process.stderr.write(`outrigger: ${failure.message}\n`)
    return failure.exitCode
  }
}

/** A list that is given twice, such as `--token WETH --token USDC`, has the items of both. */
function joinRepeatedLists(command: Command): void {
  for (const option of command.options)
    if (option.flags.includes(',…') && option.parseArg === undefined) {
      const isRepeated = () => command.getOptionValueSource(option.attributeName()) === 'cli'
      option.argParser((value: string, before: string | undefined) => (isRepeated() ? `${before},${value}` : value))
    }
  command.commands.forEach(joinRepeatedLists)
}

/** `outrigger help keys create` prints what `outrigger keys create --help` prints. */
function addHelp(program: Command): void {
  program
    .command('help [command...]')
    .description('print help for outrigger or for a command')
    .action((names: readonly string[]) => {
      let command = program
      for (const name of names) {
        const next = command.commands.find((one) => one.name() === name)
        if (next === undefined) return command.error(`error: unknown command '${name}'`)
        command = next
      }
      command.help()
    })
}

type GlobalFlags = { readonly json?: boolean; readonly verbose?: boolean }

function createProgram(): Command {
  return (
    new Command('outrigger')
      .description(
        'A local node for on-chain trading over your own RPC providers, with failover: gas, mempool, lending, liquidations.',
      )
      .version(version, '-V, --version', 'print the version')
      .option('--json', 'print JSON on stdout, one value per line')
      .option('--verbose', 'print the stack trace of an error')
      .helpOption('-h, --help', 'print help')
      .helpCommand(false)
      .addHelpText('afterAll', ({ command }) =>
        command.parent === null ? '' : '\nEvery command also accepts --json and --verbose. See outrigger --help',
      )
      // An option that a command shares with its subcommand is parsed as the command's: `gas history --rpc …`.
      .hook('preAction', (_, command) => {
        const shared = command.parent?.opts() ?? {}
        for (const [name, value] of Object.entries(shared)) command.setOptionValue(name, value)
      })
      .showHelpAfterError('Run with --help to see what is possible.')
      // Arguments may be URLs with keys.
      .configureOutput({ writeErr: (text) => void process.stderr.write(redactText(text)) })
      .exitOverride()
  )
}
