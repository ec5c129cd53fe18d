import { describe, expect, test } from 'vitest'
import { GasModelError } from '../../gasErrors.ts'
import { tipPercentiles } from '../../history/blockFees.ts'
import { createFeeMarket, toBacktestBlock } from '../fixtures/feeMarket.ts'
import { type BacktestBlock, incumbents } from './incumbents.ts'
import { parseBlocks } from './parseBlocks.ts'
import { computeLeastBlocks, replayBacktest, runBacktest } from './runBacktest.ts'

const gwei = 1_000_000_000n
const bidOf = (name: string, blocks: readonly BacktestBlock[]) =>
  incumbents.find((incumbent) => incumbent.name === name)?.computeTip(blocks)
const past = (tips: readonly bigint[], number = 1n): BacktestBlock => ({
  number,
  baseFeePerGas: gwei,
  gasUsedRatio: 0.5,
  tips,
})
const market = (count: number) => {
  const next = createFeeMarket(2)
  return Array.from({ length: count }, () => toBacktestBlock(next(), false))
}

describe('incumbents', () => {
  test('geth: takes the 60th percentile of the three lowest tips of 20 blocks, without tips below 2 wei', () => {
    const block = past([0n, 1n, 10n, 20n, 30n, 40n])
    expect(
      bidOf(
        'geth, as viem asks it',
        Array.from({ length: 30 }, () => block),
      ),
    ).toBe(20)
    expect(bidOf('geth, as viem asks it', [past([10n ** 12n])])).toBe(500e9)
  })
  test('MetaMask: matches its own test, with medians of the percentiles and a floor', () => {
    // calculateGasFeeEstimatesForPriorityLevels.test.ts: tips at 10, 20 and 30 % of three blocks, in gwei.
    const rows = [
      [0n, gwei, 0n],
      [gwei / 2n, (16n * gwei) / 10n, 3n * gwei],
      [gwei / 2n, 2n * gwei, 3n * gwei],
    ]
    const blocks = rows.map(([low = 0n, medium = 0n, high = 0n]) =>
      past(tipPercentiles.map((one) => (one === 10 ? low : one === 20 ? medium : one === 30 ? high : 0n))),
    )
    expect(bidOf('MetaMask low', blocks)).toBe(1e9)
    expect(bidOf('MetaMask medium', blocks)).toBeCloseTo(1.552e9, 0)
    expect(bidOf('MetaMask high', blocks)).toBeCloseTo(2.94e9, 0)
  })
})

describe('a backtest', () => {
  const blocks = market(1500)
  test('learns a block only after it has bid on it', () => {
    const report = runBacktest(blocks, { horizons: [1], mostGrowthPerBlock: 1.125 })
    // The last block costs a million times as much. Only the bid on it may change.
    const last = blocks.at(-1) as BacktestBlock
    const dear = { ...last, entryTip: 10n ** 15n, tips: last.tips.map((tip) => tip * 1_000_000n) }
    const other = runBacktest([...blocks.slice(0, -1), dear], { horizons: [1], mostGrowthPerBlock: 1.125 })
    for (const [index, row] of report.calibration.entries()) {
      const hits = Math.round(row.realized * row.samples)
      const otherRow = other.calibration[index]
      expect(hits - Math.round((otherRow?.realized ?? 0) * row.samples)).toBeLessThanOrEqual(1)
    }
  })
  test('reports progress, and rejects too few blocks', () => {
    const seen: number[] = []
    runBacktest(blocks, { horizons: [1], mostGrowthPerBlock: 1.125, onProgress: (done) => seen.push(done) })
    expect(seen).toEqual([0, 1000])
    expect(() => runBacktest(blocks.slice(0, 50), { horizons: [1], mostGrowthPerBlock: null })).toThrow(GasModelError)
  })
  test('gives the same report in steps, and pauses between them', () => {
    const options = { horizons: [1, 5], mostGrowthPerBlock: 1.125 }
    const steps = replayBacktest(blocks.slice(0, 400), options)
    let [count, step] = [0, steps.next()]
    for (; !step.done; step = steps.next()) count += 1
    expect(count).toBeGreaterThanOrEqual(400)
    expect(step.value).toEqual(runBacktest(blocks.slice(0, 400), options))
  })
  test('requires exactly the minimum number of blocks that it reports', () => {
    const least = computeLeastBlocks(25)
    const options = { horizons: [25], mostGrowthPerBlock: 1.125 }
    expect(runBacktest(blocks.slice(0, least), options).blocks).toBe(least)
    expect(() => runBacktest(blocks.slice(0, least - 1), options)).toThrow(GasModelError)
  })
})

describe('parsed blocks', () => {
  const rows = market(5)
  const toRow = ({ number, baseFeePerGas, gasUsedRatio, tips }: BacktestBlock) => ({
    number: number.toString(),
    base_fee_per_gas: baseFeePerGas.toString(),
    gas_used_ratio: gasUsedRatio,
    tips: tips.map(String),
  })
  const expected = rows.map(({ number, baseFeePerGas, gasUsedRatio, tips }) => ({
    number,
    baseFeePerGas,
    gasUsedRatio,
    tips,
  }))
  const answer = {
    jsonrpc: '2.0',
    id: 1,
    result: {
      oldestBlock: '0x1',
      baseFeePerGas: rows.map(({ baseFeePerGas }) => `0x${baseFeePerGas.toString(16)}`),
      gasUsedRatio: rows.map(({ gasUsedRatio }) => gasUsedRatio),
      reward: rows.map(({ tips }) => tips.map((tip) => `0x${tip.toString(16)}`)),
    },
  }
  test.each([
    ['a block a line', rows.map((row) => JSON.stringify(toRow(row))).join('\n')],
    [
      'in any order',
      [...rows]
        .reverse()
        .map((row) => JSON.stringify(toRow(row)))
        .join('\n'),
    ],
    ['a list', JSON.stringify(rows.map(toRow), null, 2)],
    ['an answer to eth_feeHistory', JSON.stringify(answer)],
    ['the same, spread over lines and without its envelope', JSON.stringify(answer.result, null, 2)],
  ])('%s', (_, text) => {
    expect(parseBlocks(text)).toEqual(expected)
  })
  test('with whole transactions have the lowest offer, despite zero-tip transactions', () => {
    const transactions = [
      { gas: '0x5208', maxFeePerGas: '30', maxPriorityFeePerGas: '9' },
      { gas: '0x5208', gasPrice: '10' },
      { gas: '0x5208', maxFeePerGas: '14', maxPriorityFeePerGas: '9' },
    ]
    const block = { number: '0x7', baseFeePerGas: '0xa', gasUsed: '63000', gasLimit: '100000', transactions }
    const [parsed] = parseBlocks(JSON.stringify(block))
    expect(parsed).toMatchObject({ number: 7n, gasUsedRatio: 0.63, entryTip: 4n, lowestTips: [4, 9] })
    expect(parsed?.tips).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 0n, 4n, 9n, 9n, 9n])
  })
  test.each([
    ['no JSON', 'blocks', /JSON/],
    ['no block', '{"number": 1}', /needs number/],
    [
      'a gap',
      rows
        .map((row) => JSON.stringify(toRow(row)))
        .filter((_, index) => index !== 2)
        .join('\n'),
      /is not the next block after/,
    ],
    ['other percentiles', JSON.stringify({ oldestBlock: 1, gasUsedRatio: [0.1], reward: [[1]] }), /percentiles/],
  ])('refuses %s', (_, text, message) => {
    expect(() => parseBlocks(text)).toThrow(message)
  })
})
