// `npm create outrigger`: the same as `outrigger bot new`, in a package without dependencies.
import { Command } from 'commander'
import { describeNew } from './commands/bot.ts'
import { exitCodes, UsageError } from './exitCodes.ts'
import { createOutput } from './output/output.ts'

const program = new Command('create-outrigger')
  .description('create a small trading bot that runs')
  .helpOption('-h, --help', 'print help')
describeNew(program, (work) => work(createOutput(false), new AbortController().signal))
try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`create-outrigger: ${error.message}\n`)
  process.exitCode = exitCodes.usage
}
