import { expect, it } from 'vitest'
import { toBar, toHistoryLines } from './showHistory.ts'

const coverage = { share: 1, blocks: 2, gaps: [] }
const toRow = (hour: string, gas: number) => ({
  timestamp: `2026-11-21T${hour}:00:00.000Z`,
  avg_gas: gas,
  min_gas: gas / 2,
  max_gas: gas * 2,
  base_fee: gas,
})

it('draws each average against the dearest', () => {
  const lines = toHistoryLines({ chain: 'ethereum', history: [toRow('11', 1), toRow('12', 4)], coverage })
  expect(lines[0]).toMatch(/^UTC +GWEI +LOWEST +HIGHEST$/)
  expect(lines[1]).toMatch(/^11-21 11:00 +████ +1\.0\d* +0\.50\d* +2\.0\d*$/)
  expect(lines[2]).toMatch(/^11-21 12:00 +█{16} +4\.0\d* +2\.0\d* +8\.0\d*$/)
  expect([0, 1 / 128, 0.5, 1].map(toBar)).toEqual(['', '▏', '████████', '█'.repeat(16)])
})

it('says when nothing is known', () => {
  expect(toHistoryLines({ chain: 'base', history: [], coverage })).toEqual(['No past fees of base are known.'])
})
