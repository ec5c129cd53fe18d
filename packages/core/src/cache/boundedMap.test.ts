import { expect, it } from 'vitest'
import { createBoundedMap } from './boundedMap.ts'

it('keeps the entries used last, and says which leave', () => {
  const left: string[] = []
  const map = createBoundedMap<string, number>(2, { dispose: (_, key) => left.push(key) })
  map.set('a', 1).set('b', 2)
  map.get('a')
  map.set('c', 3)
  expect([...map.keys()].sort()).toEqual(['a', 'c'])
  map.delete('a')
  expect(left).toEqual(['b', 'a'])
})
