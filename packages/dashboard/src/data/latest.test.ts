import { expect, it } from 'vitest'
import { keepLatest } from './latest.ts'

type Row = { readonly key: string; readonly at: number }

it('keeps the newest, each once, newest first', () => {
  const latest = keepLatest<Row>(3, ({ key }) => key)
  const add = (key: string, at: number) => latest.add({ key, at })
  add('a', 1)
  add('b', 2)
  expect(latest.take().map(({ at }) => at)).toEqual([2, 1])
  add('a', 3)
  add('c', 4)
  add('d', 5)
  expect(latest.waiting()).toBe(3)
  expect(latest.take().map(({ at }) => at)).toEqual([5, 4, 3])
  expect([latest.waiting(), latest.seen()]).toEqual([0, 5])
  expect(latest.take(), 'nothing came').toBe(latest.take())
})

it('is as large after a million as after a few', () => {
  const latest = keepLatest<number>(200, String)
  for (let index = 0; index < 1_000_000; index += 1) latest.add(index)
  const rows = latest.take()
  expect(rows).toHaveLength(200)
  expect([rows[0], rows.at(-1)]).toEqual([999_999, 999_800])
})
