import { runCli } from './cli.ts'
import { exitCodes } from './exitCodes.ts'
import { toFailure } from './output/failure.ts'

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.failed)
})
process.on('uncaughtException', (error) => {
  process.stderr.write(`outrigger: ${toFailure(error, Boolean(process.env['OUTRIGGER_DEBUG'])).message}\n`)
  process.exit(exitCodes.failed)
})

const exitCode = await runCli(process.argv.slice(2))
// Idle keep-alive connections would hold the process for seconds; what was written is flushed first.
process.stdout.write('', () => process.exit(exitCode))
