import { runCli } from './cli.ts'
import { exitCodes } from './exitCodes.ts'
import { toFailure } from './output/failure.ts'

process.stdout.on('error', endUnwritten)
process.on('uncaughtException', (error) => {
  process.stderr.write(`outrigger: ${toFailure(error, Boolean(process.env['OUTRIGGER_DEBUG'])).message}\n`)
  process.exit(exitCodes.failed)
})

const exitCode = await runCli(process.argv.slice(2))
// Exits at once, because idle keep-alive connections would keep the process alive for seconds. Flushes the output first.
process.stdout.write('', (error) => (error ? endUnwritten(error) : process.exit(exitCode)))

// A reader such as `head` closes the pipe early, which is not a failure. A full disk is.
function endUnwritten({ code }: NodeJS.ErrnoException): never {
  if (code === 'EPIPE') process.exit(exitCodes.ok)
  process.stderr.write(`outrigger: The output cannot be written (${code}).\n`)
  process.exit(exitCodes.failed)
}
