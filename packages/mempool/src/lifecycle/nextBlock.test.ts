import { expect, it } from 'vitest'
import { addressOf, entryOf } from './fixtures/entries.ts'
import { type BlockRoom, packNextBlock } from './nextBlock.ts'
import { createNonces } from './nonces.ts'
import { createPendingIndex } from './pendingIndex.ts'
import { TrackedTransaction } from './trackedTransaction.ts'

type Offer = {
  readonly sender: number
  readonly nonce?: number
  readonly cap: bigint
  readonly tip?: bigint
  readonly firstSeenMs?: number
}
type Options = { readonly next?: Readonly<Record<number, number>>; readonly taken?: BlockRoom['taken'] }

const gas = 100_000n
const room = { nextBaseFeePerGas: 50n, gasLimit: 300_000, usedShare: 1, taken: [] }
/** Three blocks that each included a transaction with a tip of 10. */
const taken = [100, 200, 300].map((builtMs) => ({ builtMs, baseFeePerGas: 50, cutoffTip: 10 }))

function pack(offers: readonly Offer[], options: Options = {}) {
  const pending = createPendingIndex()
  const nonces = createNonces(pending)
  for (const [index, { sender, nonce = 0, cap, tip = cap, firstSeenMs = 50 }] of offers.entries()) {
    const terms = { from: addressOf(sender), nonce, gas, maxFeePerGas: cap, maxPriorityFeePerGas: tip, firstSeenMs }
    pending.add(new TrackedTransaction(entryOf(index + 1, terms), 1))
  }
  for (const [sender, next] of Object.entries(options.next ?? {})) nonces.set(addressOf(Number(sender)), next)
  return packNextBlock(pending, nonces, { ...room, ...(options.taken && { taken: options.taken }) })
}

it('takes the highest tips that fit, and counts the gas of all', () => {
  const offers = [70n, 90n, 60n, 80n].map((cap, sender) => ({ sender, cap }))
  expect(pack(offers)).toEqual({ tips: [20n, 30n, 40n], gasUsedRatio: 4 / 3 })
})

it('ignores transactions below the base fee and later nonces', () => {
  const stuck = { sender: 1, cap: 49n }
  const behind = { sender: 1, nonce: 1, cap: 900n }
  expect(pack([stuck, behind, { sender: 2, cap: 55n }])).toEqual({ tips: [5n], gasUsedRatio: 1 / 3 })
})

it('ignores transactions behind a missing nonce', () => {
  const queued = { sender: 1, nonce: 7, cap: 900n }
  expect(pack([queued], { next: { 1: 6 } }).tips).toEqual([])
  expect(pack([queued], { next: { 1: 7 } }).tips).toEqual([850n])
  // If the next nonce is unknown, the lowest pending one is assumed.
  expect(pack([queued, { sender: 1, nonce: 9, cap: 900n }]).tips).toEqual([850n])
})

it('counts a transaction at the lowest tip of those before it', () => {
  const [cheap, dear] = [
    { sender: 1, nonce: 0, cap: 900n, tip: 2n },
    { sender: 1, nonce: 1, cap: 900n, tip: 600n },
  ]
  expect(pack([dear, cheap]).tips).toEqual([2n, 2n])
})

it('is empty without pending transactions', () => {
  expect(pack([])).toEqual({ tips: [], gasUsedRatio: 0 })
})

it('ignores transactions that the last blocks skipped for cheaper ones, and later nonces', () => {
  const held = { sender: 1, nonce: 7, cap: 900n }
  const behind = { sender: 1, nonce: 8, cap: 900n }
  const other = { sender: 2, cap: 55n }
  expect(pack([held, behind, other], { taken }).tips).toEqual([5n])
  expect(pack([held, behind, other], { taken, next: { 1: 7 } }).tips).toEqual([5n])
  // Two blocks are not enough, nor is a block that was built before the sighting or had a too high base fee.
  expect(pack([held], { taken: taken.slice(1) }).tips).toEqual([850n])
  expect(pack([{ ...held, firstSeenMs: 150 }], { taken }).tips).toEqual([850n])
  expect(pack([held], { taken: taken.map((one) => ({ ...one, baseFeePerGas: 890 })) }).tips).toEqual([850n])
  // A transaction that paid no more than included ones is not stuck.
  expect(pack([{ ...held, tip: 10n }], { taken }).tips).toEqual([10n])
  // A transaction behind a cheap one is not stuck for another reason.
  expect(pack([{ ...held, tip: 3n }, behind], { taken }).tips).toEqual([3n, 3n])
})
