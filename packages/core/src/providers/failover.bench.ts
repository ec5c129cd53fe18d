import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createPublicClient, fallback, http, type PublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { chains } from '../chains/registry.ts'
import { quantile } from '../math/quantile.ts'
import { sleep } from '../time/sleep.ts'
import { createProviderPool } from './pool.ts'

const perSecond = 20
const warmSeconds = 5
const faultSeconds = 20

type Sample = { readonly sentMs: number; readonly latencyMs: number; readonly ok: boolean }

/** Open loop: a request leaves every 50 ms whether or not earlier ones have been answered. */
async function load(client: PublicClient, seconds: number): Promise<readonly Sample[]> {
  const samples: Promise<Sample>[] = []
  const start = performance.now()
  for (let i = 0; i < seconds * perSecond; i += 1) {
    await sleep(start + (i * 1000) / perSecond - performance.now())
    const sentAt = performance.now()
    const end = (ok: boolean): Sample => ({ sentMs: sentAt - start, latencyMs: performance.now() - sentAt, ok })
    const request = client.request({ method: 'eth_getBalance', params: [`0x${'11'.repeat(20)}`, 'latest'] })
    samples.push(request.then(() => end(true)).catch(() => end(false)))
  }
  return Promise.all(samples)
}

async function run() {
  await using anvil = await createAnvil({ chainId: 1 })
  const pairs = await Promise.all(
    Array.from({ length: 2 }, async () => ({
      primary: await createFaultProxy({ target: anvil.rpcUrl }),
      backup: await createFaultProxy({ target: anvil.rpcUrl }),
    })),
  )
  const [ours, theirs] = pairs as [(typeof pairs)[number], (typeof pairs)[number]]
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [ours.primary.url, ours.backup.url] })
  const clients = [
    createPublicClient({ chain: mainnet, transport: pool.transport }),
    createPublicClient({ chain: mainnet, transport: fallback([http(theirs.primary.url), http(theirs.backup.url)]) }),
  ] as const
  let hedges = 0
  pool.on('call', ({ hedge }) => {
    if (hedge) hedges += 1
  })
  const both = (seconds: number) => Promise.all(clients.map((client) => load(client, seconds)))

  await both(warmSeconds)
  const hedgedShare = hedges / (warmSeconds * perSecond)
  await Promise.all(pairs.map(({ primary }) => primary.setFault({ kind: 'hang' })))
  const [mine, viem] = (await both(faultSeconds)) as [readonly Sample[], readonly Sample[]]
  await Promise.all(pairs.flatMap(({ primary, backup }) => [primary.close(), backup.close()]))

  const latencies = (samples: readonly Sample[]) => samples.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b)
  const worst = Math.max(...latencies(mine))
  const afterOneSecond = Math.max(...latencies(mine.filter(({ sentMs }) => sentMs > 1000)))
  const viemMedian = quantile(latencies(viem), 0.5) ?? 0
  return [
    { name: 'healthy: hedges per request', value: hedgedShare, unit: '', bar: { atMost: 0.03 } },
    {
      name: 'hung primary: unanswered',
      value: mine.filter(({ ok }) => !ok).length,
      unit: 'requests',
      bar: { atMost: 0 },
    },
    { name: 'hung primary: worst', value: worst, unit: 'ms' },
    { name: 'hung primary: worst after the first second', value: afterOneSecond, unit: 'ms', bar: { atMost: 250 } },
    { name: 'hung primary: median of viem fallback', value: viemMedian, unit: 'ms' },
    { name: 'our worst / viem median', value: worst / viemMedian, unit: '', bar: { atMost: 1 / 50 } },
  ]
}

/** A primary that accepts and never answers, beside viem's `fallback`, in one process. */
export const suite = { name: 'failover', run }
