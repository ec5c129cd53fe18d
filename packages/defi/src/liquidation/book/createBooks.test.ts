import { type ChainLog, type ProviderPool, sleep } from '@outrigger/core'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BookBlock, Books } from './bookTypes.ts'
import { createBooks } from './createBooks.ts'
import { createLedgerChain, type LedgerChain, toHolder } from './fixtures/ledgerChain.ts'
import { readHolders } from './fixtures/readHolders.ts'
import { weth, wethLending } from './fixtures/wethLending.ts'

const holders = 300
const protocols = [wethLending]
let chain: LedgerChain

beforeAll(async () => {
  chain = await createLedgerChain()
  await chain.deposit(10n ** 21n)
  for (let index = 0; index < holders; index += 1) await chain.transfer(toHolder(index), BigInt(1_000 + index))
})
afterAll(() => chain.close())

const readAll = () => readHolders(chain, 1_010)

const tableOf = (books: Books) => {
  const table = books.get('weth')?.markets.get(weth)?.table
  return new Map([...(table?.accounts() ?? [])].map(({ address, entries }) => [address, entries[0]?.borrowed]))
}

/** Waits until the book has reached a block. */
async function reach(books: Books, number: bigint): Promise<void> {
  const deadlineMs = Date.now() + 10_000
  while ((books.get('weth')?.markets.get(weth)?.market.blockNumber ?? -1n) < number) {
    if (Date.now() > deadlineMs) throw new TypeError(`The book does not reach block ${number}.`)
    await sleep(10)
  }
}

it('finds all borrowers, and counts the whole debt of the market', async () => {
  await using pool = chain.connect()
  const states: string[] = []
  await using books = createBooks({ pool, protocols, maxLogRange: 20n, onProgress: ({ state }) => states.push(state) })
  await books.ready
  expect(tableOf(books)).toEqual(await readAll())
  expect(books.get('weth')?.state).toEqual({
    protocol: 'weth',
    state: 'ready',
    progress: 1,
    blocks: expect.any(Number),
    borrowers: holders + 1,
    reason: null,
    proof: { blockNumber: await chain.head(), isProven: true, reason: null },
  })
  expect(books.get('weth')?.computeCoverage()).toBe(1)
  expect([...new Set(states)]).toEqual(['building', 'ready'])
})

it('completes without another block if the head stream starts with its own first block', async () => {
  await using pool = chain.connect()
  const heads: (() => void)[] = []
  const late: ProviderPool = {
    ...pool,
    watchHeads: (onHead) => pool.watchHeads((head) => heads.push(() => onHead(head))),
  }
  await using books = createBooks({ pool: late, protocols })
  books.on('block', () => {
    for (const report of heads.splice(0)) report()
  })
  await Promise.race([books.ready, sleep(5_000)])
  expect(books.get('weth')?.state.state).toBe('ready')
})

it('notices that a provider has left out logs', async () => {
  await using proxy = await createFaultProxy({ target: chain.anvil.rpcUrl })
  await proxy.setFault({ kind: 'emptyLogs' })
  await using pool = chain.connect([proxy.url])
  await using books = createBooks({ pool, protocols })
  await books.ready
  const reason = expect.stringMatching(/owe only 0 % .* left out logs/)
  expect(books.get('weth')).toMatchObject({ isStale: false, state: { state: 'ready', borrowers: 0, reason } })
})

it('follows the chain with one request for logs and one for state per block', async () => {
  await using proxy = await createFaultProxy({ target: chain.anvil.rpcUrl })
  await using pool = chain.connect([proxy.url])
  await using books = createBooks({ pool, protocols })
  await books.ready
  await sleep(300)
  const before = proxy.stats.byMethod
  const blocks: BookBlock[] = []
  books.on('block', (block) => blocks.push(block))
  for (let index = 0; index < 10; index += 1) {
    await chain.transfer(toHolder(index), 7n)
    await reach(books, await chain.head())
  }
  const calls = Object.entries(proxy.stats.byMethod).map(
    ([name, count]) => [name, count - (before[name] ?? 0)] as const,
  )
  expect(Object.fromEntries(calls.filter(([name, count]) => count > 0 && name !== 'eth_subscribe'))).toEqual({
    eth_getLogs: 10,
    eth_call: 10,
  })
  expect(blocks).toHaveLength(10)
  expect(blocks.every(({ readAccounts: touched, markets }) => touched.length === 1 && markets.length === 1)).toBe(true)
  expect(tableOf(books)).toEqual(await readAll())
})

it.each([1, 3, 5])('is exact after %i followed blocks were replaced', async (depth) => {
  await using pool = chain.connect()
  await using books = createBooks({ pool, protocols })
  await books.ready
  for (let index = 0; index < 6; index += 1) {
    await chain.transfer(toHolder(index), 11n)
    await reach(books, await chain.head())
  }
  await expectExactAfterReorg(books, depth)
})

it.each([1, 3])('is exact after %i blocks of its search were replaced', async (depth) => {
  await using pool = chain.connect()
  for (let index = 0; index < 3; index += 1) await chain.transfer(toHolder(1_000 + index), 11n)
  await using books = createBooks({ pool, protocols })
  await books.ready
  await expectExactAfterReorg(books, depth)
})

async function expectExactAfterReorg(books: Books, depth: number): Promise<void> {
  const before = tableOf(books)
  await chain.reorg(depth)
  await chain.mine()
  await reach(books, await chain.head())
  const after = await readAll()
  expect(before).not.toEqual(after)
  // A book that was built from removed blocks is rebuilt in the background.
  await expect.poll(() => tableOf(books), { timeout: 20_000 }).toEqual(after)
}

it('skips to the latest block when blocks come faster than answers, and misses no account', async () => {
  await using proxy = await createFaultProxy({ target: chain.anvil.rpcUrl })
  await using pool = chain.connect([proxy.url])
  await using books = createBooks({ pool, protocols })
  await books.ready
  let blocks = 0
  books.on('block', () => {
    blocks += 1
  })
  await proxy.setFault({ kind: 'slow', delayMs: 300 })
  for (let index = 0; index < 20; index += 1) await chain.transfer(toHolder(index), 13n)
  await reach(books, await chain.head())
  expect(blocks).toBeLessThan(15)
  expect(tableOf(books)).toEqual(await readAll())
})

it('becomes and stays exact while blocks come faster than one answer, through reorgs', async () => {
  await using fast = await createLedgerChain(250)
  await using proxy = await createFaultProxy({ target: fast.anvil.rpcUrl })
  await fast.deposit(10n ** 21n)
  for (let index = 0; index < 3; index += 1) await fast.transfer(toHolder(index), 5n)
  await using pool = fast.connect([proxy.url])
  // Requests take 300 ms, heads arrive immediately.
  const slow: typeof pool = { ...pool, send: (...request) => sleep(300).then(() => pool.send(...request)) }
  await using books = createBooks({ pool: slow, protocols })
  const isReady = await Promise.race([books.ready.then(() => true), sleep(15_000).then(() => false)])
  expect(isReady).toBe(true)
  for (let depth = 1; depth < 4; depth += 1) {
    await fast.transfer(toHolder(10 + depth), 5n)
    await fast.reorg(depth)
    await fast.transfer(toHolder(20 + depth), 5n)
  }
  await reach(books, await fast.head())
  await expect.poll(() => tableOf(books), { timeout: 20_000 }).toEqual(await readHolders(fast, 30))
}, 60_000)

it.each([0, 1])('requests logs again that have only %i of their topics, and ignores them', async (count) => {
  await using pool = chain.connect()
  let isBroken = false
  const send = (async (request, options) => {
    const answer = await pool.send<readonly ChainLog[]>(request, options)
    if (!isBroken || request.method !== 'eth_getLogs') return answer
    return { ...answer, result: answer.result.map((log) => ({ ...log, topics: log.topics.slice(0, count) })) }
  }) as ProviderPool['send']
  await using books = createBooks({ pool: { ...pool, send }, protocols })
  await books.ready
  isBroken = true
  await chain.transfer(toHolder(2), 23n)
  await expect.poll(() => books.get('weth')?.state.reason).toContain('Retrying')
  isBroken = false
  await reach(books, await chain.head())
  expect(books.get('weth')).toMatchObject({ isStale: false, state: { state: 'ready', reason: null } })
  expect(tableOf(books)).toEqual(await readAll())
})

it('keeps its last state while no provider responds, says so, and catches up', async () => {
  await using proxy = await createFaultProxy({ target: chain.anvil.rpcUrl })
  await using pool = chain.connect([proxy.url])
  await using books = createBooks({ pool, protocols })
  await books.ready
  const before = tableOf(books)
  await proxy.setFault({ kind: 'rpcError', message: 'Out of order' })
  await chain.transfer(toHolder(1), 17n)
  while (!books.get('weth')?.isStale) await sleep(10)
  expect(books.get('weth')?.state).toMatchObject({ state: 'ready', reason: expect.stringContaining('Out of order') })
  expect(tableOf(books)).toEqual(before)
  await proxy.setFault({ kind: 'none' })
  await reach(books, await chain.head())
  expect(books.get('weth')).toMatchObject({ isStale: false, state: { state: 'ready', reason: null } })
  expect(tableOf(books)).toEqual(await readAll())
})

it.each(['0x', '0xfe'])('resumes reading a contract whose code was %s for a while', async (code) => {
  await using pool = chain.connect()
  await using books = createBooks({ pool, protocols })
  await books.ready
  const before = await chain.ask('eth_getCode', weth, 'latest')
  await chain.ask('anvil_setCode', weth, code)
  await chain.mine()
  await expect.poll(() => books.get('weth')).toMatchObject({ isStale: true, state: { state: 'ready' } })
  await chain.ask('anvil_setCode', weth, before)
  await chain.transfer(toHolder(1), 19n)
  await reach(books, await chain.head())
  expect(books.get('weth')).toMatchObject({ isStale: false, state: { state: 'ready', reason: null } })
  expect(tableOf(books)).toEqual(await readAll())
})

it('ignores a protocol that is missing or another contract, and completes the others', async () => {
  const absent = { ...wethLending, id: 'absent', deployments: { ethereum: [{ address: toHolder(1), fromBlock: 0n }] } }
  const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
  const foreign = {
    ...wethLending,
    id: 'foreign',
    deployments: { ethereum: [{ address: multicall3, fromBlock: 0n }] },
  } as const
  await using pool = chain.connect()
  await using books = createBooks({ pool, protocols: [absent, foreign, wethLending] })
  await books.ready
  expect(books.all().map(({ state }) => [state.protocol, state.state, state.borrowers])).toEqual([
    ['absent', 'absent', 0],
    ['foreign', 'failed', 0],
    ['weth', 'ready', (await readAll()).size],
  ])
  expect(books.get('foreign')?.state.reason).toContain('does not answer totalSupply()')
})

it.each([
  ['moved', [], [weth]],
  ['removed', [weth], []],
])('never confuses reserves when an earlier one was %s', async (_, before, after) => {
  let from: bigint | null = null
  const { getMarkets, getAccounts } = wethLending
  const other = toHolder(9_999)
  const listing: typeof wethLending = {
    ...wethLending,
    async getMarkets(reader, ...rest) {
      const [market] = await getMarkets(reader, ...rest)
      const [reserve] = market?.reserves ?? []
      if (market === undefined || reserve === undefined) return []
      const first = from !== null && reader.blockNumber >= from ? after : before
      return [{ ...market, reserves: [...first.map(() => ({ ...reserve, token: other, totalBorrowed: 0n })), reserve] }]
    },
    async getAccounts(reader, market, accounts) {
      const index = market.reserves.findIndex(({ token }) => token === weth)
      const read = await getAccounts(reader, market, accounts)
      return read.map((account) => ({
        ...account,
        entries: account.entries.map((entry) => ({ ...entry, reserve: index })),
      }))
    },
  }
  await using pool = chain.connect()
  await using books = createBooks({ pool, protocols: [listing] })
  const wrong: unknown[] = []
  const lengths: (number | undefined)[] = []
  const states = new Map<number, string | undefined>()
  books.on('block', ({ markets }) => {
    for (const { market, table } of markets) {
      lengths.push(market.reserves.length)
      states.set(table.size, books.get('weth')?.state.state)
      for (const { entries } of table.accounts())
        wrong.push(...entries.filter((entry) => market.reserves[entry.reserve]?.token !== weth))
    }
  })
  await books.ready
  const all = await readAll()
  lengths.length = 0
  states.clear()
  from = (await chain.head()) + 1n
  await chain.mine()
  await expect.poll(() => lengths).toContain(1 + after.length)
  await expect.poll(() => tableOf(books)).toEqual(all)
  expect(wrong).toEqual([])
  expect(states.get(0)).toBe('building')
  await expect.poll(() => books.get('weth')?.state).toMatchObject({ state: 'ready', borrowers: all.size })
  expect(books.get('weth')?.computeCoverage()).toBe(1)
})
