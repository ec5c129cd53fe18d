import type { Head, ProviderPool } from '@outrigger/core'
import { expect, it, vi } from 'vitest'
import { blockOf, createTold, entryOf, hashOf } from '../lifecycle/fixtures/entries.ts'
import { followChain } from './chainFollower.ts'

it('follows the chain while a receipt of an old block does not come', async () => {
  const { tracker, reported } = createTold()
  const lifetime = new AbortController()
  let onHead: (head: Head) => void = () => {}
  const held = entryOf(2).transaction
  const raw = { hash: held.hash, from: held.from, to: null, input: '0x', nonce: '0x0' }
  const send = (async ({ method, params }: { method: string; params: readonly unknown[] }) => {
    const [hash] = params
    if (method === 'eth_getBlockByHash') return { result: { transactions: hash === blockOf(12).hash ? [raw] : [] } }
    if (hash !== held.hash) return { result: null }
    return { result: { transactionHash: hash, blockHash: blockOf(12).hash, status: '0x1' } }
  }) as unknown as ProviderPool['send']
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
    onBlock: () => {},
  })
  const add = (number: number) => onHead({ ...blockOf(number), provider: 'primary', removed: false } as unknown as Head)
  tracker.add(entryOf(1))
  tracker.add(entryOf(2))
  add(11)
  await vi.waitFor(() => expect(tracker.blocks.has(blockOf(11).hash)).toBe(true))
  chainFollower.addMined(hashOf(1), blockOf(5))
  add(12)
  await vi.waitFor(() => expect(reported.at(-1)).toMatch(/^2: mined/))
  lifetime.abort()
})
