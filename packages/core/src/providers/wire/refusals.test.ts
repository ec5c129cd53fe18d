import { describe, expect, it } from 'vitest'
import { classifyRpcError } from './classify.ts'
import { toErrorWords } from './errorWords.ts'
import { answersOfTheChain, contentRefusals, planRefusals, rangeRefusals } from './fixtures/refusals.ts'
import { isRangeError, isSizeError, toSuggestedBlocks } from './refusals.ts'

const all = [...rangeRefusals, ...contentRefusals, ...planRefusals, ...answersOfTheChain]
const refused = { from: 0n, to: 99_999n }

describe('a refusal is recognized by its words', () => {
  it.each(all.map((row) => [row.source, row.message, row] as const))('%s: %s', (_source, _message, row) => {
    const words = toErrorWords(row)
    expect(classifyRpcError(row)).toBe(row.kind)
    if (row.kind !== 'answer')
      expect({ size: isSizeError(words), range: isRangeError(words) }).toEqual({
        size: row.of !== undefined,
        range: row.of === 'range',
      })
    expect(toSuggestedBlocks(words, refused)).toBe(row.blocks ?? null)
  })

  it.each(rangeRefusals.map((row) => [row.source, row] as const))('under any code: %s', (_source, row) => {
    for (const code of [-32000, -32005, -32600, -32602, -32603, 35])
      expect(classifyRpcError({ ...row, code })).toBe('doubtful')
  })
})

it('a suggestion counts only for the refused range, and only if it is shorter', () => {
  const words = 'query returned more than 10000 results. Try with this block range [0x10, 0x1f].'
  expect(toSuggestedBlocks(words, { from: 16n, to: 99n })).toBe(16n)
  expect(toSuggestedBlocks(words, { from: 17n, to: 99n })).toBeNull()
  expect(toSuggestedBlocks(words, { from: 16n, to: 31n })).toBeNull()
  expect(toSuggestedBlocks('exceed maximum block range: 50', { from: 1n, to: 50n })).toBeNull()
})
