import type { ChainFamily } from '@outrigger/core/internal'
import { type AsOf, type CallFrame, type ParityTrace, toCallFrame } from '@outrigger/data'
import { toWireAsOf } from '@outrigger/server/internal'
import { formatAge } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { type StarknetTrace, toStarknetCallLines } from './starknetCalls.ts'

type Row = { readonly [field: string]: unknown }

type Further = { readonly fields: Row; readonly lines: readonly string[] }

/** Shows one field per line. JSON also has the block of the data, and further fields that a terminal shows as lines of their own. */
export function showRow(
  output: Output,
  row: Row,
  asOf: AsOf | null,
  further: Further = { fields: {}, lines: [] },
): void {
  output.data({ ...row, ...further.fields, as_of: asOf && toWireAsOf(asOf) }, () => [
    ...toTable(
      [{ title: 'field' }, { title: 'value' }],
      Object.entries(row).map(([name, value]) => [name.replaceAll('_', ' '), toText(value)]),
    ),
    ...further.lines,
    ...toAsOfLines(asOf),
  ])
}

/** Lists and objects are not printed. The text refers to `--json` instead. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '-' : `${value.length} (--json shows them)`
  return typeof value === 'object' && value !== null ? '(--json shows it)' : String(value ?? '-')
}

export function toAsOfLines(asOf: AsOf | null): readonly string[] {
  if (asOf === null) return []
  const { block, ageMs, finality, source } = asOf
  return ['', `as of block ${block}, ${formatAge(ageMs)} old, ${finality}, from ${source}`]
}

/** Lists the calls of a transaction. Each chain family has its own trace format. */
export function toTraceLines(traces: unknown, family: ChainFamily): readonly string[] {
  if (family === 'starknet') return toStarknetCallLines(traces as StarknetTrace)
  const frame = toCallFrame(traces as readonly ParityTrace[])
  return frame ? toCallLines(frame) : []
}

/** Lists the calls of a transaction, each below its caller. */
function toCallLines(frame: CallFrame): readonly string[] {
  const columns = [
    { title: 'call' },
    { title: 'to', shorten: true },
    { title: 'wei', align: 'right' },
    { title: 'failure', text: true },
  ] as const
  return [`sent by ${frame.from}`, '', ...toTable(columns, toCallRows(frame, 0))]
}

function toCallRows({ type, to, value = '0x0', error = '', calls = [] }: CallFrame, depth: number): string[][] {
  const row = [`${'  '.repeat(depth)}${type.toLowerCase()}`, to ?? '-', String(BigInt(value)), error]
  return [row, ...calls.flatMap((call) => toCallRows(call, depth + 1))]
}
