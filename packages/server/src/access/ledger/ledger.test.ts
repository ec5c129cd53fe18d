import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, type Store } from '@outrigger/core'
import { createPostgresStore } from '@outrigger/core/store/postgres'
import { createSqliteStore } from '@outrigger/core/store/sqlite'
import { usePostgres } from '@outrigger/devnet/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Ledger, type LedgerOptions, openLedger } from './ledger.ts'

const cluster = usePostgres()

let dataDir: string
const time = { nowMs: 0 }
const clock = { now: () => time.nowMs }
const faults: unknown[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'outrigger-ledger-'))
  time.nowMs = Date.parse('2026-11-22T12:00:00Z')
  faults.length = 0
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const openStore = () => createSqliteStore({ path: join(dataDir, 'outrigger.db') })
const open = (store: Store, options: Partial<LedgerOptions> = {}) =>
  openLedger({ store, clock, dataDir, onFault: (error) => faults.push(error), ...options })

const call = { chain: 'ethereum', method: 'eth_call', pool: 'cu', cu: 26 } as const
const trace = { chain: 'ethereum', method: 'trace_block', pool: 'trace', cu: 2500 } as const
const day = '2026-11-22'

function charge(ledger: Ledger, keyId: string, times = 1, what: typeof call | typeof trace = call): void {
  for (let count = 0; count < times; count += 1) ledger.charge({ keyId, ...what })
}
async function total(ledger: Ledger, keyId: string) {
  const rows = await ledger.usage(keyId, '2025-01-01', '2027-12-31')
  const sum = (name: 'requests' | 'cu' | 'traceCu') => rows.reduce((total, row) => total + row[name], 0)
  return [sum('requests'), sum('cu'), sum('traceCu')]
}
function breakable(store: Store) {
  const commits = { fail: false, count: 0 }
  const broken: Store = {
    ...store,
    async commit(...args) {
      commits.count += 1
      if (commits.fail) throw new RangeError('away')
      return store.commit(...args)
    },
  }
  return { store: broken, commits }
}

const stores = {
  memory: async () => createMemoryStore(),
  sqlite: openStore,
  postgres: () => createPostgresStore({ url: cluster().createDatabase(), patienceMs: 500 }),
}

describe.each(['memory', 'sqlite', 'postgres'] as const)('the ledger on the %s store', (kind) => {
  const create: () => Promise<Store> = stores[kind]
  const options = kind === 'memory' ? { dataDir: undefined } : {}

  it('keeps calls by key, day, chain and method, and the two pools apart', async () => {
    await using store = await create()
    const ledger = await open(store, options)
    charge(ledger, 'one', 3)
    charge(ledger, 'one', 2, trace)
    charge(ledger, 'two')
    expect(ledger.used('one')).toEqual({ cu: 78, traceCu: 5000 })
    const rows = await ledger.usage('one', day, day)
    expect(rows).toEqual([
      { day, chain: 'ethereum', method: 'eth_call', requests: 3, cu: 78, traceCu: 0 },
      { day, chain: 'ethereum', method: 'trace_block', requests: 2, cu: 0, traceCu: 5000 },
    ])
    expect(ledger.used('one')).toEqual({ cu: 78, traceCu: 5000 })
    time.nowMs += 86_400_000
    charge(ledger, 'one')
    expect((await ledger.usage('one', '2026-11-23', '2026-11-30')).map(({ requests }) => requests)).toEqual([1])
    expect(await ledger.usage('one', '2026-12-01', '2026-12-31')).toEqual([])
    await ledger.close()
    expect(faults).toEqual([])
  })

  it('fills the pools on the first of a month', async () => {
    await using store = await create()
    const ledger = await open(store, options)
    charge(ledger, 'key', 10)
    time.nowMs = Date.parse('2026-11-30T23:59:59.999Z')
    await ledger.flush()
    expect(ledger.used('key').cu).toBe(260)
    charge(ledger, 'key')
    time.nowMs += 1
    expect(ledger.used('key').cu).toBe(0)
    charge(ledger, 'key')
    await ledger.flush()
    expect(ledger.used('key').cu).toBe(26)
    expect(await total(ledger, 'key')).toEqual([12, 312, 0])
    await ledger.close()
  })

  it('keeps what the store would not take for the next time', async () => {
    await using real = await create()
    const { store, commits } = breakable(real)
    const ledger = await open(store, options)
    charge(ledger, 'late')
    commits.fail = true
    await expect(ledger.flush()).rejects.toThrow('away')
    charge(ledger, 'late')
    expect(ledger.used('late').cu).toBe(52)
    commits.fail = false
    expect(await total(ledger, 'late')).toEqual([2, 52, 0])
    await ledger.close()
  })

  it('forgets what is older than 13 months', async () => {
    await using store = await create()
    time.nowMs = Date.parse('2025-09-30T12:00:00Z')
    const first = await open(store, options)
    for (const month of ['2025-09-30', '2025-10-01', '2026-11-01']) {
      time.nowMs = Date.parse(`${month}T12:00:00Z`)
      charge(first, 'key')
    }
    await first.close()
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    time.nowMs = Date.parse('2028-11-22T12:00:00Z')
    const ledger = await open(store, options)
    await ledger.flush()
    expect(await store.collection('ledger_months').list()).toHaveLength(3)
    // The clock was ahead when it started.
    time.nowMs = Date.parse('2026-11-22T12:00:00Z')
    await vi.advanceTimersByTimeAsync(3_600_000)
    await ledger.flush()
    const days = (await ledger.usage('key', '2025-01-01', '2026-12-31')).map((row) => row.day)
    expect(days).toEqual(['2025-10-01', '2026-11-01'])
    expect((await store.collection('ledger_months').list()).map(({ key }) => key)).toEqual([
      '2025-10/key',
      '2026-11/key',
    ])
    await ledger.close()
  })
})

it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
  'books a method named %j, which every object has, as any other',
  async (method) => {
    await using store = createMemoryStore()
    const ledger = await open(store)
    for (let count = 0; count < 2; count += 1) ledger.charge({ ...call, keyId: 'key', method })
    charge(ledger, 'key')
    await ledger.flush()
    const rows = await ledger.usage('key', day, day)
    expect(rows.map(({ method, requests }) => [method, requests])).toEqual([
      [method, 2],
      ['eth_call', 1],
    ])
    await ledger.close()
  },
)

it('keeps all calls while the store is away, also of many keys', async () => {
  const { store, commits } = breakable(createMemoryStore())
  const ledger = await open(store, { dataDir: undefined })
  const count = 10_000
  for (let index = 0; index < count; index += 1) {
    charge(ledger, `${index}`)
    if (index % 1000 !== 0) continue
    commits.fail = index % 2000 === 0
    await ledger.flush().catch(() => {})
  }
  commits.fail = false
  await ledger.flush()
  const months = await store.collection<{ requests: number }>('ledger_months').list()
  expect(months).toHaveLength(count)
  expect(months.every(({ value }) => value.requests === 1)).toBe(true)
  await ledger.close()
})

it('counts each call once while it is written', async () => {
  const memory = createMemoryStore()
  const during: number[] = []
  let ledger: Ledger | undefined
  const store: Store = {
    ...memory,
    async commit(...args) {
      if (ledger) charge(ledger, 'key')
      await memory.commit(...args)
      during.push(ledger?.used('key').cu ?? 0)
    },
  }
  ledger = await open(store, { dataDir: undefined })
  charge(ledger, 'key')
  await ledger.flush()
  expect(during).toEqual([52])
  expect(ledger.used('key').cu).toBe(52)
  const rows = await ledger.usage('key', day, day)
  expect(rows.map(({ requests }) => requests)).toEqual([2])
  await ledger.close()
})

it('writes within a second, and what is left at the end', async () => {
  await using store = await openStore()
  await using other = await openStore()
  const ledger = await open(store)
  charge(ledger, 'key', 3)
  const months = other.collection<{ cu: number }>('ledger_months')
  await expect.poll(async () => (await months.get('2026-11/key'))?.cu, { timeout: 1000 }).toBe(78)
  charge(ledger, 'key')
  await ledger.close()
  expect((await months.get('2026-11/key'))?.cu).toBe(104)
})

it('knows what other processes have used, when it reads a key first and with each write', async () => {
  await using first = await openStore()
  await using second = await openStore()
  const [one, other] = [await open(first), await open(second)]
  charge(one, 'key', 10)
  await one.flush()
  await other.load('key')
  expect(other.used('key').cu).toBe(260)
  expect([other.fits('key', 'cu', 40, 300), other.fits('key', 'cu', 41, 300)]).toEqual([true, false])
  charge(one, 'key')
  await one.flush()
  charge(other, 'key')
  await other.flush()
  expect(other.used('key').cu).toBe(312)
  await Promise.all([one.close(), other.close()])
})

it('reports once that the store is away, and again only after it was there', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { store, commits } = breakable(createMemoryStore())
  const ledger = await open(store, { dataDir: undefined })
  const wait = async (isAway: boolean) => {
    commits.fail = isAway
    const until = commits.count + 3
    while (commits.count < until) {
      charge(ledger, 'key')
      await vi.advanceTimersByTimeAsync(200)
    }
  }
  await wait(true)
  expect(faults).toEqual([new RangeError('away')])
  await wait(false)
  await wait(true)
  expect(faults).toHaveLength(2)
  await wait(false)
  await ledger.close()
})

describe('the ledger of several nodes', () => {
  it('books every call once, while they write the same key and the database is killed', async () => {
    const url = cluster().createDatabase()
    const nodes = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const store = await createPostgresStore({ url, patienceMs: 300 })
        return { store, ledger: await open(store, { dataDir: join(dataDir, name) }) }
      }),
    )
    for (let round = 0; round < 40; round += 1) {
      for (const { ledger } of nodes) charge(ledger, 'shared', 100)
      if (round === 20) {
        await cluster().kill()
        await cluster().start()
      }
      await Promise.all(nodes.map(({ ledger }) => ledger.flush().catch(() => {})))
    }
    for (const { ledger } of nodes) await ledger.flush()
    const [first] = nodes
    expect(first && (await total(first.ledger, 'shared'))).toEqual([12_000, 312_000, 0])
    for (const { ledger, store } of nodes) {
      await ledger.close()
      await store.close()
    }
  })
})
