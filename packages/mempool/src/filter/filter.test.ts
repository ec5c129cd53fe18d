import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileFilter } from './compileFilter.ts'
import { createFilterIndex } from './filterIndex.ts'
import { arbitraryEntry, arbitraryFilter, toNonceState, toUsd, words } from './fixtures/arbitraries.ts'

const context = { toUsd, toNonceState }

describe('the filter index', () => {
  it('finds the same listeners as evaluating every filter, also after removals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(arbitraryFilter, fc.boolean()), { maxLength: 40 }),
        fc.array(arbitraryEntry, { minLength: 1, maxLength: 8 }),
        (filters, entries) => {
          const index = createFilterIndex<number>(context)
          const removers = filters.map(([filter], id) => index.add(filter, id))
          for (const [id, [, leaves]] of filters.entries()) if (leaves) removers[id]?.()
          const staying = filters.flatMap(([filter, leaves], id) => (leaves ? [] : [{ id, filter }]))
          expect(index.size).toBe(staying.length)
          for (const entry of entries) {
            const asked = staying.filter(({ filter }) => compileFilter(filter, context)(entry))
            expect(index.match(entry).sort((a, b) => a - b)).toEqual(asked.map(({ id }) => id))
          }
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('is tested with filters that match and filters that do not', () => {
    const [entries, filters] = [
      fc.sample(arbitraryEntry, { numRuns: 100, seed: 1 }),
      fc.sample(arbitraryFilter, { numRuns: 200, seed: 2 }),
    ]
    const passed = filters.map((filter) => entries.filter(compileFilter(filter, context)).length / entries.length)
    expect(passed.filter((share) => share > 0 && share < 1).length).toBeGreaterThan(60)
  })

  it('removes each listener once, in any order, and counts the others', () => {
    const index = createFilterIndex<string>()
    const same = { types: ['swap' as const] }
    const [first, second, third] = [index.add(same, 'a'), index.add({ ...same }, 'a'), index.add({}, 'b')]
    const [entry] = fc.sample(arbitraryEntry, { numRuns: 1, seed: 3 })
    if (entry === undefined) return expect.unreachable()
    const swap = { ...entry, classification: { ...entry.classification, type: 'swap' as const } }
    expect(index.match(swap).sort()).toEqual(['a', 'a', 'b'])
    first()
    first()
    expect([index.size, index.match(swap).sort()]).toEqual([2, ['a', 'b']])
    second()
    third()
    expect([index.size, index.match(swap)]).toEqual([0, []])
    const again = index.add(same, 'c')
    second()
    expect(index.match(swap)).toEqual(['c'])
    again()
  })
})

describe('a filter', () => {
  const [entry] = fc.sample(arbitraryEntry, { numRuns: 1, seed: 4 })
  const passes = (filter: Parameters<typeof compileFilter>[0]) => entry !== undefined && compileFilter(filter)(entry)

  it('ignores empty lists, and accepts addresses in any case', () => {
    expect(passes({ types: [], addresses: [], tokens: [], dexes: [], protocols: [] })).toBe(true)
    const address = entry?.transaction.from.toUpperCase().replace('0X', '0x') as `0x${string}`
    expect(passes({ addresses: [address] })).toBe(true)
    expect(passes({ addresses: [words.nobody] })).toBe(false)
  })

  it('compares to the wei', () => {
    const { maxFeePerGas } = entry?.transaction ?? { maxFeePerGas: 0n }
    const value = entry?.movedValue.wei ?? 0n
    expect([passes({ minValue: value }), passes({ minValue: value + 1n })]).toEqual([true, false])
    expect([passes({ minGasPrice: maxFeePerGas }), passes({ minGasPrice: maxFeePerGas + 1n })]).toEqual([true, false])
    expect([passes({ maxGasPrice: maxFeePerGas }), passes({ maxGasPrice: maxFeePerGas - 1n })]).toEqual([true, false])
  })

  it('does not match on unknown facts', () => {
    expect(passes({ minUsd: 0 })).toBe(false)
    expect(passes({ nonceState: 'executable' })).toBe(false)
  })
})
