import { once } from 'node:events'
import { type ChainName, getChain } from '@outrigger/core'
import { createRowClassifier } from '../classify/rows.ts'
import { readLines } from '../mempool/lines.ts'
import { type Column, createTable } from '../output/table.ts'
import { type AddCommand, addSubcommand, type GlobalFlags } from './command.ts'

type Flags = GlobalFlags & { readonly chain: string }

const columns: readonly Column[] = [
  { title: 'hash', shorten: true, width: 11 },
  { title: 'type', width: 15 },
  { title: 'rule', text: true },
]

const progressEvery = 10_000

/** `outrigger classify`: recorded or signed transactions in, one row of what each is out; needs no provider. */
export const addClassify: AddCommand = (program, cli) => {
  addSubcommand(program, 'classify [file]', 'say what transactions do, from a file of JSON lines or stdin (-)')
    .requiredOption('--chain <chain>', 'chain they are for (required)')
    .addHelpText(
      'after',
      '\nA line is {"raw":"0x…"}, bare signed bytes, or a transaction in JSON-RPC form with at least "to" and "input".',
    )
    .action((file = '-', flags: Flags) =>
      cli.run(flags, async (output) => {
        const classify = createRowClassifier(getChain(flags.chain).name as ChainName)
        const table = createTable(columns)
        let [rows, failed] = [0, 0]
        for await (const { text, number } of readLines(file)) {
          const row = classify(text)
          rows += 1
          if ('error' in row) failed += 1
          const cells = 'error' in row ? ['error', row.error] : [row.tx_type, row.rule]
          output.data(row, () => table.toLines([[row.hash ?? `line ${number}`, ...cells]]))
          if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
          if (rows % progressEvery === 0) output.progress(`${rows.toLocaleString('en')} rows`)
        }
        if (failed > 0) output.note(`${failed} of ${rows} rows could not be read; they say why in "error".`)
      }),
    )
}
