import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteFile } from '@outrigger/core/internal/sqlite'
import { createUniform } from '@outrigger/devnet/random'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type IndexedBlock, toIndexedBlock } from './entries.ts'
import { makeBlock, toAddress } from './fixtures/randomBlocks.ts'
import { type IndexStore, openIndexStore } from './indexStore.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-index-'))
})
afterEach(() => rm(folder, { recursive: true }))

const addresses = 40
const seeds = process.env['OUTRIGGER_CASES'] ? Number(process.env['OUTRIGGER_CASES']) : 6
const zero = `0x${'00'.repeat(32)}`

/** Finds the transactions of an address by going through all blocks of a list. */
function scan(blocks: readonly IndexedBlock[], address: string, from: number, to: number): readonly string[] {
  return blocks
    .filter(({ number }) => number >= from && number <= to)
    .flatMap(({ number, transactions }) =>
      transactions.flatMap(({ index, hash, addresses: named }) =>
        named.has(address) ? [`${number}.${index}.${hash}.${named.get(address)}`] : [],
      ),
    )
    .reverse()
}

/** Walks back page by page, like a history. */
function readAll(store: IndexStore, address: `0x${string}`, to: number, limit: number): readonly string[] {
  const all: string[] = []
  for (let next = to; ; ) {
    const found = store.find({ key: address, to: next, limit })
    const hits = found?.hits ?? []
    all.push(...hits.map(({ block, index, hash, roles }) => `${block}.${index}.${hash}.${roles}`))
    if (hits.length < limit) return all
    next = (hits.at(-1)?.block ?? 0) - 1
  }
}

it.each(Array.from({ length: seeds }, (_, seed) => seed + 1))(
  'is equal to a scan of its blocks after whatever happens to them (seed %i)',
  async (seed) => {
    const random = createUniform(seed)
    const path = join(folder, 'index.db')
    let store = await openIndexStore(path)
    const start = 5_000
    const make = (number: number, parent: string) => {
      const { block, logs } = makeBlock(number, parent, { random, addresses, transactions: Math.floor(random() * 5) })
      return toIndexedBlock(block, logs, new Map())
    }
    let chain: IndexedBlock[] = []
    const extend = (count: number) => {
      for (let block = 0; block < count; block += 1) chain.push(make(chain.length, chain.at(-1)?.hash ?? zero))
    }
    extend(start)
    const [single, late] = [toAddress(3), toAddress(17)]
    await store.addScope(null, 0)
    await store.addScope(single, 2_000)
    expect(await store.addAbove(chain.slice(-1))).toBe(true)
    for (let round = 0; round < 300; round += 1) {
      const kind = random()
      const high = store.high() ?? 0
      if (kind < 0.45) {
        const scopes = store.scopes().filter(({ low, fromBlock }) => (low ?? 0) > fromBlock)
        const low = scopes[Math.floor(random() * scopes.length)]?.low ?? 0
        const others = store.scopes().map((one) => one.low ?? 0)
        const bottom = Math.max(0, low - 1 - Math.floor(random() * 64), ...others.filter((one) => one < low))
        if (low > 0) expect(await store.addBelow(chain.slice(bottom, low).reverse())).toBe(true)
      } else if (kind < 0.7) {
        extend(Math.floor(random() * 40))
        await store.addAbove(chain.slice(high + 1))
      } else if (kind < 0.78) {
        const fork = Math.max(high - Math.floor(random() * 30), high - 255, start - 1)
        if (store.hashOf(fork) === null) continue
        await store.dropAbove(fork)
        chain = chain.slice(0, fork + 1)
        extend(3)
        await store.addAbove(chain.slice(fork + 1))
      } else if (kind < 0.965) await store.addScope(late, 3_000)
      else if (kind < 0.975) await store.removeScope(random() < 0.5 ? late : single)
      else if (kind < 0.98) await store.addScope(single, 2_000)
      else {
        store.close()
        store = await openIndexStore(path)
      }
      const address = toAddress(1 + Math.floor(random() * addresses))
      const to = Math.floor(random() * chain.length)
      const held = store.held(address)
      const expected = held === null ? [] : scan(chain, address, held.fromBlock, Math.min(to, held.toBlock))
      expect(readAll(store, address, to, 1 + Math.floor(random() * 40))).toEqual(expected)
    }
    const lowest = Math.min(...store.scopes().map(({ low }) => low ?? 0))
    for (let one = 1; one <= addresses; one += 1) {
      const address = toAddress(one)
      const { fromBlock = 0, toBlock = 0 } = store.held(address) ?? {}
      expect(fromBlock).toBeGreaterThanOrEqual(lowest)
      expect(readAll(store, address, toBlock, 1_000_000)).toEqual(scan(chain, address, fromBlock, toBlock))
    }
    store.close()
  },
  120_000,
)

it('removes an address or the whole chain, with nothing left of it and nothing else touched', async () => {
  const path = join(folder, 'index.db')
  const store = await openIndexStore(path)
  const random = createUniform(5)
  const chain: IndexedBlock[] = []
  for (let number = 0; number < 200; number += 1) {
    const { block, logs } = makeBlock(number, chain.at(-1)?.hash ?? zero, { random, addresses, transactions: 4 })
    chain.push(toIndexedBlock(block, logs, new Map()))
  }
  const [one, other] = [toAddress(3), toAddress(17)]
  await store.addScope(one, 0)
  await store.addAbove(chain.slice(150))
  await store.addBelow(chain.slice(0, 150).reverse())
  await store.addScope(other, 50)
  await store.addBelow(chain.slice(50, 200).reverse())
  await store.addScope(null, 100)
  await store.addBelow(chain.slice(100, 200).reverse())
  expect(new Map(store.scopes().map(({ key, low }) => [key, low]))).toEqual(
    new Map<string | null, number>([
      [null, 100],
      [one, 0],
      [other, 50],
    ]),
  )
  const all = (address: `0x${string}`) => readAll(store, address, 199, 1_000_000)
  const entries = chain.slice(100).flatMap(({ transactions }) => transactions.map((tx) => tx.addresses.size))
  const total = entries.reduce((sum, size) => sum + size, 0)
  expect(await store.removeScope(toAddress(9))).toBeNull()
  expect(await store.removeScope(null)).toEqual({
    address: null,
    held: { fromBlock: 100, toBlock: 199 },
    entries: total,
  })
  expect(all(toAddress(9))).toEqual([])
  expect(all(one)).toEqual(scan(chain, one, 0, 199))
  expect(await store.removeScope(one)).toMatchObject({
    address: one,
    held: { fromBlock: 0, toBlock: 199 },
    entries: scan(chain, one, 0, 199).length,
  })
  expect(store.held(one)).toBeNull()
  expect(all(other)).toEqual(scan(chain, other, 50, 199))
  await store.removeScope(other)
  expect([store.scopes(), store.high()]).toEqual([[], null])
  await store.compact()
  store.close()
  const database = await openSqliteFile({ path, busyTimeoutMs: 1000, layout: { version: 2, sql: '' } })
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]
  const left = tables.map(({ name }) => [name, database.prepare(`SELECT count(*) AS count FROM ${name}`).get()])
  expect(left.filter(([, row]) => (row as { readonly count: number }).count > 0)).toEqual([])
  database.close()
})

it('takes no block that is not the neighbour of what it holds', async () => {
  const store = await openIndexStore(join(folder, 'index.db'))
  const random = createUniform(99)
  const make = (number: number, parent: string) => {
    const { block, logs } = makeBlock(number, parent, { random, addresses, transactions: 2 })
    return toIndexedBlock(block, logs, new Map())
  }
  const ten = make(10, zero)
  await store.addScope(null, 0)
  expect(await store.addAbove([ten])).toBe(true)
  expect(await store.addAbove([make(11, zero)])).toBe(false)
  expect(await store.addAbove([make(12, ten.hash)])).toBe(false)
  expect(await store.addBelow([make(9, zero)])).toBe(false)
  expect(await store.addAbove([make(11, ten.hash)])).toBe(true)
  store.close()
})
