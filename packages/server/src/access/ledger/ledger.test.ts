import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
const endless = { cu: Number.POSITIVE_INFINITY, trace: Number.POSITIVE_INFINITY }

function charge(ledger: Ledger, keyId: string, times = 1, what: typeof call | typeof trace = call): void {
  for (let count = 0; count < times; count += 1) ledger.charge({ keyId, ...what })
}
async function total(ledger: Ledger, keyId: string) {
  const rows = await ledger.usage(keyId, '2025-01-01', '2027-12-31')
  const sum = (name: 'requests' | 'cu' | 'traceCu') => rows.reduce((total, row) => total + row[name], 0)
  return [sum('requests'), sum('cu'), sum('traceCu')]
}
const journals = () => readdirSync(join(dataDir, 'ledger')).filter((name) => name.endsWith('.journal'))
/** Without the zeros it has grown by. */
const readJournalText = () => readFileSync(join(dataDir, 'ledger', journals()[0] ?? ''), 'latin1').replace(/\0+$/, '')

/** Leaves everything as a process does that is killed: nothing is written any more, its locks are free. */
async function abandon(store: Store, commits: { fail: boolean }, ledger: Ledger): Promise<void> {
  ledger.write()
  commits.fail = true
  await ledger.close().catch(() => {})
  await store.close()
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
    await ledger.fold()
    expect(ledger.used('key').cu).toBe(260)
    charge(ledger, 'key')
    time.nowMs += 1
    expect(ledger.used('key').cu).toBe(0)
    charge(ledger, 'key')
    await ledger.fold()
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
    await expect(ledger.fold()).rejects.toThrow('away')
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
    await ledger.fold()
    expect(await store.collection('ledger_months').list()).toHaveLength(3)
    // The clock was ahead when it started.
    time.nowMs = Date.parse('2026-11-22T12:00:00Z')
    await vi.advanceTimersByTimeAsync(3_600_000)
    await ledger.fold()
    const days = (await ledger.usage('key', '2025-01-01', '2026-12-31')).map((row) => row.day)
    expect(days).toEqual(['2025-10-01', '2026-11-01'])
    expect((await store.collection('ledger_months').list()).map(({ key }) => key)).toEqual([
      '2025-10/key',
      '2026-11/key',
    ])
    await ledger.close()
  })

  it('takes over what version 0.1 counted, once', async () => {
    await using store = await create()
    await store.collection('usage').set(`old/${day}`, {
      requests: 3,
      cu: 127,
      cuByChain: { base: 101, ethereum: 26 },
      requestsByClass: { call: 2, logs: 1 },
    })
    const [ledger, other] = [await open(store, options), await open(store, options)]
    expect(await total(ledger, 'old')).toEqual([3, 127, 0])
    await ledger.load('old', endless)
    expect(ledger.used('old').cu).toBe(127)
    const rows = await ledger.usage('old', day, day)
    expect(rows.find(({ chain }) => chain === 'base')).toMatchObject({ cu: 101 })
    expect(rows.find(({ method }) => method === 'call')).toMatchObject({ requests: 2 })
    expect(await store.collection('usage').list()).toEqual([])
    await Promise.all([ledger.close(), other.close()])
  })
})

it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
  'books a method named %j, which every object has, as any other',
  async (method) => {
    await using store = createMemoryStore()
    const ledger = await open(store)
    for (let count = 0; count < 2; count += 1) ledger.charge({ ...call, keyId: 'key', method })
    charge(ledger, 'key')
    await ledger.fold()
    const rows = await ledger.usage('key', day, day)
    expect(rows.map(({ method, requests }) => [method, requests])).toEqual([
      [method, 2],
      ['eth_call', 1],
    ])
    await ledger.close()
  },
)

it('goes on booking when more accounts wait for a store that is away than it keeps as a rule', async () => {
  const { store, commits } = breakable(createMemoryStore())
  const ledger = await open(store, { dataDir: undefined })
  commits.fail = true
  const count = 52_000
  // Each beyond 50,000 took a third of a second.
  for (let index = 0; index < count; index += 1) charge(ledger, `${index}`)
  ledger.write()
  commits.fail = false
  await ledger.fold()
  expect(await store.collection('ledger_months').list()).toHaveLength(count)
  await ledger.close()
})

describe('the journal', () => {
  it('holds a call before its answer leaves', async () => {
    await using store = await openStore()
    const ledger = await open(store)
    const size = () => readJournalText().length
    charge(ledger, 'key')
    expect(size()).toBe(0)
    const order: (string | number)[] = []
    ledger.afterWrite(() => order.push('first', Number(size() > 0)))
    ledger.afterWrite(() => order.push('second'))
    expect(order).toEqual([])
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(order).toEqual(['first', 1, 'second'])
    const before = size()
    charge(ledger, 'key')
    ledger.write()
    expect(size()).toBe(before + '1 26\n'.length)
    await ledger.close()
    expect(readdirSync(join(dataDir, 'ledger'))).toEqual([])
  })

  it('of a dead process is taken over by the next, once, with what came after its last fold', async () => {
    const { store, commits } = breakable(await openStore())
    const ledger = await open(store)
    charge(ledger, 'key', 100)
    await ledger.fold()
    charge(ledger, 'key', 11)
    charge(ledger, 'other', 7, trace)
    await abandon(store, commits, ledger)
    expect(journals()).toHaveLength(1)
    // A line that was cut off.
    const cutOff = `${readJournalText()}1 2\0\0\0`
    writeFileSync(join(dataDir, 'ledger', journals()[0] ?? ''), cutOff)

    await using next = await openStore()
    const successors = await Promise.all([open(next), open(next)])
    const [successor] = successors
    expect(await total(successor, 'key')).toEqual([111, 111 * 26, 0])
    expect(await total(successor, 'other')).toEqual([7, 0, 7 * 2500])
    await successor.load('other', endless)
    expect(successor.used('other')).toEqual({ cu: 0, traceCu: 17_500 })
    expect(journals()).toHaveLength(2)
    for (const one of successors) await one.close()
  })

  it('of a living process is left to it; several share a database', async () => {
    await using first = await openStore()
    await using second = await openStore()
    const ledgers = [await open(first), await open(second)] as const
    for (const ledger of ledgers) charge(ledger, 'shared', 5)
    for (const ledger of ledgers) ledger.write()
    const third = await open(second)
    expect(journals()).toHaveLength(3)
    for (const ledger of ledgers) await ledger.fold()
    expect(await total(third, 'shared')).toEqual([10, 260, 0])
    // Figures of others are known with the next write of one's own.
    charge(ledgers[0], 'shared')
    await ledgers[0].fold()
    expect(ledgers[0].used('shared').cu).toBe(286)
    for (const ledger of [...ledgers, third]) await ledger.close()
    expect(await first.collection('ledger_journals').list()).toEqual([])
  })

  it('leaves nothing of dead processes behind, and what others know of theirs alone', async () => {
    await using store = await openStore()
    mkdirSync(join(dataDir, 'ledger'))
    const dead = '0123456789abcdef'
    writeFileSync(join(dataDir, 'ledger', `${dead}.lock`), '')
    const known = store.collection<readonly number[]>('ledger_journals')
    // Of one that was killed when its file was gone, and of a node with a data directory of its own.
    for (const owner of [dead, 'fedcba9876543210']) await known.set(`${owner}.1.journal`, [])
    const ledger = await open(store)
    expect(readdirSync(join(dataDir, 'ledger'))).not.toContain(`${dead}.lock`)
    expect(await known.list()).toEqual([{ key: 'fedcba9876543210.1.journal', value: [] }])
    await ledger.close()
    expect(readdirSync(join(dataDir, 'ledger'))).toEqual([])
  })

  it('begins anew when it is long while calls keep coming, and loses nothing by it', async () => {
    const { store, commits } = breakable(await openStore())
    let isCalling = true
    const busy: Store = {
      ...store,
      async commit(...args) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        // The ledger folds by itself as well, also after the calls are counted below.
        if (isCalling) for (const key of ['busy', 'key']) charge(ledger, key)
        await store.commit(...args)
      },
    }
    const ledger = await open(busy, { maxJournalBytes: 100 })
    const seen = new Set<string>()
    for (let round = 0; round < 60; round += 1) {
      charge(ledger, 'key', 50)
      // Some cannot be written, and journals of which not all is in the store are kept.
      commits.fail = round % 3 === 0
      await ledger.fold().catch(() => {})
      for (const name of journals()) seen.add(name)
      expect(journals().length).toBeLessThan(5)
    }
    expect(seen.size).toBeGreaterThan(10)
    isCalling = false
    const calls = ledger.used('key').cu / call.cu
    expect(calls).toBeGreaterThan(3000)
    await abandon(store, commits, ledger)
    await using next = await openStore()
    const successor = await open(next)
    expect((await total(successor, 'key'))[0]).toBe(calls)
    await successor.close()
    expect(journals()).toEqual([])
    expect(await next.collection('ledger_journals').list()).toEqual([])
  })

  it('begins anew while the store is away as well, and all of them are booked when it is back', async () => {
    const { store, commits } = breakable(await openStore())
    const ledger = await open(store, { maxJournalBytes: 1000 })
    commits.fail = true
    for (let round = 0; round < 20; round += 1) {
      for (let key = 0; key < 100; key += 1) charge(ledger, `${key}`)
      await ledger.fold().catch(() => {})
    }
    expect(journals().length).toBeGreaterThan(10)
    commits.fail = false
    await ledger.fold()
    expect(journals()).toHaveLength(1)
    expect((await total(ledger, '7'))[0]).toBe(20)
    await ledger.close()
    await store.close()
  })
})

it('says once that the store is away, and again only after it was there', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { store, commits } = breakable(createMemoryStore())
  const ledger = await open(store, { dataDir: undefined })
  const wait = async (isAway: boolean) => {
    commits.fail = isAway
    const until = commits.count + 3
    while (commits.count < until) {
      charge(ledger, 'key')
      await vi.advanceTimersByTimeAsync(1000)
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
      await Promise.all(nodes.map(({ ledger }) => ledger.fold().catch(() => {})))
    }
    for (const { ledger } of nodes) await ledger.fold()
    const [first] = nodes
    expect(first && (await total(first.ledger, 'shared'))).toEqual([12_000, 312_000, 0])
    for (const { ledger, store } of nodes) {
      await ledger.close()
      await store.close()
    }
  })
})
