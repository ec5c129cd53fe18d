import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import type { MevTerms } from '../detector/detectorTypes.ts'
import type { Finding } from '../finding.ts'
import { createPredictions } from './predictions.ts'

const [first, second, third] = ['0x01', '0x02', '0x03'] as const
const block = (number: bigint) => ({ number, hash: `0xb${number}` as Hex })
const entry = (hash: Hex) => ({ transaction: { hash } }) as MempoolTransaction

const terms = {} as MevTerms
const finding = (id: string, transactions: readonly Hex[], blockNumber = 1n) => ({
  finding: { type: 'backrun', id, transactions, blockNumber } as unknown as Finding,
  terms,
})

it('goes on when a transaction is mined on which a finding no longer depends', () => {
  const predictions = createPredictions(10)
  predictions.tell(finding('a', [first, second]), block(1n))
  predictions.tell(finding('a', [first]), block(1n))
  predictions.mine(entry(first), block(2n))
  expect(predictions.takeDue(2n)).toMatchObject({ number: 2n, due: [{ undecided: null }] })
  // Nothing waits for the second transaction any more.
  predictions.mine(entry(second), block(3n))
  predictions.tell(finding('b', [third], 3n), block(3n))
  predictions.mine(entry(third), block(4n))
  expect(predictions.takeDue(10n)).toMatchObject({ number: 4n, due: [{ finding: { id: 'b' }, undecided: null }] })
  expect(predictions.takeDue(10n)).toBeNull()
})

it('takes each block once, also if no finding of it is left', () => {
  const predictions = createPredictions(10)
  predictions.tell(finding('a', [first], 5n), block(5n))
  // The report is on the state of a later block than the one that mines the transaction, so nothing is due.
  predictions.mine(entry(first), block(4n))
  expect(predictions.takeDue(10n)).toMatchObject({ number: 4n, due: [] })
  expect(predictions.takeDue(10n)).toBeNull()
})

it('scores a finding by its transactions although the state bears it after their block', () => {
  const predictions = createPredictions(10)
  predictions.tell(finding('a', [first]), block(1n))
  predictions.mine(entry(first), block(2n))
  predictions.tell(finding('a', [], 2n), block(2n))
  expect(predictions.takeDue(2n)).toMatchObject({ due: [{ undecided: null, entries: [entry(first)] }] })
})
