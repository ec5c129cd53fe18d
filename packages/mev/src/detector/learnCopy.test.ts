import { chains, createProviderPool, sleep } from '@outrigger/core'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMevDetector } from '../createMevDetector.ts'
import { createWorld } from '../fixtures/world/createWorld.ts'
import type { World } from '../fixtures/world/worldTypes.ts'
import { createBook, createWatcher, toPendingCall } from './fixtures/standIns.ts'

const bounty = parseAbi(['function claim(uint256 amount)'])
const simulationsPerBlock = 8
/** Half of the budget is reserved for other simulations. */
const copiesPerBlock = simulationsPerBlock / 2

let world: World
beforeAll(async () => {
  world = await createWorld()
}, 120_000)
afterAll(() => world?.close())

it('tries a call in a later block where the calls of its own are used up', async () => {
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [world.chain.rpcUrl] })
  const number = BigInt(await world.rpc.send<Hex>('eth_blockNumber'))
  const [book, { watcher, arrive }] = [createBook([], number - 1n), createWatcher()]
  await using detector = createMevDetector({ pool, watcher, book: book.book, simulationsPerBlock })
  const reported: string[] = []
  detector.on('found', ({ type, transactions }) => reported.push(`${type} ${transactions[0]}`))
  book.mine([])
  const [from] = world.traders as [Address]
  const toCall = (input: Hex) => toPendingCall({ from, to: world.bounty, input })
  // The queue tries the newest and the oldest calls first, so this call is placed between calls that cannot be copied.
  const noise = Array.from({ length: 4 * copiesPerBlock }, (_, at) => toCall(toHex(0x1111_0000 + at)))
  const honest = toCall(encodeFunctionData({ abi: bounty, args: [parseEther('0.01')] }))
  for (const call of noise.slice(copiesPerBlock)) arrive(call)
  arrive(honest)
  for (const call of noise.slice(0, copiesPerBlock)) arrive(call)
  await sleep(500)
  expect(reported).toEqual([])
  for (let block = 0; block < 8 && reported.length === 0; block++) {
    await world.rpc.send('anvil_mine', '0x1')
    book.mine([])
    await sleep(300)
  }
  expect(reported).toEqual([`frontrun ${honest.transaction.hash}`])
})
