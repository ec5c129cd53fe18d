import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { createPostgresStore } from '@outrigger/core/store/postgres'
import { createSqliteStore } from '@outrigger/core/store/sqlite'
import { startPostgres } from '@outrigger/devnet/postgres'
import type { Sum } from './account.ts'
import { readUsage, toChanges } from './documents.ts'

/** Run by `npm run bench -- ledger`: measures usage queries in a ledger of a million rows, on both databases. */
export const suite = { name: 'ledger', run }

const [keys, days, methods] = [100, 100, 100]
const firstDayMs = Date.UTC(2026, 7, 1)
const toDay = (index: number) => new Date(firstDayMs + index * 86_400_000).toISOString().slice(0, 10)
const list = <item>(length: number, make: (index: number) => item) => Array.from({ length }, (_, index) => make(index))

async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-ledger-'))
  await using cluster = await startPostgres({ fsync: true })
  try {
    await using sqlite = await createSqliteStore({ path: join(folder, 'ledger.db') })
    await using postgres = await createPostgresStore({ url: cluster.createDatabase() })
    return [...(await measure('SQLite', sqlite)), ...(await measure('PostgreSQL', postgres))]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measure(name: string, store: Store) {
  for (let key = 0; key < keys; key += 1) await store.commit(toChanges(toSums(`key${key}`)), { durable: false })
  const ask = async (length: number) => {
    const times: number[] = []
    for (let key = 0; key < keys; key += 1) {
      const startedMs = performance.now()
      const rows = await readUsage(store, `key${key}`, toDay(days - length), toDay(days - 1))
      times.push(performance.now() - startedMs)
      if (rows.length !== length * methods) throw new RangeError(`${rows.length} rows came.`)
    }
    return (
      quantile(
        times.sort((a, b) => a - b),
        0.99,
      ) ?? Number.NaN
    )
  }
  const bar = { atMost: 50 }
  return [
    { name: `${name}: usage of a key in 30 days of a million rows, p99`, value: await ask(30), unit: 'ms', bar },
    { name: `${name}: in ${days} days, ${days * methods} rows, p99`, value: await ask(days), unit: 'ms', bar },
  ]
}

function toSums(keyId: string): readonly Sum[] {
  return list(days, toDay).flatMap((day) =>
    list(methods, (index) => ({
      keyId,
      day,
      chain: index % 2 === 0 ? 'ethereum' : 'base',
      method: `eth_method${index}`,
      ...({ pool: 'cu', requests: 1000 + index, cu: 26_000 + index } as const),
    })),
  )
}
