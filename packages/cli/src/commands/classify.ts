import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type ChainName, getChain } from '@outrigger/core'
import { createRowClassifier } from '../classify/rows.ts'
import { UsageError } from '../exitCodes.ts'
import { type AddCommand, addSubcommand, type GlobalFlags } from './command.ts'

type Flags = GlobalFlags & { readonly chain: string }

const progressEvery = 10_000

/** `outrigger classify`: recorded or signed transactions in, one row of what each is out; needs no provider. */
export const addClassify: AddCommand = (program, cli) => {
  addSubcommand(program, 'classify [file]', 'tell what transactions are, from a file of JSON lines or stdin (-)')
    .requiredOption('--chain <chain>', 'chain they are for')
    .addHelpText('after', '\nA line is {"raw":"0x…"} or a transaction in JSON-RPC form with at least "to" and "input".')
    .action((file: string | undefined, flags: Flags) =>
      cli.run(flags, async (output) => {
        const classify = createRowClassifier(getChain(flags.chain).name as ChainName)
        const input = file === undefined || file === '-' ? process.stdin : createReadStream(file)
        const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
        let [rows, failed] = [0, 0]
        try {
          for await (const line of lines) {
            if (line.trim() === '') continue
            const row = classify(line)
            rows += 1
            if ('error' in row) failed += 1
            output.data(row, () => [
              'error' in row
                ? `${row.hash ?? '-'}  error  ${row.error}`
                : `${row.hash ?? '-'}  ${row.tx_type.padEnd(15)}  ${row.rule}`,
            ])
            if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
            if (rows % progressEvery === 0) output.progress(`${rows.toLocaleString('en')} rows`)
          }
        } catch (cause) {
          if (!isFileError(cause)) throw cause
          throw new UsageError(`The file ${file} cannot be read (${cause.code}).`, { cause })
        }
        if (failed > 0) output.note(`${failed} of ${rows} rows could not be read; they say why in "error".`)
      }),
    )
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
