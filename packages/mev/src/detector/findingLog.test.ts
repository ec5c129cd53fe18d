import { expect, it } from 'vitest'
import type { Finding } from '../finding.ts'
import { createFindingLog } from './findingLog.ts'

const find = (estimatedProfit: bigint) =>
  ({ id: 'a', transactions: ['0x01'], swaps: [], estimatedProfit }) as unknown as Finding

it('reports a profit that drifts by less than 1 % at a time', () => {
  const log = createFindingLog(10)
  const reports = [1000n, 1005n, 1009n, 1013n, 1014n].map((profit) => log.note(find(profit)).news)
  expect(reports).toEqual(['found', null, null, 'changed', null])
  expect(log.of('0x01')).toMatchObject([{ estimatedProfit: 1014n }])
})

it('forgets what it evicts or removes, and reports what it evicts', () => {
  const log = createFindingLog(1)
  log.note(find(1000n))
  const { evicted } = log.note({ ...find(1n), id: 'b', transactions: ['0x02'] })
  expect(log.transactions()).toEqual(['0x02'])
  expect(log.remove('b')).toMatchObject({ id: 'b' })
  expect(log.remove('b')).toBeNull()
  expect(evicted).toMatchObject({ id: 'a' })
  expect(log.list()).toEqual([])
})
