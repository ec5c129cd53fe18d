import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chains, createProviderPool, type ProviderPool } from '@outrigger/core'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createUniform } from '@outrigger/devnet/random'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAddressIndex } from './addressIndex.ts'
import { compareWithScan, mineRandom, scanAll } from './fixtures/indexedChain.ts'

let anvil: Anvil
let pool: ProviderPool
let folder: string
const random = createUniform(7)

beforeEach(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [anvil.rpcUrl], cache: false })
  folder = await mkdtemp(join(tmpdir(), 'outrigger-index-'))
})
afterEach(async () => {
  await pool?.close()
  await anvil?.close()
  await rm(folder, { recursive: true })
})

const open = () => createAddressIndex({ pool, path: join(folder, 'index.db') })
const mine = async (blocks: number) => {
  for (let block = 0; block < blocks; block += 1) await mineRandom(anvil.rpcUrl, random)
}
const readHead = async () => BigInt((await pool.send<string>({ method: 'eth_blockNumber', params: [] })).result)

it('holds the whole chain as a scan of every block does, live through reorganisations', async () => {
  await mine(80)
  await using index = await open()
  await index.add({ fromBlock: 0n })
  const unwatch = index.follow()
  const progress: number[] = []
  expect(await index.backfill({ maxBlocks: 30 })).toMatchObject({ stopped: expect.stringContaining('30 blocks') })
  await index.backfill({ onProgress: ({ missing }) => progress.push(missing) })
  expect(progress.at(-1)).toBe(0)
  expect(await compareWithScan(index, anvil.rpcUrl)).toMatchObject({ wrong: [] })
  for (const depth of [1, 4, 25]) {
    await mine(6)
    await pool.send({ method: 'anvil_reorg', params: [depth, []] })
    await mine(2)
    const head = await readHead()
    await expect.poll(() => index.status()[0]?.held?.toBlock, { timeout: 20_000 }).toBe(head)
    expect(await compareWithScan(index, anvil.rpcUrl)).toMatchObject({ wrong: [] })
  }
  expect(index.status()).toEqual([
    { address: null, wantedFrom: 0n, held: { fromBlock: 0n, toBlock: await readHead() }, isComplete: true },
  ])
  unwatch()
}, 90_000)

it('holds single addresses, each from its own block on, and nothing of others', async () => {
  await mine(60)
  const all = [...(await scanAll(anvil.rpcUrl))].sort(([, a], [, b]) => b.length - a.length)
  const [[first, ofFirst], [second, ofSecond], [other]] = all as [[string, string[]], [string, string[]], [string]]
  await using index = await open()
  await index.add({ address: first as `0x${string}`, fromBlock: 30n })
  await index.backfill()
  await index.add({ address: second as `0x${string}`, fromBlock: 10n })
  await mine(5)
  await pool.send({ method: 'anvil_reorg', params: [8, []] })
  await index.backfill()
  await index.add({ address: first as `0x${string}`, fromBlock: 20n })
  await index.backfill()
  const scanned = await scanAll(anvil.rpcUrl)
  const head = Number(await readHead())
  for (const [address, before, from] of [[first, ofFirst, 20] as const, [second, ofSecond, 10] as const]) {
    const found = index.find({ address: address as `0x${string}`, to: 2n ** 32n, limit: 10_000 })
    const expected = scanned.get(address)?.filter((text) => Number(text.split('.')[0]) >= from)
    expect(found?.hits.map((hit) => `${hit.block}.${hit.index}.${hit.hash}`)).toEqual(expected)
    expect(found?.held).toEqual({ fromBlock: from, toBlock: head, isWholeChain: false })
    expect(before.length).toBeGreaterThan(expected?.length ?? 0)
  }
  expect(index.held(other as `0x${string}`)).toBeNull()
  expect(index.find({ address: other as `0x${string}`, to: 100n, limit: 10 })).toBeNull()
}, 60_000)

it('begins anew where another chain is below, and refuses the file of a chain with another id', async () => {
  await mine(12)
  {
    await using index = await open()
    await index.add({ fromBlock: 0n })
    await index.backfill()
  }
  await using other = await createAnvil({ chainId: 1, args: ['--no-mining', '--timestamp', '1700000000'] })
  for (let block = 0; block < 20; block += 1) await mineRandom(other.rpcUrl, random)
  await using otherPool = createProviderPool({ chain: chains.ethereum, endpoints: [other.rpcUrl], cache: false })
  {
    await using index = await createAddressIndex({ pool: otherPool, path: join(folder, 'index.db') })
    await index.backfill()
    expect(await compareWithScan(index, other.rpcUrl)).toMatchObject({ wrong: [] })
  }
  await using base = createProviderPool({ chain: chains.base, endpoints: [other.rpcUrl] })
  await expect(createAddressIndex({ pool: base, path: join(folder, 'index.db') })).rejects.toMatchObject({
    code: 'INDEX_OF_ANOTHER_CHAIN',
  })
}, 60_000)
