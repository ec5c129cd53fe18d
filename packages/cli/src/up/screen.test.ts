import type { EndpointReport, PoolReport } from '@outrigger/core'
import { expect, it } from 'vitest'
import { toScreenLines } from './screen.ts'

const well = {
  ...{ name: 'primary', status: 'healthy', reason: null, latencyMs: 12.3, successRate: 1, head: 21_000_000n },
  ...{ socket: true, url: 'http://127.0.0.1:1' },
} as unknown as EndpointReport
const reason =
  'No answer within 5000 ms of eth_getLogs, and before that of eth_call and eth_getBlockByNumber: out for another 4 s.'
const broken: EndpointReport = { ...well, name: 'backup', status: 'unavailable', reason }
const pool = { chain: 'ethereum', endpoints: [well, broken] } as unknown as PoolReport
const screen = { version: '1.2.3', upMs: 61_000, gas: [], lrt: null, beacon: null, traffic: null }

it.each([60, 80, 120])('shows the whole reason for a fault in a line of %i characters', (width) => {
  const lines = toScreenLines({ ...screen, pools: [pool] }, (_, text) => text, width)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
  const words = lines.join(' ').replaceAll(/\s+/g, ' ')
  expect(words).toContain(reason)
})
