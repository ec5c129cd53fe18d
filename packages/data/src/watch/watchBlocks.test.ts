import { chains, createFamilyPool } from '@outrigger/core'
import { createReplayNode, ReplayError } from '@outrigger/devnet/replay'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type WatchedBlock, watchBlocks } from './watchBlocks.ts'

type Block = { readonly number: number; readonly hash: string; readonly parent: string }

/** A Starknet chain that the test extends and shortens. */
let chain: Block[]
let isDown: boolean
const grow = (...hashes: readonly string[]) => {
  for (const hash of hashes) {
    const last = chain.at(-1)
    chain.push({ number: (last?.number ?? 99) + 1, hash: `0x${hash}`, parent: last?.hash ?? '0x0' })
  }
}
const toRpc = ({ number, hash, parent }: Block) => ({
  block_number: number,
  block_hash: hash,
  parent_hash: parent,
  timestamp: number * 2,
  transactions: [],
  status: 'ACCEPTED_ON_L2',
  sequencer_address: '0x1',
})
const answers: Readonly<Record<string, (id: unknown) => unknown>> = {
  starknet_chainId: () => '0x534e5f4d41494e',
  starknet_blockNumber: () => chain.at(-1)?.number,
  starknet_getBlockWithTxHashes(id) {
    const number = (id as { readonly block_number?: number }).block_number
    const block = id === 'latest' ? chain.at(-1) : chain.find((one) => one.number === number)
    return block ? toRpc(block) : new ReplayError(24, 'Block not found')
  },
}

const createNode = () =>
  createReplayNode({
    rpc: (method, params) =>
      isDown ? new ReplayError(-32603, 'down') : answers[method]?.((params as readonly unknown[] | undefined)?.[0]),
  })
let node: Awaited<ReturnType<typeof createNode>>

beforeEach(async () => {
  ;[chain, isDown] = [[], false]
  grow('a')
  node = await createNode()
})
afterEach(() => node[Symbol.asyncDispose]())

async function withWatch(use: (seen: readonly string[]) => Promise<void>): Promise<void> {
  await using pool = createFamilyPool({ chain: chains.starknet, endpoints: [node.url] })
  const seen: string[] = []
  const note = ({ number, hash, removed }: WatchedBlock) => seen.push(`${removed ? '-' : '+'}${number}${hash.slice(2)}`)
  const unwatch = watchBlocks(pool, note, {
    intervalMs: 10,
    onGap: ({ from, to }) => seen.push(`gap ${from}-${to}`),
  })
  await use(seen)
  unwatch()
}

it('every block comes once and in order, missed ones too', () =>
  withWatch(async (seen) => {
    await expect.poll(() => seen).toEqual(['+100a'])
    grow('b', 'c', 'd')
    await expect.poll(() => seen).toEqual(['+100a', '+101b', '+102c', '+103d'])
  }))

it('a reorganisation takes blocks back, newest first, before those that replace them', () =>
  withWatch(async (seen) => {
    await expect.poll(() => seen).toEqual(['+100a'])
    grow('b', 'c')
    await expect.poll(() => seen.at(-1)).toBe('+102c')
    chain.splice(1)
    grow('B', 'C', 'D')
    await expect.poll(() => seen.slice(-5)).toEqual(['-102c', '-101b', '+101B', '+102C', '+103D'])
    chain.splice(3)
    grow('e')
    await expect.poll(() => seen.slice(-2)).toEqual(['-103D', '+103e'])
    chain.splice(2)
    grow('7', '8')
    await expect.poll(() => seen.slice(-4)).toEqual(['-103e', '-102C', '+1027', '+1038'])
  }))

it('a reorganisation below the first block told of begins there anew', () => {
  grow('b')
  return withWatch(async (seen) => {
    await expect.poll(() => seen).toEqual(['+101b'])
    chain.splice(0)
    grow('A', 'B', 'C')
    await expect.poll(() => seen).toEqual(['+101b', '-101b', '+101B', '+102C'])
  })
})

it(
  'an outage is waited out, a long one leaves a gap',
  () =>
    withWatch(async (seen) => {
      await expect.poll(() => seen).toEqual(['+100a'])
      isDown = true
      grow('b', 'c')
      const asked = node.asked.length
      await expect.poll(() => node.asked.length, { timeout: 10_000 }).toBeGreaterThan(asked)
      isDown = false
      await expect.poll(() => seen, { timeout: 15_000 }).toEqual(['+100a', '+101b', '+102c'])
      chain.push({ number: 9_000, hash: '0xf', parent: '0xe' })
      await expect.poll(() => seen.slice(-2), { timeout: 20_000 }).toEqual(['gap 103-8999', '+9000f'])
    }),
  30_000,
)

it('nothing is asked once it has ended, by itself or with its pool', async () => {
  const pool = createFamilyPool({ chain: chains.starknet, endpoints: [node.url] })
  const seen: WatchedBlock[] = []
  watchBlocks(pool, (block) => seen.push(block), { intervalMs: 5 })
  await expect.poll(() => seen.length).toBe(1)
  await pool.close()
  const asked = node.asked.length
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(node.asked.length).toBe(asked)
})
