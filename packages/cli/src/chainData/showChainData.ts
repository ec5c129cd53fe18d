import type { AsOf, CallFrame } from '@outrigger/data'
import { toWireAsOf } from '@outrigger/server/internal'
import { formatAge } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'

type Row = { readonly [field: string]: unknown }

/** One field a line; as JSON with the block it is of. */
export function showRow(output: Output, row: Row, asOf: AsOf | null): void {
  output.data({ ...row, as_of: asOf && toWireAsOf(asOf) }, () => [
    ...toTable(
      [{ title: 'field' }, { title: 'value' }],
      Object.entries(row).map(([name, value]) => [name.replaceAll('_', ' '), String(value ?? '-')]),
    ),
    ...toAsOfLines(asOf),
  ])
}

export function toAsOfLines(asOf: AsOf | null): readonly string[] {
  if (asOf === null) return []
  const { block, ageMs, finality, source } = asOf
  return ['', `as of block ${block}, ${formatAge(ageMs)} old, ${finality}, from ${source}`]
}

/** The calls of a transaction, each below the one that made it. */
export function toCallLines(
  { type, from, to, value = '0x0', error, calls = [] }: CallFrame,
  depth = 0,
): readonly string[] {
  const paid = BigInt(value) > 0n ? `, ${BigInt(value)} wei` : ''
  const failed = error === undefined ? '' : `, ${error}`
  const line = `${'  '.repeat(depth)}${type.toLowerCase()} ${depth === 0 ? `${from} to ` : ''}${to ?? 'nothing'}${paid}${failed}`
  return [line, ...calls.flatMap((call) => toCallLines(call, depth + 1))]
}
