import type { EndpointReport, PoolReport } from '@outrigger/core'
import { describe, expect, it } from 'vitest'
import { recordTerminal, requireTerminal } from '../fixtures/terminal.ts'
import { measure } from '../output/text.ts'
import { createFeeTrails } from './feeTrail.ts'
import { type Screen, toScreenLines } from './screen.ts'
import { toSparkline } from './sparkline.ts'

const well = {
  name: 'primary',
  role: 'primary',
  status: 'healthy',
  reason: null,
  latencyMs: 12.3,
  successRate: 1,
  head: 21_000_000n,
  socket: true,
  url: 'http://127.0.0.1:1',
} as unknown as EndpointReport
const reason =
  'No answer within 5000 ms of eth_getLogs, and before that of eth_call and eth_getBlockByNumber: out for another 4 s.'
const out = { ...well, status: 'unavailable', reason } as EndpointReport
const backup = { ...well, name: 'backup', role: 'backup', latencyMs: 45.6 } as EndpointReport
const toPool = (status: PoolReport['status'], endpoints: readonly EndpointReport[]): PoolReport => ({
  chain: 'ethereum',
  status,
  failoverActive: status === 'degraded',
  head: 21_000_000n,
  headAtMs: 90_000,
  outage: status === 'unavailable' ? { kind: 'unavailable', sinceMs: 40_000, reason } : null,
  endpoints,
  answers: { cached: 0, hedged: 0, other: 0 },
})
const screen: Screen = {
  version: '1.2.3',
  upMs: 61_000,
  nowMs: 100_000,
  gas: [],
  pools: [],
  lrt: null,
  beacon: null,
  traffic: null,
  fees: [],
  opportunities: { isSearched: false, found: [] },
}
const draw = (parts: Partial<Screen>, width = 80) => toScreenLines({ ...screen, ...parts }, (_, text) => text, width)

describe('the picture of a node', () => {
  it.each([60, 80, 120])('shows the whole reason for a fault in a line of %i characters', (width) => {
    const lines = draw({ pools: [toPool('degraded', [out, backup])] }, width)
    expect(Math.max(...lines.map(measure))).toBeLessThanOrEqual(width)
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(reason)
  })

  it('says first how to leave and what is wrong', () => {
    expect(draw({ pools: [toPool('healthy', [well, backup])] }).slice(0, 2)).toEqual([
      'Outrigger 1.2.3  up 1:01  Ctrl-C stops it',
      'Every provider answers.',
    ])
    expect(draw({ pools: [toPool('unavailable', [out, { ...out, name: 'backup' }])] })[1]).toBe(
      'ethereum: no provider responds for 60 s, figures are stale',
    )
    const late = { kind: 'lateHead', sinceMs: 20_000, reason: null } as const
    expect(draw({ pools: [{ ...toPool('healthy', [well]), outage: late }] })[1]).toBe(
      'ethereum: the newest block is 80 s old, figures are stale',
    )
    const strange = { kind: 'wrongChain', sinceMs: 90_000, reason: 'primary: It serves chain id 61.' } as const
    expect(draw({ pools: [{ ...toPool('unavailable', [out]), outage: strange }] })[1]).toBe(
      'ethereum: no provider serves this chain for 10 s, figures are stale',
    )
    const degraded = draw({ pools: [toPool('degraded', [out, backup])] })
    expect(degraded[1]).toBe('ethereum: a backup answers')
    expect(degraded.filter((line) => line.startsWith('ethereum ') && !line.includes(' is out'))).toEqual([
      expect.stringMatching(/^ethereum +degraded +backup +45\.6 ms +100 % +21,000,000 +socket +1 of 2$/),
    ])
  })

  it.each([60, 80])('draws the base fee of the latest blocks within %i characters', (width) => {
    const fees = [{ chain: 'ethereum', fees: Array.from({ length: 90 }, (_, index) => BigInt(index + 1) * 10n ** 9n) }]
    const lines = draw({ fees }, width)
    expect(Math.max(...lines.map(measure))).toBeLessThanOrEqual(width)
    const [, bars = '', lowest, highest] =
      /^ethereum +([▁▂▃▄▅▆▇█]+) +(\S+) +(\S+)$/.exec(lines.find((line) => line.includes('▁')) ?? '') ?? []
    expect(bars.endsWith('█')).toBe(true)
    expect(highest).toBe('90')
    expect(Number(lowest)).toBe(91 - bars.length)
  })

  it('has a chain of gas prices on one line, without what a narrow one has no room for', () => {
    const tier = { maxFeePerGas: 8_123_456_789n }
    const price = {
      chain: 'ethereum',
      blockNumber: 21_000_000n,
      source: 'primary',
      stale: false,
      congestion: 'low',
      nextBaseFeePerGas: 8n * 10n ** 9n,
      tiers: { slow: tier, standard: tier, fast: tier, instant: tier },
    }
    const draws = (width: number, stale: boolean) => draw({ gas: [{ ...price, stale }] as never }, width)
    expect(draws(60, false).filter((line) => line.includes('8.123'))).toEqual([
      expect.stringMatching(/^ethereum +8\.000\d* +(8\.123\d* *){4}$/),
    ])
    expect(draws(60, true).join('\n')).toContain('ethereum stale')
    expect(draws(100, false).join('\n')).toMatch(/primary +21,000,000 .* low/)
  })

  it('lists the last opportunities with their age, or says why there is none', () => {
    expect(draw({}).join('\n')).toContain('starts with the first request')
    expect(draw({ opportunities: { isSearched: true, found: [] } }).join('\n')).toContain('No opportunity yet.')
    const found = [{ atMs: 88_000, text: 'ethereum liquidation on aave_v3, $12.30' }]
    expect(draw({ opportunities: { isSearched: true, found } })).toContain(
      '  12 s ago: ethereum liquidation on aave_v3, $12.30',
    )
  })
})

it('scales a sparkline between its lowest and highest value', () => {
  expect(toSparkline([])).toBe('')
  expect(toSparkline([5n, 5n])).toBe('▁▁')
  expect(toSparkline([0n, 7n, 3n])).toBe('▁█▄')
})

it('keeps one fee for each block, and none of blocks that a reorganisation took away', () => {
  const trails = createFeeTrails(3)
  const add = (blockNumber: bigint, fee: bigint) =>
    trails.add([{ chain: 'base', blockNumber, nextBaseFeePerGas: fee }] as Parameters<typeof trails.add>[0])
  for (const block of [1n, 2n, 2n, 3n, 4n]) add(block, block)
  expect(trails.list()).toEqual([{ chain: 'base', fees: [2n, 3n, 4n] }])
  add(3n, 9n)
  expect(trails.list()).toEqual([{ chain: 'base', fees: [2n, 9n] }])
})

it('up --devnet draws all of it in 60 columns without colours where NO_COLOR is set', async (test) => {
  requireTerminal(test)
  const args = ['up', '--devnet', '--port', '0', '--block-time', '0.2']
  const until = /BASE FEE[\s\S]*▁[\s\S]*Last opportunities/
  const text = await recordTerminal(args, { columns: 60, rows: 60, until, env: { NO_COLOR: '1' } })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  expect(text).not.toMatch(/\x1b\[[\d;]*m/)
  // From the first line of a picture on; what stands above it is copied whole.
  const picture = text.slice(text.lastIndexOf('Outrigger ')).split('\r\n')
  expect(picture.filter((line) => measure(line) > 60)).toEqual([])
  expect(text).toContain('Every provider answers.')
  expect(text).toContain('Ctrl-C stops it')
})
