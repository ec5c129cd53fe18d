import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quantile } from '@outrigger/core/internal'
import { createUniform } from '@outrigger/devnet/random'
import { toIndexedBlock } from './entries.ts'
import { killIndex } from './fixtures/killIndex.ts'
import { makeBlock, toAddress } from './fixtures/randomBlocks.ts'
import { type IndexStore, openIndexStore } from './indexStore.ts'

const blocks = Number(process.env['OUTRIGGER_BENCH_BLOCKS'] ?? 10_000)
const transactions = 200
const addresses = 1_000_000
const batch = 16
const sampled = 400
const queries = 4_000

/** The suite that `npm run bench -- "address index"` runs. */
export const suite = { name: 'address index', run }

async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-index-'))
  const path = join(folder, 'index.db')
  const store = await openIndexStore(path)
  try {
    const written = await measureWrites(store)
    const { size } = await stat(path)
    return [
      ...written.rows,
      { name: 'file, a transaction', value: size / (blocks * transactions), unit: 'bytes' },
      ...measureQueries(store, written.scanned),
      ...(await measureKills()),
    ]
  } finally {
    store.close()
    await rm(folder, { recursive: true })
  }
}

/** Measures the time to convert parsed blocks of a node and write them to the file. */
async function measureWrites(store: IndexStore) {
  const random = createUniform(200)
  // The expected entries of frequent and rare addresses, counted without the index.
  const scanned = new Map<string, string[]>()
  for (let one = 0; one < sampled; one += 1)
    scanned.set(toAddress(1 + Math.floor(one % 4 === 0 ? one : createUniform(one)() * addresses)), [])
  let [parent, ms, longestMs] = [`0x${'00'.repeat(32)}`, 0, 0]
  await store.addScope(null, 0)
  for (let from = 0; from < blocks; from += batch) {
    const made = Array.from({ length: Math.min(batch, blocks - from) }, (_, index) => {
      const one = makeBlock(from + index, parent, { random, transactions, addresses })
      parent = one.block.hash
      noteByHand(one, scanned)
      return one
    })
    const startedMs = performance.now()
    await store.addAbove(made.map(({ block, logs }) => toIndexedBlock(block, logs, new Map())))
    const took = performance.now() - startedMs
    ms += took
    longestMs = Math.max(longestMs, took)
  }
  const rows = [
    { name: 'transactions', value: blocks * transactions, unit: 'transactions' },
    { name: 'indexed', value: (blocks * transactions) / (ms / 1000), unit: 'tx/s', bar: { atLeast: 10_000 } },
    { name: `longest change of ${batch} blocks`, value: longestMs, unit: 'ms' },
  ]
  return { rows, scanned }
}

function noteByHand({ block, logs }: ReturnType<typeof makeBlock>, scanned: Map<string, string[]>): void {
  for (const [index, { from, to, hash }] of block.transactions.entries()) {
    const sides = logs[index]?.topics.slice(1).map((topic) => `0x${topic.slice(-40)}`) ?? []
    for (const address of new Set([from, to ?? '', ...sides]))
      scanned.get(address)?.push(`${Number(block.number)}.${index}.${hash}`)
  }
}

function measureQueries(store: IndexStore, scanned: ReadonlyMap<string, readonly string[]>) {
  const random = createUniform(201)
  const times: number[] = []
  for (let query = 0; query < queries; query += 1) {
    const address = toAddress(1 + Math.floor(random() * (query % 2 === 0 ? 1_000 : addresses)))
    const to = Math.floor(random() * blocks)
    const startedMs = performance.now()
    store.find({ key: address, to, limit: 100 })
    times.push(performance.now() - startedMs)
  }
  times.sort((a, b) => a - b)
  let wrong = 0
  for (const [address, expected] of scanned) {
    const found = store.find({ key: address as `0x${string}`, to: blocks, limit: 10_000_000 })
    const own = found?.hits.map(({ block, index, hash }) => `${block}.${index}.${hash}`).reverse()
    if (own?.join() !== expected.join()) wrong += 1
  }
  const entries = [...scanned.values()].reduce((sum, all) => sum + all.length, 0)
  return [
    { name: 'query of 100 transactions, p50', value: quantile(times, 0.5) ?? Number.NaN, unit: 'ms' },
    {
      name: 'query of 100 transactions, p99',
      value: quantile(times, 0.99) ?? Number.NaN,
      unit: 'ms',
      bar: { atMost: 10 },
    },
    { name: 'entries compared with a scan of all blocks', value: entries, unit: 'entries' },
    { name: 'addresses that differ from it', value: wrong, unit: 'addresses', bar: { atMost: 0 } },
  ]
}

async function measureKills() {
  const { kills, reorganisations, wrong } = await killIndex({ blocks: 120, kills: 5, random: createUniform(9) })
  return [
    { name: 'kill -9', value: kills, unit: 'times', bar: { atLeast: 5 } },
    { name: 'reorganisations', value: reorganisations, unit: 'times' },
    { name: 'addresses that differ after them', value: wrong.length, unit: 'addresses', bar: { atMost: 0 } },
  ]
}
