import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Head, ProviderPool } from '@outrigger/core'
import { expect, it, vi } from 'vitest'
import { addressOf, blockOf, createTold, entryOf, hashOf } from '../lifecycle/fixtures/entries.ts'
import type { TransactionTracker } from '../lifecycle/transactionTracker.ts'
import type { MempoolTransaction } from '../watcherTypes.ts'
import { followChain } from './chainFollower.ts'

/** Follows a chain with a scripted provider. */
function follow(tracker: TransactionTracker, answer: (method: string, hash: unknown) => unknown) {
  const lifetime = new AbortController()
  let onHead: (head: Head) => void = () => {}
  const blocks: bigint[] = []
  const send = (async ({ method, params }: { method: string; params: readonly unknown[] }) => ({
    result: answer(method, params[0]),
  })) as unknown as ProviderPool['send']
  const chainFollower = followChain({
    pool: {
      send,
      watchHeads(listener) {
        onHead = listener
        return () => {}
      },
    },
    tracker,
    signal: lifetime.signal,
    onBlock: (_, { number }) => blocks.push(number),
  })
  const add = (number: number) => onHead({ ...blockOf(number), provider: 'primary', removed: false } as unknown as Head)
  return { ...chainFollower, add, blocks, end: () => lifetime.abort() }
}

const toRaw = ({ transaction: { hash, from } }: MempoolTransaction) => ({
  hash,
  from,
  to: null,
  input: '0x',
  nonce: '0x0',
})

it('follows the chain while a receipt of an old block is missing', async () => {
  const { tracker, reported } = createTold()
  const held = entryOf(2)
  const chain = follow(tracker, (method, hash) => {
    if (method === 'eth_getBlockByHash') return { transactions: hash === blockOf(12).hash ? [toRaw(held)] : [] }
    if (hash !== held.transaction.hash) return null
    return { transactionHash: hash, blockHash: blockOf(12).hash, status: '0x1' }
  })
  tracker.add(entryOf(1))
  tracker.add(held)
  chain.add(11)
  await vi.waitFor(() => expect(tracker.blocks.has(blockOf(11).hash)).toBe(true))
  chain.addMined(hashOf(1), blockOf(5))
  chain.add(12)
  await vi.waitFor(() => expect(reported.at(-1)).toMatch(/^2: mined/))
  chain.end()
})

it('adds transactions during a large block, and reads the receipts of late ones', async () => {
  const { tracker, reported } = createTold()
  const entries = Array.from({ length: 200 }, (_, index) => entryOf(index + 1, { from: addressOf(index + 1) }))
  const late = entryOf(201, { from: addressOf(201) })
  const inBlock = [...entries, late]
  const toReceipt = ({ transaction: { hash } }: MempoolTransaction) => ({
    transactionHash: hash,
    blockHash: blockOf(11).hash,
    status: hash === hashOf(201) ? '0x0' : '0x1',
  })
  const chain = follow(tracker, (method, hash) => {
    if (method === 'eth_getBlockByHash') return { transactions: inBlock.map(toRaw) }
    if (method === 'eth_getBlockReceipts') return entries.map(toReceipt)
    return hash === hashOf(201) ? toReceipt(late) : null
  })
  for (const entry of entries) tracker.add(entry)
  chain.add(11)
  while (!reported.includes('1: mined')) await nextTurn()
  expect(reported).not.toContain('200: mined')
  tracker.add(late)
  await vi.waitFor(() => expect(reported.at(-1)).toBe('201: failed'))
  expect(reported).toContain('200: mined')
  expect([tracker.pending.size, tracker.unseen]).toEqual([0, 0])
  chain.end()
})

it('reports nothing after it was closed in the middle of a large block', async () => {
  const { tracker, reported } = createTold()
  const entries = Array.from({ length: 200 }, (_, index) => entryOf(index + 1, { from: addressOf(index + 1) }))
  const chain = follow(tracker, (method) =>
    method === 'eth_getBlockByHash'
      ? { transactions: entries.map(toRaw) }
      : entries.map(({ transaction: { hash } }) => ({
          transactionHash: hash,
          blockHash: blockOf(11).hash,
          status: '0x1',
        })),
  )
  for (const entry of entries) tracker.add(entry)
  chain.add(11)
  while (!reported.includes('1: mined')) await nextTurn()
  chain.end()
  const before = reported.length
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  expect([reported.length, chain.blocks]).toEqual([before, []])
})
