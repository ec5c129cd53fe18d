import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createVersionedMap } from './versionedMap.ts'

const operation = fc.record({ key: fc.integer({ min: 0, max: 40 }).map(String), value: fc.option(fc.nat()) })

it('every version equals a map at that time', () => {
  fc.assert(
    fc.property(fc.array(fc.array(operation, { maxLength: 12 }), { maxLength: 20 }), (edits) => {
      let version = createVersionedMap<number>()
      const model = new Map<string, number>()
      const kept: [typeof version, Map<string, number>][] = []
      for (const operations of edits) {
        const edit = version.edit()
        for (const { key, value } of operations) {
          if (value === null) edit.delete(key)
          else edit.set(key, value)
          if (value === null) model.delete(key)
          else model.set(key, value)
          expect(edit.get(key)).toBe(model.get(key))
        }
        version = edit.done()
        kept.push([version, new Map(model)])
      }
      for (const [one, was] of kept) {
        expect(one.size).toBe(was.size)
        expect(new Map([...one.keys()].map((key) => [key, one.get(key)]))).toEqual(was)
        expect([...one.values()].sort()).toEqual([...was.values()].sort())
        // From any version to any other, in both directions.
        const [other, wasThere] = kept[Math.floor(kept.length / 2)] ?? [one, was]
        const replayed = new Map(wasThere)
        for (const [key, value] of one.changesSince(other))
          if (value === undefined) expect(replayed.delete(key)).toBe(true)
          else replayed.set(key, value)
        expect(replayed).toEqual(was)
        expect([...one.changesSince(one)]).toEqual([])
      }
    }),
    { seed: 7, numRuns: 300 },
  )
})

it('returns the same version if nothing changed', () => {
  const map = createVersionedMap<number>()
  const edit = map.edit()
  edit.delete('a')
  expect(edit.done()).toBe(map)
})
