import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chains, createFamilyPool, type FamilyPool } from '@outrigger/core'
import { isLitecoindInstalled, type Litecoind, startLitecoind } from '@outrigger/devnet/litecoin'
import { bundleProgram } from '@outrigger/devnet/program'
import { createUniform } from '@outrigger/devnet/random'
import { leaveOut } from '@outrigger/devnet/recorded'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type AddressIndex,
  createAddressIndex,
  getIndexStatus,
  NoIndexOfFamilyError,
} from '../../addressIndex/index.ts'
import { getBalance, getHistory } from '../../questions.ts'
import { compareWithScan, scanAll } from './fixtures/scanChain.ts'
import type { BitcoinTransaction } from './reader.ts'

let node: Litecoind
let pool: FamilyPool
let miner: string
let people: readonly string[]
let folder: string
const random = createUniform(23)

beforeAll(async () => {
  if (!isLitecoindInstalled()) return
  node = await startLitecoind()
  pool = createFamilyPool({ chain: chains.litecoin, endpoints: [node.url] })
  miner = await node.rpc('getnewaddress')
  const forms = ['legacy', 'p2sh-segwit', 'bech32']
  people = await Promise.all(Array.from({ length: 9 }, (_, at) => node.rpc<string>('getnewaddress', '', forms[at % 3])))
  await node.rpc('generatetoaddress', 110, miner)
}, 60_000)
afterAll(async () => {
  await pool?.close()
  await node?.close()
})
beforeEach(async (test) => {
  if (!isLitecoindInstalled()) leaveOut(test, 'litecoind is not installed: sh scripts/debian.sh')
  folder = await mkdtemp(join(tmpdir(), 'outrigger-index-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = () => createAddressIndex({ pool, path: join(folder, 'index.db') })
const pick = () => people[Math.floor(random() * people.length)] as string

/** Mines blocks with up to four payments each among the people. The wallet spends the coins that they received. */
async function mine(blocks: number) {
  for (let block = 0; block < blocks; block += 1) {
    for (let left = Math.floor(random() * 5); left > 0; left -= 1)
      await node.rpc('sendtoaddress', pick(), Number((0.01 + random()).toFixed(8)))
    await node.rpc('generatetoaddress', 1, random() < 0.3 ? pick() : miner)
  }
}

/** Replaces the newest blocks. Their transactions are mined again in another order, or stay pending. */
async function reorganise(depth: number) {
  const height = await node.rpc<number>('getblockcount')
  await node.rpc('invalidateblock', await node.rpc('getblockhash', height - depth + 1))
  await node.rpc('generatetoaddress', depth + 1, pick())
}

async function readAll(index: AddressIndex, address: string, limit: number) {
  const all: BitcoinTransaction[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await getHistory(pool, { address, index, limit, ...(cursor && { cursor }) })
    all.push(...(page.transactions as readonly BitcoinTransaction[]))
    if (page.nextCursor === null) return { all, last: page }
    expect(page.transactions).toHaveLength(limit)
    cursor = page.nextCursor
  }
}

it('holds the whole chain as a scan of every block does, live through reorganisations', async () => {
  await mine(25)
  await using index = await open()
  await index.add({ fromBlock: 0n })
  index.follow()
  expect(await index.backfill({ maxBlocks: 30 })).toMatchObject({ stopped: expect.stringContaining('30 blocks') })
  expect(await index.backfill()).toMatchObject({ stopped: null })
  const first = await compareWithScan(index, node)
  expect(first).toMatchObject({ wrong: [] })
  expect(first.entries).toBeGreaterThan(150)
  for (const depth of [1, 4, 12]) {
    await mine(3)
    await reorganise(depth)
    const hash = await node.rpc<string>('getbestblockhash')
    const isCaughtUp = async () => {
      const { wrong } = await compareWithScan(index, node)
      return wrong.length === 0 && (await node.rpc('getbestblockhash')) === hash
    }
    await expect.poll(isCaughtUp, { timeout: 60_000, interval: 500 }).toBe(true)
  }
  const head = BigInt(await node.rpc<number>('getblockcount'))
  expect(index.status()).toEqual([
    { address: null, wantedFrom: 0n, held: { fromBlock: 0n, toBlock: head }, isComplete: true },
  ])
}, 240_000)

it('answers a history, page by page, whose deltas add up to the balance', async () => {
  await mine(15)
  await using index = await open()
  await expect(getHistory(pool, { address: people[0] as string, index })).rejects.toMatchObject({
    code: 'METHODS_MISSING',
  })
  for (const address of people.slice(0, 3))
    await index.add({
      address: address.toUpperCase().startsWith('RLTC') ? address.toUpperCase() : address,
      fromBlock: 0n,
    })
  await index.backfill()
  const head = BigInt(await node.rpc<number>('getblockcount'))
  const scanned = await scanAll(node)
  for (const address of people.slice(0, 3)) {
    const { all, last } = await readAll(index, address, 3)
    expect(all.map(({ hash }) => hash)).toEqual((scanned.get(address) ?? []).map((text) => text.split('.')[2]))
    expect(all.length).toBeGreaterThan(3)
    const sum = all.reduce((total, { details }) => total + (details.addressDeltas?.get(address) ?? 0n), 0n)
    expect(sum).toBe((await getBalance(pool, { address })).balance)
    expect(last.coverage).toMatchObject({
      fromBlock: 0n,
      complete: true,
      source: 'address index',
      index: { fromBlock: 0n, toBlock: head, isWholeChain: false },
    })
  }
  expect(index.held(miner)).toBeNull()
  expect(index.status().map(({ address }) => address)).toEqual(expect.arrayContaining(people.slice(0, 3)))
}, 120_000)

it('leaves out of a history what a reorganisation has taken out since', async () => {
  const address = people[4] as string
  await using index = await open()
  await index.add({ address, fromBlock: 0n })
  const txid = await node.rpc<string>('sendtoaddress', address, 0.5)
  const [block] = await node.rpc<[string]>('generatetoaddress', 1, miner)
  await index.backfill()
  const hashes = async () => (await readAll(index, address, 100)).all.map(({ hash }) => hash)
  expect(await hashes()).toContain(txid)
  await node.rpc('invalidateblock', block)
  expect(await hashes()).not.toContain(txid)
  await node.rpc('reconsiderblock', block)
}, 60_000)

it('is equal to a scan after kill -9 and reorganisations that nobody looked at', async () => {
  const path = join(folder, 'index.db')
  const program = await bundleProgram(new URL('./fixtures/keepIndex.ts', import.meta.url))
  for (let kill = 0; kill < 3; kill += 1) {
    const child = spawn(process.execPath, [program, node.url, path], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = once(child, 'exit')
    const [said] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exit])
    expect(said, 'the process ended by itself').toBeTypeOf('string')
    await mine(2)
    child.kill('SIGKILL')
    await exit
    await reorganise(1 + kill * 3)
    await mine(1)
  }
  const [before] = await getIndexStatus(path)
  // The killed processes must have stored blocks, not only the final read.
  expect(before?.held).not.toBeNull()
  await using index = await open()
  await index.backfill()
  expect(await compareWithScan(index, node)).toMatchObject({ wrong: [] })
  expect(index.status()).toMatchObject([{ isComplete: true }])
}, 180_000)

it('refuses a node that does not say what inputs spend, and families with histories of their own', async () => {
  await using bare = await startLitecoind({ txindex: false })
  await using other = createFamilyPool({ chain: chains.litecoin, endpoints: [bare.url] })
  const own = await bare.rpc<string>('getnewaddress')
  await bare.rpc('generatetoaddress', 101, own)
  await bare.rpc('sendtoaddress', own, 1)
  await bare.rpc('generatetoaddress', 1, own)
  await using index = await createAddressIndex({ pool: other, path: join(folder, 'bare.db') })
  await index.add({ fromBlock: 0n })
  await expect(index.backfill()).rejects.toMatchObject({ code: 'METHODS_MISSING' })
  await using solana = createFamilyPool({ chain: chains.solana, endpoints: ['http://127.0.0.1:1'] })
  const refused = createAddressIndex({ pool: solana, path: join(folder, 'solana.db') })
  await expect(refused).rejects.toBeInstanceOf(NoIndexOfFamilyError)
}, 60_000)
