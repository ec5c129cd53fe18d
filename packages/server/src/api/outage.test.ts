import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createMarketServer } from '@outrigger/devnet/markets'
import { expect, it } from 'vitest'
import { openNode } from '../createNode.ts'

const bare = { chain: 'ethereum', from: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}`, value: '1', data: '0x' }
/** Every endpoint of gas and prices, with every parameter that has a specific value. */
const questions: readonly (readonly [path: string, body?: object])[] = [
  ['/oracle/gas/ethereum'],
  ['/gas/ethereum'],
  ['/gas/compare?chains=ethereum'],
  ['/gas/compare?format=envelope'],
  ['/gas/compare?format=envelope&chains=ethereum'],
  ...(['1h', '6h', '1d'] as const).map((width) => [`/gas/ethereum/history?days=1&interval=${width}`] as const),
  ['/gas/ethereum/optimize'],
  ['/gas/estimate', { chain_id: 'ethereum', transaction_type: 'swap' }],
  ['/gas/estimate', { chain_id: '1', to_address: bare.to, from_address: bare.from, value: '1', data: '0x' }],
  ['/gas/estimate', { chain: 'ethereum' }],
  ['/gas/estimate', bare],
  ['/gas/estimate/ethereum', {}],
  ['/gas/estimate/ethereum', { from: bare.from, to: bare.to, value: '1', data: '0x' }],
  ['/blockchain/ethereum/gas'],
  ...(['1m', '5m', '15m', '1h'] as const).map(
    (width) => [`/blockchain/ethereum/gas/history?hours=1&resolution=${width}`] as const,
  ),
  ['/price/ethereum/ETH'],
  ['/price/ethereum/ETH/compare?exchanges=kraken,uniswap_v3'],
  ...(['1h', '1d', '1w'] as const).map((width) => [`/price/ethereum/ETH/history?days=7&interval=${width}`] as const),
]

it('says stale and how old, or 503, in every answer of an outage, and is fresh after it', async () => {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  await using primary = await createFaultProxy({ target: anvil.rpcUrl })
  await using backup = await createFaultProxy({ target: anvil.rpcUrl })
  await using markets = await createMarketServer({ getPricesUsd: () => ({ ETH: 3000 }) })
  const prices = {
    exchanges: [`kraken=${markets.urls.kraken}`],
    defillama: { enabled: true, url: markets.urls.defillama },
  }
  const chains = { ethereum: { endpoints: [primary.url, backup.url] } }
  await using node = await openNode(
    { chains, prices, access: 'loopback' },
    {},
    { prices: { ttlMs: 1000, timeoutMs: 500 } },
  )
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })

  async function ask([path, body]: (typeof questions)[number]) {
    const response = await fetch(`${url}/v1${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
    return { path, status: response.status, body: (await response.json()) as any }
  }
  const askAll = () => Promise.all(questions.map(ask))
  const isFresh = async () =>
    (await askAll()).every(({ status, body }) => status === 200 && toAge(body)?.stale !== true)

  // Wait until ccxt is loaded and there are twenty blocks for a quote.
  await expect.poll(isFresh, { timeout: 60_000, interval: 500 }).toBe(true)

  const [gas] = [await node.gas.get('ethereum')]
  await Promise.all([primary.setFault({ kind: 'hang' }), backup.setFault({ kind: 'hang' })])
  for (const name of ['kraken', 'defillama'] as const) markets.setFault(name, { hangs: true })
  await expect.poll(() => node.gas.peek('ethereum')?.stale, { timeout: 15_000 }).toBe(true)
  await expect.poll(async () => (await node.prices.get('ethereum', 'ETH')).stale, { timeout: 15_000 }).toBe(true)
  for (const { path, status, body } of await askAll()) {
    const reported = `${path}: ${JSON.stringify(body).slice(0, 300)}`
    if (status === 503) {
      expect((body.error?.code ?? body.error).toLowerCase(), reported).toMatch(/unavailable/)
      continue
    }
    expect(status, reported).toBe(200)
    const age = toAge(body)
    if (age === null) {
      // History reports its own coverage.
      expect((body.data ?? body).coverage, reported).toBeDefined()
      continue
    }
    expect(age.stale, reported).toBe(true)
    expect(age.seconds, reported).toBeGreaterThan(1)
  }
  expect(node.gas.peek('ethereum')?.timestampMs).toBeGreaterThanOrEqual(gas.timestampMs)

  await Promise.all([primary.setFault({ kind: 'none' }), backup.setFault({ kind: 'none' })])
  for (const name of ['kraken', 'defillama'] as const) markets.setFault(name, {})
  await expect.poll(isFresh, { timeout: 60_000, interval: 500 }).toBe(true)
}, 180_000)

type Reported = { readonly stale?: boolean; readonly age_seconds?: number; readonly timestamp?: string }

/**
 * Returns whether an answer is stale and its age: its own, that of its content, or that of each compared price. Null for history.
 */
function toAge(
  body: { readonly data?: Reported & { prices?: object } } & Reported & { readonly comparison?: readonly Reported[] },
) {
  const rows: readonly Reported[] =
    body.comparison ?? (body.data?.prices ? Object.values(body.data.prices) : [body.data ?? body])
  if (rows.some(({ stale }) => stale === undefined)) return null
  const seconds = rows.map((row) => row.age_seconds ?? (Date.now() - Date.parse(row.timestamp ?? '')) / 1000)
  return { stale: rows.every(({ stale }) => stale), seconds: Math.min(...seconds) }
}
