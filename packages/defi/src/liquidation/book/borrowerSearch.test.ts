import { createMemoryStore, type ProviderPool, RpcAnswerError, type Store } from '@outrigger/core'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookKey, createBorrowerArchive } from './borrowerArchive.ts'
import { searchBorrowers } from './borrowerSearch.ts'
import { createLedgerChain, type LedgerChain, owner, toHolder } from './fixtures/ledgerChain.ts'
import { weth, wethLending } from './fixtures/wethLending.ts'

const key: BookKey = { chain: 'ethereum', protocol: 'weth', deployment: weth }
const deployment = { address: weth, fromBlock: 0n } as const
const count = 40
let chain: LedgerChain
let pool: ProviderPool

async function createFilledChain(from: number): Promise<LedgerChain> {
  const filled = await createLedgerChain()
  await filled.deposit(10n ** 21n)
  for (let index = 0; index < count; index += 1) {
    await filled.transfer(toHolder(from + index), 5n)
    await filled.mine(9)
  }
  return filled
}

beforeAll(async () => {
  chain = await createFilledChain(0)
  pool = chain.connect()
})
afterAll(async () => {
  await pool.close()
  await chain.close()
})

const everybody = (from: number) =>
  new Set<Address>([owner, ...Array.from({ length: count }, (_, i) => toHolder(from + i))])

async function search(at: LedgerChain, store: Store, asked: Pick<ProviderPool, 'send' | 'report'>, maxRange = 1_000n) {
  const found = new Set<Address>()
  const troubles: (string | null)[] = []
  const archive = createBorrowerArchive(store, key)
  await searchBorrowers({
    ...{ pool: asked, archive, maxRange, filter: wethLending.borrowLogs(deployment, []), toTouch: wethLending.toTouch },
    ...{ fromBlock: 4_719_568n, to: await at.head(), signal: new AbortController().signal },
    onFound: (_, accounts) => accounts.forEach((account) => void found.add(account)),
    onProgress: () => {},
    onTrouble: (reason) => troubles.push(reason),
  })
  return { found, troubles, kept: await archive.load() }
}

it('finds everybody, keeps what may not be replaced any more, and asks for that once', async () => {
  const store = createMemoryStore()
  const first = await search(chain, store, pool)
  expect(first.found).toEqual(everybody(0))
  const settled = (await chain.head()) - 128n
  expect(first.kept.ranges).toEqual([{ from: 0n, to: settled }])
  const asked: bigint[] = []
  const send: ProviderPool['send'] = (request, options) => {
    const [filter] = request.params as readonly [{ readonly fromBlock?: string }]
    if (request.method === 'eth_getLogs') asked.push(BigInt(filter.fromBlock ?? -1))
    return pool.send(request, options)
  }
  expect((await search(chain, store, { ...pool, send })).found).toEqual(everybody(0))
  expect(asked).toEqual([settled + 1n])
})

it('makes ranges smaller that a provider refuses, and goes on after failures', async () => {
  let calls = 0
  const sizes: bigint[] = []
  const send: ProviderPool['send'] = async (request, options) => {
    if (request.method !== 'eth_getLogs') return pool.send(request, options)
    const [{ fromBlock, toBlock }] = request.params as readonly [
      { readonly fromBlock: string; readonly toBlock: string },
    ]
    const size = BigInt(toBlock) - BigInt(fromBlock) + 1n
    calls += 1
    const answer = { code: -32005, message: 'query returned more than 10000 results', text: '{}' }
    if (size > 50n) throw new RpcAnswerError('eth_getLogs', 'test', answer)
    if (calls % 5 === 0) throw new TypeError('the connection was reset')
    sizes.push(size)
    return pool.send(request, options)
  }
  const { found, kept } = await search(chain, createMemoryStore(), { ...pool, send })
  expect(found).toEqual(everybody(0))
  expect(kept.ranges).toEqual([{ from: 0n, to: (await chain.head()) - 128n }])
  expect(sizes.length).toBeGreaterThan(8)
}, 60_000)

it('begins anew where the store is of another chain', async () => {
  const store = createMemoryStore()
  await search(chain, store, pool)
  await using other = await createFilledChain(5_000)
  await using otherPool = other.connect()
  const { found, kept } = await search(other, store, otherPool)
  expect(found).toEqual(everybody(5_000))
  expect([...(kept.borrowers.get('*') ?? [])].filter((account) => !found.has(account))).toEqual([])
})

it('keeps many small ranges in few documents', async () => {
  const store = createMemoryStore()
  const { kept, found } = await search(chain, store, pool, 2n)
  expect(kept.ranges).toHaveLength(1)
  expect(await store.collection(`book:ethereum:weth:${weth}`).list()).toHaveLength(1)
  const settled = everybody(0).size - 128 / 10
  expect(kept.borrowers.get('*')?.size).toBeGreaterThan(settled - 2)
  expect(found).toEqual(everybody(0))
})
