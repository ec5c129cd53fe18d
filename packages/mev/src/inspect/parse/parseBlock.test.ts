import { readRecordingLines } from '@outrigger/devnet/recorded'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectTransactions } from '../inspectTransactions.ts'
import { parseBlock } from './parseBlock.ts'

type Trace = {
  readonly action: Readonly<Record<string, string>>
  readonly result: Readonly<Record<string, string>> | null
  readonly traceAddress: readonly number[]
  readonly type: string
  readonly error?: string
}
type Row = {
  readonly block: { readonly number: string; readonly miner: string }
  readonly transactions: readonly { readonly tx: object; readonly receipt: object; readonly traces: readonly Trace[] }[]
}

const rows = readRecordingLines<Row>('mev-inspect-py/blocks.ndjson.gz')

/** Converts Parity's list to the tree of geth's `callTracer`. */
function toTree(traces: readonly Trace[], path: readonly number[] = []): object {
  const own = traces.find(({ traceAddress }) => traceAddress.join() === path.join())
  const children = traces.filter(
    ({ traceAddress }) =>
      traceAddress.length === path.length + 1 && traceAddress.slice(0, path.length).join() === path.join(),
  )
  const { from, to, value, input, address, refundAddress, balance, callType } = own?.action ?? {}
  return {
    type: (own?.type === 'suicide' ? 'selfdestruct' : (callType ?? own?.type ?? 'call')).toUpperCase(),
    from: from ?? address,
    to: to ?? refundAddress ?? own?.result?.['address'],
    value: value ?? balance,
    input,
    output: own?.result?.['output'],
    ...(own?.error && { error: own.error }),
    calls: children.map(({ traceAddress }) => toTree(traces, traceAddress)),
  }
}

describe('a block', () => {
  it('has the same result for both trace formats, for hex and numbers, and for a number instead of a header', () => {
    for (const row of rows) {
      const block = parseBlock(row)
      expect(block?.skipped).toEqual([])
      const trees = row.transactions.map((one) => ({ ...one, traces: toTree(one.traces) }))
      expect(parseBlock({ ...row, transactions: trees })).toEqual(block)
      expect(parseBlock({ ...row, block: Number(row.block.number) })).toEqual({ ...block, coinbase: null })
      const shuffled = row.transactions.map((one) => ({ ...one, traces: one.traces.toReversed() }))
      expect(parseBlock({ ...row, transactions: shuffled.toReversed() })).toEqual(block)
    }
  })

  it('is null for other input', () => {
    for (const row of [null, 5, '', [], {}, { block: 1 }, { block: 'x', transactions: [] }, { transactions: [] }])
      expect(parseBlock(row)).toBeNull()
  })

  it('skips invalid transactions with a reason', () => {
    const hash = `0x${'ab'.repeat(32)}`
    const logs = [{ address: 1 }]
    const transactions = [
      null,
      { tx: { hash } },
      { tx: { hash }, receipt: {} },
      { tx: { hash, from: hash.slice(0, 42) }, receipt: { logs } },
    ]
    expect(parseBlock({ block: '0x5', transactions })?.skipped).toMatchObject([
      { hash: null, reason: 'It has no hash.' },
      { hash, reason: 'It has no receipt.' },
      { hash, reason: 'It has no sender.' },
      { hash, reason: 'Its logs cannot be read.' },
    ])
  })

  it('unwraps a few envelopes of a trace but not thousands', () => {
    const [first] = rows
    const entry = first?.transactions[0] as { readonly traces: unknown }
    const read = (traces: unknown) =>
      parseBlock({ block: '0x1', transactions: [{ ...entry, traces }] })?.transactions[0]
    const within = (name: string, depth: number): unknown => {
      let traces = entry.traces
      for (let at = 0; at < depth; at++) traces = name === '' ? [{ trace: traces }] : { [name]: traces }
      return traces
    }
    expect(read({ trace: entry.traces })?.calls).toEqual(read(entry.traces)?.calls)
    for (const name of ['', 'result', 'trace']) expect(read(within(name, 100_000))?.calls).toBeNull()
  })

  it('never throws for any response', () => {
    const [first] = rows
    const sample = first?.transactions.slice(0, 12) ?? []
    const odd = fc.constantFrom<unknown>(null, 0, -1, 1e30, '', '0x', '0xzz', `0x${'f'.repeat(70)}`, [], {}, [[]], true)
    const change = fc.record({ at: fc.nat(), value: odd })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const copy = structuredClone(sample)
        for (const { at, value } of changes) put(copy, at, value)
        const block = parseBlock({ block: '0x1', transactions: copy })
        if (block !== null) inspectTransactions(block)
      }),
      { seed: 7, numRuns: Number(process.env['OUTRIGGER_INSPECT_FUZZ'] ?? 400) },
    )
  })
})

/** Replaces a random nested value. */
function put(target: object, seed: number, value: unknown): void {
  const keys = Object.keys(target)
  const key = keys[seed % Math.max(1, keys.length)]
  if (key === undefined) return
  const inner: unknown = Reflect.get(target, key)
  const isLeaf = typeof inner !== 'object' || inner === null
  if (isLeaf || seed % 7 === 0) Reflect.set(target, key, value)
  else put(inner, Math.floor(seed / 3), value)
}
