import { describe, expect, it } from 'vitest'
import { createClassifier } from './classifier.ts'
import { judge } from './fixtures/judge.ts'
import { readRecordedBlocks } from './fixtures/recordedBlocks.ts'

const direct = new Set(['0xf5e3c462', '0xaae40a2a', '0x00a718a9'])

describe('26 recorded blocks', () => {
  const rows = readRecordedBlocks()
  const { confusion, routed, details } = judge(rows)

  it('finds exactly the swaps through public routers', () => {
    expect(routed.recall).toBeGreaterThanOrEqual(0.99)
    expect(routed.precision).toBeGreaterThanOrEqual(0.99)
  })

  it('finds their tokens and exact amounts', () => {
    // Labels cover only some protocols, so they show only a part of an aggregator's trade.
    expect(details.judged).toBeGreaterThan(400)
    expect(details.tokenIn / details.judged).toBeGreaterThanOrEqual(0.98)
    expect(details.tokenOut / details.judged).toBeGreaterThanOrEqual(0.98)
    expect(details.amount / details.judged).toBeGreaterThanOrEqual(0.98)
  })

  it('finds every NFT trade and every direct liquidation', () => {
    const found = Object.values(confusion.nft).reduce((total, count) => total + count, 0)
    expect(confusion.nft.nft).toBe(found)
    const { classify } = createClassifier({ chain: 'ethereum' })
    const liquidations = rows.filter(({ truth, selector }) => truth === 'liquidation' && direct.has(selector))
    expect(liquidations.length).toBeGreaterThan(3)
    for (const row of liquidations) expect(classify(row).type).toBe('liquidation')
  })
})
