import { createMemoryStore } from '@outrigger/core'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../finding.ts'
import { voided } from './outcome.ts'
import { type BlockId, createPredictions, type Prediction } from './predictions.ts'
import { addScores, loadScores } from './scoreArchive.ts'
import { getScore } from './scoreReport.ts'

const [first, second]: readonly Hex[] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]
const toBlock = (number: bigint): BlockId => ({ number, hash: `0x${number}` })
const toEntry = (hash = first) => ({ transaction: { hash } }) as unknown as MempoolTransaction

function toPrediction(id: string, blockNumber: bigint, transactions: readonly Hex[] = []): Prediction {
  const finding = { type: 'backrun', id, blockNumber, transactions, estimatedProfit: 100n, confidence: 0.9 }
  return { finding: finding as unknown as Finding, terms: {} as Prediction['terms'] }
}

describe('predictions', () => {
  it('score a finding of the state by its first report, however often it is reported', () => {
    const predictions = createPredictions(10)
    for (const number of [5n, 6n, 7n]) predictions.tell(toPrediction('state', number), toBlock(number))
    expect(predictions.takeDue(4n)).toBeNull()
    expect(predictions.takeDue(9n)).toMatchObject({ number: 5n, due: [{ finding: { blockNumber: 5n } }] })
    expect(predictions.takeDue(9n)).toBeNull()
  })

  it('score a pending finding by its last report before the block', () => {
    const predictions = createPredictions(10)
    const tell = (number: bigint) => predictions.tell(toPrediction('one', number, [first as Hex]), toBlock(number))
    for (const number of [5n, 6n, 7n]) tell(number)
    predictions.mine(toEntry(), toBlock(7n))
    expect(predictions.takeDue(7n)).toMatchObject({ due: [{ finding: { blockNumber: 6n }, undecided: null }] })
    expect(predictions.takeDue(9n)).toBeNull()
  })

  it('say why a finding has no verdict', () => {
    const predictions = createPredictions(2)
    const tell = (id: string, transactions: readonly Hex[]) =>
      predictions.tell(toPrediction(id, 5n, transactions), toBlock(5n))
    tell('early', [])
    tell('dropped', [first as Hex])
    tell('apart', [first as Hex, second as Hex])
    expect(predictions.takeVoided()).toMatchObject([{ finding: { id: 'early' }, undecided: 'overload' }])
    predictions.mine(toEntry(second), toBlock(6n))
    expect(predictions.takeDue(6n)).toMatchObject({ due: [{ finding: { id: 'apart' }, undecided: 'differentBlocks' }] })
    predictions.drop(first as Hex, 'dropped')
    expect(predictions.takeVoided()).toMatchObject([{ finding: { id: 'dropped' }, undecided: 'dropped' }])

    tell('withdrawn', [first as Hex])
    predictions.withdraw('withdrawn', 6n)
    predictions.mine(toEntry(), toBlock(7n))
    expect(predictions.takeDue(7n)).toMatchObject({ due: [{ undecided: 'withdrawn' }] })
    tell('reverted', [first as Hex])
    predictions.fail(toEntry(), toBlock(8n))
    expect(predictions.takeVoided()).toMatchObject([{ undecided: 'reverted' }])
  })
})

it('counts a finding once, whoever counts it', async () => {
  const store = createMemoryStore()
  const { finding } = toPrediction('one', 5n)
  const held = { finding, outcome: { kind: 'held', profit: 90n } } as const
  expect(await addScores(store, 'ethereum', [held])).toEqual([held])
  expect(await addScores(store, 'ethereum', [{ finding, outcome: voided('reorganised') }])).toEqual([])
  const other = { finding: toPrediction('two', 6n).finding, outcome: voided('dropped') }
  expect(await addScores(store, 'ethereum', [held, other])).toEqual([other])
  const { types } = await getScore(store, 'ethereum')
  expect(types.backrun).toMatchObject({ predictions: 1, hitShare: 1, voids: { dropped: 1 }, realizedProfit: 90n })
  expect(await loadScores(store, 'base')).toEqual({})
})
