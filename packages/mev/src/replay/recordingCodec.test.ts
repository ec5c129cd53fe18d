import type { Address } from 'viem'
import { expect, it } from 'vitest'
import { toPendingSwap } from '../detector/fixtures/standIns.ts'
import { toAddress } from '../fixtures/pools.ts'
import { createRecordingCodec } from './recordingCodec.ts'

const path: readonly Address[] = [toAddress(1), toAddress(2)]
const toEntry = (from: number) => toPendingSwap({ from: toAddress(from), path, amountIn: 5n, amountOut: 1n })

/** Returns what a reader gets. Lines are decoded in the order in which they were written. */
function pass(...values: readonly unknown[]): readonly unknown[] {
  const [writer, reader] = [createRecordingCodec(), createRecordingCodec()]
  return values.map((value) => reader.decode(writer.encode(value)))
}

it('keeps what JSON lacks', () => {
  const value = {
    wei: 2n ** 255n,
    negative: -1n,
    texts: ['~1', '~~', 'plain', '{"~tx": 1}'],
    odd: [Number.NaN, Number.POSITIVE_INFINITY, -0.5],
    map: new Map([[1n, new Map([['a', null]])]]),
  }
  expect(pass(value)).toEqual([value])
})

it('writes a transaction once, and returns the same object for each mention', () => {
  const [one, other] = [toEntry(1), toEntry(2)]
  const [writer, reader] = [createRecordingCodec(), createRecordingCodec()]
  const lines = [[one, other], { waiting: [other, one] }].map(writer.encode)
  expect(lines[1]?.length).toBeLessThan(60)
  const [[first, second], { waiting }] = lines.map((line) => reader.decode(line)) as [
    [unknown, unknown],
    { waiting: unknown[] },
  ]
  expect([first, second]).toEqual([one, other])
  expect(waiting[0]).toBe(second)
  expect(waiting[1]).toBe(first)
})

it('writes a transaction again after many others', () => {
  const [writer, reader] = [createRecordingCodec(), createRecordingCodec()]
  const [first, ...others] = Array.from({ length: 32_769 }, () => ({ ...toEntry(1) }))
  const lines = [first, ...others, first].map(writer.encode)
  expect(lines.at(-1)).toContain('"entry"')
  expect(lines.map((line) => reader.decode(line)).at(-1)).toEqual(first)
})

it('rejects a mention of a transaction that no line before has', () => {
  expect(() => createRecordingCodec().decode('{"~tx":7}')).toThrow('Transaction 7')
})
