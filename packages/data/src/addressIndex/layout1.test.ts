import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createUniform } from '@outrigger/devnet/random'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type IndexedBlock, toIndexedBlock } from './entries.ts'
import { makeBlock, toAddress } from './fixtures/randomBlocks.ts'
import { openIndexStore } from './indexStore.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-index-'))
})
afterEach(() => rm(folder, { recursive: true }))

const addresses = 40
/**
 * The fixture was written with layout 1. It has blocks 60 to 699 of the whole chain in ten tables, eight of them in an unfinished
 * merge. It also has the third address from block 20 on, and the seventeenth, under a name, from block 700 on.
 */
async function openFixture() {
  const path = join(folder, 'index.db')
  await writeFile(path, gunzipSync(await readFile(new URL('./fixtures/layout1.db.gz', import.meta.url))))
  return openIndexStore(path)
}

/** The blocks that the fixture was written from. */
function makeChain(): readonly IndexedBlock[] {
  const random = createUniform(31)
  const chain: IndexedBlock[] = []
  for (let number = 0; number < 700; number += 1) {
    const parent = chain.at(-1)?.hash ?? `0x${'00'.repeat(32)}`
    const { block, logs } = makeBlock(number, parent, { random, addresses, transactions: number % 3 === 0 ? 1 : 0 })
    chain.push(toIndexedBlock(block, logs, new Map()))
  }
  return chain
}

const scan = (chain: readonly IndexedBlock[], address: string, from: number, to: number) =>
  chain
    .slice(from, to + 1)
    .flatMap(({ number, transactions }) =>
      transactions.flatMap(({ index, hash, addresses: named }) =>
        named.has(address) ? [{ block: number, index, hash, roles: named.get(address) }] : [],
      ),
    )
    .reverse()

it('opens a file of layout 1 with all its entries, and unwinds a reorganization of blocks it was written with', async () => {
  const chain = makeChain()
  const store = await openFixture()
  expect(await store.claim(1)).toBe(true)
  expect(store.scopes()).toMatchObject([
    { address: null, fromBlock: 0, low: 60 },
    { address: 'seventeen', fromBlock: 0, low: 700 },
    { address: toAddress(3), fromBlock: 20, low: 20 },
  ])
  const check = (newest: number) => {
    for (let one = 1; one <= addresses; one += 1) {
      const address = toAddress(one)
      const low = one === 3 ? 20 : 60
      const found = store.find({ key: address, to: 1_000, limit: 1_000 })
      expect(found?.hits).toEqual(scan(chain, address, low, newest))
      expect(found?.held).toEqual({ fromBlock: low, toBlock: newest, isWholeChain: one !== 3 })
    }
  }
  check(699)
  await store.dropAbove(600)
  check(600)
  expect(await store.addBelow(chain.slice(20, 60).reverse())).toBe(true)
  expect(store.find({ key: toAddress(5), to: 1_000, limit: 1_000 })?.hits).toEqual(scan(chain, toAddress(5), 20, 600))
  store.close()
})

it('removes from a converted file what was added to it', async () => {
  const chain = makeChain()
  const store = await openFixture()
  const whole = await store.removeScope(null)
  expect(whole).toMatchObject({ address: null, held: { fromBlock: 60, toBlock: 699 } })
  expect(store.find({ key: toAddress(3), to: 1_000, limit: 1_000 })?.hits).toEqual(scan(chain, toAddress(3), 20, 699))
  expect(store.held(toAddress(5))).toBeNull()
  store.close()
})
