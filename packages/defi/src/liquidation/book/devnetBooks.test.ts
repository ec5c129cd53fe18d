import { chains, createProviderPool, type ProviderPool, sleep } from '@outrigger/core'
import { type Devnet, openPositions, startDevnet } from '@outrigger/devnet'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lendingProtocols } from '../../lending/registry.ts'
import type { Books } from './bookTypes.ts'
import { createBooks } from './createBooks.ts'
import { toHolder } from './fixtures/ledgerChain.ts'

let devnet: Devnet
let proxy: FaultProxy
let pool: ProviderPool

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  proxy = await createFaultProxy({ target: devnet.chains.ethereum.rpcUrl })
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [proxy.url] })
}, 300_000)
afterAll(async () => {
  await pool?.close()
  await proxy?.close()
  await devnet?.close()
})

const build = async () => {
  const books = createBooks({ pool, protocols: lendingProtocols })
  await books.ready
  return books
}

type Position = {
  readonly key: string
  readonly holds: string
  readonly owes: readonly bigint[]
  readonly isExact: boolean
}

/** Lists positions by protocol, market and account, with debts as of the markets of `at`. */
function toPositions(books: Books, at = books): readonly Position[] {
  const positions = books.all().flatMap(({ protocol, markets }) =>
    [...markets].flatMap(([id, { table }]) => {
      const market = at.get(protocol.id)?.markets.get(id)?.market
      if (market === undefined) throw new TypeError(`${protocol.id} lacks the market ${id}.`)
      return [...table.accounts()].map(({ address, mode, entries }): Position => {
        const sorted = [...entries].sort((a, b) => a.reserve - b.reserve)
        const holds = sorted.map(({ reserve, supplied, isCollateral }) => `${reserve} ${supplied} ${isCollateral}`)
        return {
          key: `${protocol.id} ${id} ${address} ${mode}`,
          holds: holds.join(),
          owes: sorted.map((entry) => protocol.toDebt(market, entry)),
          isExact: entries.every(({ borrowIndex }) => borrowIndex === undefined),
        }
      })
    }),
  )
  return positions.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** A cToken reports no principal, so debts that were read at different blocks may differ by one base unit. */
function expectSame(one: readonly Position[], other: readonly Position[]): void {
  const toText = ({ key, holds, owes, isExact }: Position) => `${key} ${holds} ${isExact ? owes.join() : owes.length}`
  expect(one.map(toText)).toEqual(other.map(toText))
  const differences = one.flatMap(({ owes }, index) => owes.map((debt, at) => debt - (other[index]?.owes[at] ?? 0n)))
  expect(differences.filter((difference) => difference > 1n || difference < -1n)).toEqual([])
}

async function reachHead(books: Books): Promise<void> {
  const head = await devnet.chains.ethereum.client.getBlockNumber()
  const isThere = () =>
    books.all().every(({ markets }) => [...markets.values()].every(({ market }) => market.blockNumber >= head))
  for (const deadlineMs = Date.now() + 20_000; !isThere(); await sleep(20))
    if (Date.now() > deadlineMs) throw new TypeError(`Not every book reaches block ${head}.`)
}

it('finds every borrower of every protocol on the devnet', async () => {
  await using books = await build()
  const found = new Set(toPositions(books).map(({ key }) => key.split(' ')[2]))
  const { aaveV36: _, ...here } = devnet.accounts.borrowersOf
  const borrowers = Object.values(here).flatMap((accounts) =>
    accounts.map(({ address }) => address.toLowerCase() as Address),
  )
  expect(borrowers.filter((address) => !found.has(address))).toEqual([])
  const filled = books.all().filter(({ state }) => state.borrowers > 0)
  expect(filled.map(({ protocol }) => protocol.id)).toEqual([
    'aave_v3',
    'spark',
    'compound_v2',
    'compound_v3',
    'aave_v2',
    'morpho',
  ])
  for (const book of filled) {
    expect(book.state).toMatchObject({ state: 'ready', progress: 1, reason: null })
    expect(Math.abs((book.computeCoverage() ?? 0) - 1), book.protocol.id).toBeLessThan(1e-6)
  }
}, 60_000)

it('equals a new book after new positions, oracle updates and a reorg of three blocks', async () => {
  const { client } = devnet.chains.ethereum
  await using books = await build()
  const open = (from: number, count: number) =>
    openPositions(
      client,
      Array.from({ length: count }, (_, index) => {
        const market = (['aaveV3', 'spark', 'aaveV2', 'compoundV2'] as const)[index % 4] ?? 'aaveV3'
        return { market, account: toHolder(from + index), collateralUsd: { WETH: 9_000 }, debtUsd: { USDC: 2_000 } }
      }),
    )
  await open(0, 8)
  await reachHead(books)
  const before = toPositions(books)
  await open(100, 4)
  await client.mine({ blocks: 1 })
  await reachHead(books)
  const opened = toPositions(books)
  expect(opened).toHaveLength(before.length + 4)

  await (client.request as (call: object) => Promise<unknown>)({ method: 'anvil_reorg', params: [3, []] })
  await client.mine({ blocks: 1 })
  await reachHead(books)
  await using fresh = await build()
  expectSame(toPositions(books, fresh), toPositions(fresh))
  expect(toPositions(books).length).toBeLessThan(opened.length)
}, 120_000)

it('makes at most three calls per block, even if accounts are read again', async () => {
  const { client } = devnet.chains.ethereum
  await using books = await build()
  // Excludes heads that the subscription missed and the pool fetches. The benchmark counts those too.
  const count = () => {
    const { eth_call = 0, eth_getLogs = 0 } = proxy.stats.byMethod
    return eth_call + eth_getLogs
  }
  // Waits until the initial requests are done.
  for (let before = -1; before !== count(); await sleep(500)) before = count()
  const [calls, number] = [count(), await client.getBlockNumber()]
  const touched: string[] = []
  books.on('block', (block) => touched.push(...block.readAccounts.map(({ protocol }) => protocol)))
  for (const market of ['aaveV3', 'spark', 'aaveV2'] as const) {
    const account = toHolder(200 + touched.length)
    await openPositions(client, [{ market, account, collateralUsd: { WETH: 9_000 }, debtUsd: { USDC: 2_000 } }])
    await reachHead(books)
  }
  const blocks = Number((await client.getBlockNumber()) - number)
  // Two, or more if two blocks arrive at once. `npm run bench -- books` checks the average.
  expect((count() - calls) / blocks).toBeLessThanOrEqual(3)
  expect([...new Set(touched)]).toEqual(['aave_v3', 'spark', 'aave_v2'])
}, 60_000)
