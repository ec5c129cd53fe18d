import { describe, expect, it } from 'vitest'
import { FilterError } from './filterError.ts'
import { type Filter, FilterTable } from './filterTable.ts'

const rules = { maxFilters: 2, maxChanges: 3, idleMs: 300_000 }
const filter = (owner: string, id: string, usedAtMs = 0): Filter => ({
  id,
  owner,
  usedAtMs,
  loss: null,
  wanted: { kind: 'blocks' },
  changes: [],
})

describe('the table of filters', () => {
  it('hides a filter from other owners, with the error for a missing filter', () => {
    const table = new FilterTable(rules)
    const own = filter('a', '0x1')
    table.add(own)
    expect(table.use('a', '0x1', 5)).toBe(own)
    expect(own.usedAtMs).toBe(5)
    const refusals = [
      ['b', '0x1'],
      ['a', '0x2'],
      ['a', 1],
      ['a', undefined],
      ['a', '__proto__'],
    ].map(([owner, id]) => {
      try {
        return table.use(owner as string, id, 6)
      } catch (error) {
        return { code: (error as FilterError).rpcCode, message: (error as FilterError).message }
      }
    })
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
      new Set([JSON.stringify({ code: -32000, message: 'filter not found' })]),
    )
    expect(own.usedAtMs).toBe(5)
  })

  it('limits the filters of each owner, with advice in the error', () => {
    const table = new FilterTable(rules)
    table.add(filter('a', '0x1'))
    table.add(filter('a', '0x2'))
    table.add(filter('b', '0x3'))
    expect(() => table.add(filter('a', '0x4'))).toThrow(FilterError)
    expect(() => table.requireRoom('a')).toThrow('eth_uninstallFilter')
    expect(table.remove({ owner: 'a', id: '0x1' })).toBe(true)
    expect(table.remove({ owner: 'a', id: '0x1' })).toBe(false)
    table.add(filter('a', '0x4'))
    expect(table.all().map(({ id }) => id)).toEqual(['0x2', '0x4', '0x3'])
  })

  it('expires filters after five idle minutes, and returns when the next one expires', () => {
    const table = new FilterTable(rules)
    expect(table.nextExpiryMs()).toBeNull()
    table.add(filter('a', '0x1', 1000))
    table.add(filter('b', '0x2', 2000))
    expect(table.nextExpiryMs()).toBe(301_000)
    expect(table.expire(300_999)).toEqual([])
    table.use('a', '0x1', 300_999)
    expect(table.expire(302_000).map(({ id }) => id)).toEqual(['0x2'])
    expect(table.nextExpiryMs()).toBe(600_999)
    expect(table.expire(700_000).map(({ id }) => id)).toEqual(['0x1'])
    expect([table.nextExpiryMs(), table.all()]).toEqual([null, []])
  })

  it('accepts unread changes up to the maximum', () => {
    const table = new FilterTable(rules)
    const held = filter('a', '0x1')
    expect([1, 2, 3, 4].map((change) => table.push(held, change))).toEqual([true, true, true, false])
    expect(held.changes).toEqual([1, 2, 3])
  })
})
