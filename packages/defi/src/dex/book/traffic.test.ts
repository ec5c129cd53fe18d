import { sleep } from '@outrigger/core'
import { pools, startDevnet } from '@outrigger/devnet'
import { startTraffic } from '@outrigger/devnet/traffic'
import { expect, it } from 'vitest'
import { createRandom } from '../../liquidation/sizing/fixtures/random.ts'
import { createPoolBook } from './createPoolBook.ts'
import { connect, findDifferences } from './fixtures/poolChain.ts'
import type { PoolBookUpdate } from './poolBookTypes.ts'

/** Set `OUTRIGGER_BOOK_BLOCKS` for more blocks. */
const blocks = Number(process.env['OUTRIGGER_BOOK_BLOCKS'] ?? 16)
const blockTimeMs = 300
const blocksPerReorg = 8
const quiet = { ethTransfer: 0, tokenTransfer: 0, nftMint: 0, nftTransfer: 0, deploy: 0, aaveLending: 0 } as const

it('equals the contracts at every block of live traffic, through reorgs', async () => {
  await using devnet = await startDevnet({ silent: true, blockTimeMs })
  const { client, rpcUrl } = devnet.chains.ethereum
  const accounts = devnet.accounts.traders
  await using _ = await startTraffic(devnet.chains.ethereum, { seed: 5, ratePerSecond: 25, accounts, mix: quiet })
  await using pool = connect([rpcUrl])
  await using book = createPoolBook({ pool, proofInterval: 5n })
  for (const { token0, token1 } of pools) book.request({ tokens: [token0.address, token1.address] })
  await book.ready
  const updates: PoolBookUpdate[] = []
  book.on('block', (update) => updates.push(update))
  const random = createRandom(3)
  let [compared, states, reorgs, touched] = [0, 0, 0, 0]
  const different: string[] = []
  while (compared < blocks) {
    await sleep(20)
    const update = updates.shift()
    if (update === undefined) continue
    const { number, hash, snapshot } = update
    // Anvil answers for its newest block from a state that the next block is changing.
    while ((await client.getBlockNumber({ cacheTime: 0 })) <= number) await sleep(20)
    const isPresent = async () => (await client.getBlock({ blockNumber: number }).catch(() => null))?.hash === hash
    if (!(await isPresent())) continue
    const found = await findDifferences(client, update)
    // Removed blocks cannot be queried.
    if (!(await isPresent())) continue
    different.push(...found.map((id) => `${number} ${id}`))
    compared += 1
    states += snapshot.size
    touched += update.touched.length
    if (compared % blocksPerReorg !== 0) continue
    const depth = 1 + Math.floor(random() * 5)
    await (client.request as (call: object) => Promise<unknown>)({ method: 'anvil_reorg', params: [depth, []] })
    reorgs += 1
  }
  expect(different).toEqual([])
  expect(book.status().proof.repaired).toBe(0)
  expect(states).toBeGreaterThan(blocks * pools.length * 0.9)
  expect(touched).toBeGreaterThan(blocks)
  expect(reorgs).toBe(Math.floor(blocks / blocksPerReorg))
}, 900_000)
