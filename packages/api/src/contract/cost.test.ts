import { describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import { computeCost } from './cost.ts'
import type { Endpoint } from './endpoint.ts'

const head = () => 20_000_000n
const unknown = () => null
const costOf = (id: keyof typeof contract, args: object = {}, toHead: () => bigint | null = head) =>
  computeCost((contract[id] as Endpoint).cost, args as never, toHead)

describe('the table of compute units', () => {
  it.each([
    ['gasCurrent', {}, 5],
    ['gasCompare', {}, 10],
    ['gasHistory', { days: 1 }, 20],
    ['gasHistory', { days: 365 }, 7300],
    ['gasOptimize', {}, 15],
    ['gasEstimate', {}, 87],
    ['priceCurrent', {}, 5],
    ['priceCompare', {}, 10],
    ['priceHistory', { days: 30 }, 450],
    ['blockchainBalance', {}, 15],
    ['blockchainTransaction', {}, 20],
    ['blockchainBlock', {}, 21],
    ['blockchainBlockTransactions', {}, 36],
    ['blockchainCall', {}, 26],
    ['blockchainInfo', {}, 5],
    ['blockchainTraceTransaction', {}, 1000],
    ['blockchainDebugTrace', {}, 5000],
    ['blockchainTraceBlock', {}, 2500],
    ['blockchainGasHistory', { hours: 24 }, 20],
    ['blockchainGasHistory', { hours: 25 }, 40],
    ['blockchainGasHistory', { hours: 168 }, 140],
    ['analyticsUsage', {}, 10],
  ] as const)('%s of %j is %d', (id, args, cu) => {
    expect(costOf(id as keyof typeof contract, args)).toBe(cu)
  })

  it.each([
    [{ fromBlock: '100', toBlock: '100' }, 80],
    [{ fromBlock: '0', toBlock: '999' }, 80],
    [{ fromBlock: '0', toBlock: '1000' }, 85],
    [{ fromBlock: '0', toBlock: 'latest' }, 500],
    [{ fromBlock: '19999001' }, 80],
    [{ fromBlock: '19999000', toBlock: 'latest' }, 85],
    [{}, 80],
    [{ fromBlock: '0x1312d00', toBlock: '0x1312d00' }, 80],
    [{ fromBlock: '5', toBlock: '1' }, 75],
  ])('logs of %j are %d', (range, cu) => {
    expect(costOf('blockchainLogs', range)).toBe(cu)
  })

  it('asks the least for a range whose end nobody knows', () => {
    expect(costOf('blockchainLogs', { fromBlock: '0' }, unknown)).toBe(75)
  })

  it('traces draw on their own pool', () => {
    const traces = Object.entries(contract as Record<string, Endpoint>).filter(([, { pool }]) => pool === 'trace')
    expect(traces.map(([id]) => id).sort()).toEqual([
      'blockchainDebugTrace',
      'blockchainTraceBlock',
      'blockchainTraceTransaction',
    ])
  })
})
