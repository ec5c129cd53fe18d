import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type ChainLog, createMemoryStore, type ProviderPool, RpcAnswerError, type Store } from '@outrigger/core'
import { type Address, type Hex, pad } from 'viem'
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
    pool: asked,
    archive,
    maxRange,
    filter: wethLending.borrowLogs(deployment, []),
    toAccountChange: wethLending.toAccountChange,
    fromBlock: 4_719_568n,
    to: await at.head(),
    signal: new AbortController().signal,
    onFound: (_, accounts) => accounts.forEach((account) => void found.add(account)),
    onProgress: () => {},
    onTrouble: (reason) => troubles.push(reason),
  })
  return { found, troubles, kept: await archive.load() }
}

it('finds all borrowers, stores settled blocks, and searches them once', async () => {
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

it('shrinks refused ranges, and continues after failures', async () => {
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

it('starts over if the store belongs to another chain', async () => {
  const store = createMemoryStore()
  await search(chain, store, pool)
  await using other = await createFilledChain(5_000)
  await using otherPool = other.connect()
  const { found, kept } = await search(other, store, otherPool)
  expect(found).toEqual(everybody(5_000))
  expect([...(kept.borrowers.get('*') ?? [])].filter((account) => !found.has(account))).toEqual([])
})

/** A pool in which no provider has some blocks. */
const lacking = (isLacking: (block: bigint) => boolean): ProviderPool => ({
  ...pool,
  send: (async (request, options) => {
    const [block] = request.params as readonly [Hex]
    const isMissing = request.method === 'eth_getBlockByNumber' && isLacking(BigInt(block))
    return isMissing ? { result: null } : pool.send(request, options)
  }) as ProviderPool['send'],
})

it('waits for the block that identifies the chain, and keeps its results meanwhile', async () => {
  const store = createMemoryStore()
  const { kept } = await search(chain, store, pool)
  let asked = 0
  const { found, kept: after } = await search(
    chain,
    store,
    lacking(() => {
      asked += 1
      return asked < 3
    }),
  )
  expect(asked).toBeGreaterThan(2)
  expect(found).toEqual(everybody(0))
  expect(after).toEqual(kept)
})

it('keeps the archive of a longer chain unchanged', async () => {
  const store = createMemoryStore()
  const archive = createBorrowerArchive(store, key)
  const anchor = { number: Number(await chain.head()) + 10, hash: `0x${'ab'.repeat(32)}` } as const
  await archive.replace({ anchor, ranges: [{ from: 0n, to: 9n }], borrowers: new Map([['*', new Set([owner])]]) })
  const before = await archive.load()
  const { found, kept } = await search(
    chain,
    store,
    lacking((block) => block === BigInt(anchor.number)),
  )
  expect(found).toEqual(everybody(0))
  expect(kept).toEqual(before)
})

it('rarely exceeds a range that a provider has refused', async () => {
  let [answered, refused] = [0, 0]
  const send: ProviderPool['send'] = async (request, options) => {
    if (request.method !== 'eth_getLogs') return pool.send(request, options)
    const [{ fromBlock, toBlock }] = request.params as readonly [{ readonly fromBlock: Hex; readonly toBlock: Hex }]
    if (BigInt(toBlock) - BigInt(fromBlock) < 4n) {
      answered += 1
      return pool.send(request, options)
    }
    refused += 1
    throw new RpcAnswerError('eth_getLogs', 'test', { code: -32005, message: 'limit exceeded', text: '{}' })
  }
  await search(chain, createMemoryStore(), { ...pool, send })
  expect(answered).toBeGreaterThan(80)
  expect(refused).toBeLessThan(answered / 5)
})

it('loses no borrower if several processes search the same blocks', async () => {
  const store = createMemoryStore()
  const [one, other] = [createBorrowerArchive(store, key), createBorrowerArchive(store, key)]
  const [alice, bob] = [toHolder(1), toHolder(2)]
  const of = (account: Address) => new Map([['*', new Set([account])]] as const)
  // Each omits from its second range the accounts of its first.
  await one.add({ from: 0n, to: 99n }, of(alice))
  await other.add({ from: 100n, to: 199n }, of(alice))
  await other.add({ from: 0n, to: 49n }, of(bob))
  await one.add({ from: 100n, to: 149n }, new Map())
  expect(await one.load()).toMatchObject({
    ranges: [{ from: 0n, to: 199n }],
    borrowers: new Map([['*', new Set([bob, alice])]]),
  })
  await one.setAnchor({ number: 200, hash: `0x${'00'.repeat(32)}` })
  await other.setAnchor({ number: 190, hash: `0x${'01'.repeat(32)}` })
  expect((await other.load()).anchor?.number).toBe(200)
})

it('merges many small ranges into few documents', async () => {
  const store = createMemoryStore()
  const { kept, found } = await search(chain, store, pool, 2n)
  expect(kept.ranges).toHaveLength(1)
  expect(await store.collection(`book:ethereum:weth:${weth}`).list()).toHaveLength(1)
  const settled = everybody(0).size - 128 / 10
  expect(kept.borrowers.get('*')?.size).toBeGreaterThan(settled - 2)
  expect(found).toEqual(everybody(0))
})

type Call = { readonly method: string; readonly params: readonly unknown[]; readonly id: number }

/** Starts a provider that changes its logs. */
async function listenLying(toLog: (log: ChainLog) => unknown) {
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as Call | readonly Call[]
    const answer = async ({ method, params, id }: Call) => {
      const result = await chain.ask(method, ...(params ?? []))
      return { jsonrpc: '2.0', id, result: method === 'eth_getLogs' ? (result as ChainLog[]).map(toLog) : result }
    }
    response.end(JSON.stringify(await (Array.isArray(asked) ? Promise.all(asked.map(answer)) : answer(asked as Call))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: close }
}

const stranger = pad(toHolder(9_999))

it.each<[string, (log: ChainLog) => unknown]>([
  ['without topics', ({ topics: _, ...log }) => log],
  ['without indexed topics', (log) => ({ ...log, topics: log.topics.slice(0, 1) })],
  ['with half a topic', (log) => ({ ...log, topics: log.topics.map((topic) => topic.slice(0, 40)) })],
  ['of another contract', (log) => ({ ...log, address: owner, topics: [log.topics[0], stranger, stranger] })],
  ['without a block', ({ blockNumber: _, ...log }) => log],
  ['that are none', () => null],
])('rejects logs %s, and queries another provider', async (_, toLog) => {
  await using liar = await listenLying(toLog)
  await using both = chain.connect([liar.url, chain.anvil.rpcUrl])
  const { found, troubles } = await search(chain, createMemoryStore(), both)
  expect(found).toEqual(everybody(0))
  expect(troubles.filter((trouble) => trouble !== null)).toEqual([])
})
