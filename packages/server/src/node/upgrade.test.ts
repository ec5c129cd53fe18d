import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { usePostgres } from '@outrigger/devnet/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNode } from '../createNode.ts'
import { openStore } from './store.ts'

/**
 * Data left by nodes of commit 8da0a65f: data directories and database dumps, after SIGTERM and after kill -9. Each contains
 * keys,
 * alerts, a bundle and calls. A killed node had not yet stored its last calls, which are in its journal.
 */
const fixtures = fileURLToPath(new URL('fixtures/8da0a65f/', import.meta.url))

type Contents = {
  readonly keys: { readonly [name in 'busy' | 'limited' | 'writer' | 'revoked']: { id: string; secret: string } }
  readonly totals: { readonly [name in 'busy' | 'limited']: { requests: number; cu: number } }
  readonly alerts: readonly string[]
  readonly bundle: string
  readonly day: string
}

type Usage = { readonly by_method: { readonly [method: string]: number } }

const cluster = usePostgres()
const folder = mkdtempSync(join(tmpdir(), 'outrigger-upgrade-'))
let anvil: Anvil
beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
}, 60_000)
afterAll(async () => {
  await anvil?.close()
  rmSync(folder, { recursive: true, force: true })
})

function unpack(file: string) {
  const directory = mkdtempSync(join(folder, 'node-'))
  execFileSync('tar', ['-xzf', join(fixtures, file), '-C', directory])
  const dump = join(directory, 'database.sql')
  const url = existsSync(dump) ? cluster().createDatabase() : undefined
  if (url !== undefined) execFileSync('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--file', dump, url])
  return {
    place: { dataDir: join(directory, 'data'), ...(url !== undefined && { store: url }) },
    contents: JSON.parse(readFileSync(join(directory, 'contents.json'), 'utf8')) as Contents,
  }
}

it.each(readdirSync(fixtures))(
  'opens %s with its keys, alerts, bundle and usage',
  { timeout: 60_000 },
  async (file) => {
    const { place, contents } = unpack(file)
    const { keys, totals, alerts, bundle, day } = contents
    const clock = { now: () => Date.parse(`${day}T23:00:00Z`) }
    const config = {
      ...place,
      chains: { ethereum: { endpoints: [anvil.rpcUrl] } },
      mev: { enabled: false, relays: [{ name: 'flashbots', url: 'http://127.0.0.1:9' }] },
    }
    // The second time there is nothing left to convert.
    for (const earlier of [0, 1]) {
      await using node = await createNode(config, { clock })
      const { url } = await node.listen({ port: 0, gatewayPort: 0 })
      const get = async <body>(path: string, { secret }: { readonly secret: string }) => {
        const response = await fetch(`${url}/v1/${path}`, { headers: { 'x-api-key': secret } })
        return { status: response.status, body: (await response.json()) as body }
      }
      for (const name of ['busy', 'limited'] as const) {
        const { requests, cu } = totals[name]
        const { body } = await get<Usage>(`analytics/usage?start_date=${day}`, keys[name])
        // Each call of this test costs 10 CU.
        expect(body).toMatchObject({ total_requests: requests + earlier, total_cu_used: cu + 10 * earlier })
        expect(body.by_method['eth_chainId']).toBe(requests)
      }
      const { body: listed } = await get<{ id: string }[]>('alerts', keys.writer)
      expect(listed.map(({ id }) => id).sort()).toEqual([...alerts].sort())
      const sent = await get<object>(`mev/ethereum/bundle/${bundle}`, keys.writer)
      expect(sent.body).toMatchObject({ bundle_hash: bundle, status: 'pending' })
      expect((await get('alerts', keys.revoked)).status).toBe(401)
    }
    expect(existsSync(join(place.dataDir, 'ledger'))).toBe(false)
    await using store = await openStore(place)
    expect(await store.collection('ledger_journals').list()).toEqual([])
    expect(await store.collection('limit_shares').list()).toEqual([])
  },
)
