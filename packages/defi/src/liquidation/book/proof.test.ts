import { type ChainLog, createMemoryStore, type ProviderPool } from '@outrigger/core'
import { type Address, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Books } from './bookTypes.ts'
import { createBooks, InvalidProofIntervalError } from './createBooks.ts'
import { createLedgerChain, type LedgerChain, toHolder } from './fixtures/ledgerChain.ts'
import { readHolders } from './fixtures/readHolders.ts'
import { depositSelector, weth, wethLending } from './fixtures/wethLending.ts'
import { getBookStatus } from './snapshot.ts'

const holders = 20
let chain: LedgerChain

beforeAll(async () => {
  chain = await createLedgerChain()
  await chain.deposit(10n ** 21n)
  for (let index = 0; index < holders; index += 1) await chain.transfer(toHolder(index), BigInt(1_000 + index))
})
afterAll(() => chain.close())

const tableOf = (books: Books) => {
  const table = books.get('weth')?.markets.get(weth)?.table
  return new Map([...(table?.accounts() ?? [])].map(({ address, entries }) => [address, entries[0]?.borrowed]))
}

/** Omits the logs of single blocks while switched on. Ranges are not affected. */
function toForgetful(pool: ProviderPool) {
  const forgetful = { isForgetting: false }
  const send = (async (request, options) => {
    const answer = await pool.send<readonly ChainLog[]>(request, options)
    const [filter] = request.params as readonly [object | undefined]
    const isOfBlock = request.method === 'eth_getLogs' && filter !== undefined && 'blockHash' in filter
    return forgetful.isForgetting && isOfBlock ? { ...answer, result: [] } : answer
  }) as ProviderPool['send']
  return Object.assign(forgetful, { pool: { ...pool, send } })
}

async function depositAs(from: Address): Promise<void> {
  await chain.ask('anvil_setBalance', from, toHex(10n ** 20n))
  await chain.ask('eth_sendTransaction', { from, to: weth, data: depositSelector, value: '0x9', gas: '0x30d40' })
}

it.each([
  ['changed', async () => chain.deposit(5n)],
  ['new', async () => depositAs(toHolder(50))],
])(
  'doubts itself when the logs of a %s debt are left out, says so, and is right again after another block',
  async (_, act) => {
    await using pool = chain.connect()
    const forgetful = toForgetful(pool)
    await using books = createBooks({ pool: forgetful.pool, protocols: [wethLending] })
    await books.ready
    const doubts: string[] = []
    const reasons: (string | null)[] = []
    books.on('block', () => doubts.push(...(books.get('weth')?.unprovenMarkets.values() ?? [])))
    books.on('state', ({ reason }) => reasons.push(reason))
    forgetful.isForgetting = true
    await act()
    await expect.poll(() => doubts.join(), { timeout: 10_000 }).toContain('A change of an account was missed')
    // A mismatch at one block may be the node's fault.
    await chain.mine()
    await expect.poll(() => tableOf(books), { timeout: 10_000 }).toEqual(await readHolders(chain, 51))
    const proven = { state: 'ready', reason: null, proof: { blockNumber: await chain.head(), isProven: true } }
    await expect.poll(() => books.get('weth')?.state, { timeout: 10_000 }).toMatchObject(proven)
    expect(books.get('weth')?.unprovenMarkets.size).toBe(0)
    expect(reasons).toContain(doubts[0])
  },
)

it('stores its proof for `book status` at least once per interval', async () => {
  await using store = createMemoryStore()
  await using pool = chain.connect()
  await using books = createBooks({ pool, store, protocols: [wethLending], proofInterval: 3n })
  await books.ready
  const provenAt = async () => (await getBookStatus(store, 'ethereum', [wethLending]))[0]?.proof
  const first = await chain.head()
  await expect.poll(provenAt).toEqual({ blockNumber: first, isProven: true, reason: null })
  for (let index = 0; index < 4; index += 1) {
    await chain.mine()
    const head = await chain.head()
    await expect.poll(() => books.get('weth')?.state.proof?.blockNumber).toBe(head)
  }
  await expect.poll(async () => (await provenAt())?.blockNumber).toBeGreaterThanOrEqual(first + 3n)
  expect(() => createBooks({ pool, protocols: [], proofInterval: 0n })).toThrow(InvalidProofIntervalError)
})
