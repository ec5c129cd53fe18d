import { sleep } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy, type Fault } from '@outrigger/devnet/faults'
import { createNode } from '../createNode.ts'

const blockTimeMs = 1000
const perSecond = 20
/** Duration of the outage of all providers. The documentation's figure uses 600. */
const outageSeconds = Number(process.env['OUTRIGGER_OUTAGE_SECONDS'] ?? 10)

type Reply = {
  readonly sentMs: number
  readonly latencyMs: number
  readonly status: number
  readonly source?: string
  readonly stale?: boolean
  /** When the served value was read, to compute its age. */
  readonly timestamp?: string
  readonly failover_active?: boolean
}

/** Open loop: sends a request every 50 ms, whether or not earlier ones have been answered. */
async function ask(url: string, seconds: number): Promise<readonly Reply[]> {
  const replies: Promise<Reply>[] = []
  const start = performance.now()
  for (let i = 0; i < seconds * perSecond; i += 1) {
    await sleep(start + (i * 1000) / perSecond - performance.now())
    const sentAt = performance.now()
    const reply = fetch(url, { signal: AbortSignal.timeout(5000) }).then(async (response) => ({
      ...((await response.json()) as object),
      status: response.status,
      sentMs: sentAt - start,
      latencyMs: performance.now() - sentAt,
    }))
    replies.push(reply.catch(() => ({ status: 0, sentMs: sentAt - start, latencyMs: performance.now() - sentAt })))
  }
  return Promise.all(replies)
}

const share = (replies: readonly Reply[], holds: (reply: Reply) => boolean) =>
  replies.filter(holds).length / replies.length
const latency = (replies: readonly Reply[], share: number) =>
  quantile(
    replies.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b),
    share,
  ) ?? Number.NaN
const median = (replies: readonly Reply[]) => latency(replies, 0.5)
const worst = (replies: readonly Reply[]) => Math.max(...replies.map(({ latencyMs }) => latencyMs))
const fresh = ({ source, stale }: Reply) => source === 'primary' && stale === false
const cached = ({ status, source, stale, timestamp }: Reply) =>
  status === 200 && source === 'cache' && stale === true && Number.isFinite(Date.parse(timestamp ?? ''))

async function run() {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs })
  await using primary = await createFaultProxy({ target: anvil.rpcUrl })
  await using backup = await createFaultProxy({ target: anvil.rpcUrl })
  const endpoints = [primary.url, backup.url]
  await using node = await createNode({ chains: { ethereum: { endpoints } } })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const gas = `${url}/v1/oracle/gas/ethereum`
  const both = (fault: Fault) => Promise.all([primary.setFault(fault), backup.setFault(fault)])

  await ask(gas, 2)
  const healthy = await ask(gas, Math.max(10, outageSeconds / 10))
  await primary.setFault({ kind: 'hang' })
  const hung = await ask(gas, 15)
  const backupShare = share(hung, (r) => r.source === 'backup' && r.failover_active === true)
  const settled = hung.filter(({ sentMs }) => sentMs > 1000)
  await both({ kind: 'hang' })
  // A value within its lifetime keeps its source, so counting starts after the last one has expired.
  await sleep(4000)
  const dead = await ask(gas, outageSeconds)
  await both({ kind: 'none' })
  const recovery = await ask(gas, 5)
  const recoveredMs = recovery.find(fresh)?.sentMs ?? Number.POSITIVE_INFINITY

  await both({ kind: 'hang' })
  await using cold = await createNode({ chains: { ethereum: { endpoints } } })
  const { url: coldUrl } = await cold.listen({ port: 0, gatewayPort: 0 })
  const empty = await ask(`${coldUrl}/v1/oracle/gas/ethereum`, 3)

  return [
    { name: 'healthy: median', value: median(healthy), unit: 'ms' },
    { name: 'hung primary: worst after the first second', value: worst(settled), unit: 'ms', bar: { atMost: 250 } },
    {
      name: 'hung primary: unanswered',
      value: share(hung, ({ status }) => status !== 200),
      unit: '',
      bar: { atMost: 0 },
    },
    { name: 'hung primary: answers from the backup', value: backupShare, unit: '', bar: { atLeast: 0.7 } },
    {
      name: 'all dead: answered stale from cache, with its time',
      value: share(dead, cached),
      unit: '',
      bar: { atLeast: 1 },
    },
    {
      name: 'all dead: median / healthy median',
      value: median(dead) / median(healthy),
      unit: '',
      bar: { atMost: 1.2 },
    },
    {
      name: 'all dead: p99 / healthy p99',
      value: latency(dead, 0.99) / latency(healthy, 0.99),
      unit: '',
      bar: { atMost: 1.1 },
    },
    { name: 'provider back: primary and fresh', value: recoveredMs / blockTimeMs, unit: 'blocks', bar: { atMost: 2 } },
    {
      name: 'dead from the start: answered 503',
      value: share(empty, ({ status }) => status === 503),
      unit: '',
      bar: { atLeast: 1 },
    },
    { name: 'dead from the start: worst', value: worst(empty), unit: 'ms' },
  ]
}

/** Queries a whole node with failing providers over HTTP, 20 times a second. */
export const suite = { name: 'survival', run }
