import { expect, it } from 'vitest'
import { addToLog, type ChangeLog, emptyLog, listChanged } from './changeLog.ts'

it('lists the changes of others, and reports when the log is too short', () => {
  let log: ChangeLog = emptyLog
  for (const [by, ...ids] of [
    ['a', '1'],
    ['b', '2', '3'],
    ['a', '4'],
  ])
    log = addToLog(log, by ?? '', ids)
  expect(log.total).toBe(3)
  expect([...(listChanged(log, 0, 'b') ?? [])]).toEqual(['1', '4'])
  expect([...(listChanged(log, 1, 'a') ?? [])]).toEqual(['2', '3'])
  expect(listChanged(log, 3, 'c')?.size).toBe(0)
  for (let count = 0; count < 120; count += 1) log = addToLog(log, 'a', [String(count)])
  expect(listChanged(log, 3, 'b')).toBeNull()
  expect(listChanged(log, log.total - 100, 'b')?.size).toBe(100)
  // A log of another database.
  expect(listChanged(addToLog(undefined, 'a', []), 3, 'b')).toBeNull()
})
