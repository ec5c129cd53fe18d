import { once } from 'node:events'
import { type ChainName, getChain } from '@outrigger/core'
import { createRowClassifier } from '../classify/rows.ts'
import { readLines } from '../mempool/lines.ts'
import type { Output } from '../output/output.ts'
import { type Column, createTable } from '../output/table.ts'
import type { AddCommand } from './command.ts'

const columns: readonly Column[] = [
  { title: 'hash', shorten: true, width: 11 },
  { title: 'type', width: 15 },
  { title: 'rule', text: true },
]

const progressEvery = 10_000

/** `outrigger classify`: labels recorded or signed transactions. It needs no provider. */
export const addClassify: AddCommand = (program, cli) => {
  program
    .command('classify <chain> [file]')
    .description('label transactions, from a file of JSON lines or stdin (-)')
    .addHelpText(
      'after',
      '\nA line is {"raw":"0x…"}, signed bytes, or a transaction in JSON-RPC form with at least "to" and "input".',
    )
    .action((chain: string, file = '-') =>
      cli.run((output) => classifyLines(file, getChain(chain).name as ChainName, output)),
    )
}

async function classifyLines(file: string, chain: ChainName, output: Output): Promise<void> {
  const classify = createRowClassifier(chain)
  const table = createTable(columns)
  let [rows, failed] = [0, 0]
  for await (const { text, number } of readLines(file)) {
    const { row, toTable } = classify(text, number)
    const isError = 'error' in row
    rows += 1
    failed += Number(isError)
    const cells = isError ? ['error', row.error] : [row.tx_type, row.rule]
    output.data(row, () => table.toLines([[row.hash ?? `line ${number}`, ...cells]]), toTable)
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
    if (rows % progressEvery === 0) output.progress(`${rows.toLocaleString('en')} rows`)
  }
  if (failed > 0) output.note(`${failed} of ${rows} rows could not be read. Their "error" has the reason.`)
}
