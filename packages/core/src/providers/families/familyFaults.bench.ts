import { createFaultProxy, type Fault } from '@outrigger/devnet/faults'
import { createReplayNode } from '@outrigger/devnet/replay'
import { chains } from '../../chains/registry.ts'
import { quantile } from '../../math/quantile.ts'
import { sleep } from '../../time/sleep.ts'
import { createFamilyPool } from './familyPool.ts'
import type { FamilyPool } from './familyTypes.ts'

const perSecond = 20
const warmSeconds = 5
const inTimeMs = 250
const drainMs = 10_000
const faultSeconds = Number(process.env['OUTRIGGER_BENCH_SECONDS'] ?? 20)
const wanted = process.env['OUTRIGGER_BENCH_FAULTS']?.split(',')

/** What a node gets wrong by itself: its chain stands still, it is of another network, it knows no transactions. */
type Trouble = 'stale' | 'otherNetwork' | 'empty'

const faults: Readonly<Record<string, Fault | Trouble>> = {
  hung: { kind: 'hang' },
  refused: { kind: 'refuse' },
  reset: { kind: 'reset' },
  '503': { kind: 'status', status: 503 },
  '429': { kind: 'status', status: 429, retryAfterSeconds: 5 },
  slow: { kind: 'slow', delayMs: 3000 },
  '-32603': { kind: 'rpcError', code: -32603 },
  'stale head': 'stale',
  'wrong chain': 'otherNetwork',
  truncated: { kind: 'truncatedJson' },
  'empty answers': 'empty',
  flapping: { kind: 'flap', periodMs: 1000, fault: { kind: 'hang' } },
}

/** How a family's head, network and a transaction are asked for. */
const families = {
  solana: { head: 'getSlot', network: 'getGenesisHash', transaction: 'getTransaction' },
  starknet: {
    ...{ head: 'starknet_blockNumber', network: 'starknet_chainId' },
    transaction: 'starknet_getTransactionByHash',
  },
} as const
type Family = keyof typeof families

const toHead = (family: Family) => 1_000_000 + Math.floor(performance.now() / chains[family].blockTimeMs)
/** As far as a pool tolerates a provider that is behind. */
const toleratedBlocks = (family: Family) => Math.max(2, Math.ceil(10_000 / chains[family].blockTimeMs))

function createNode(family: Family) {
  const { head, network, transaction } = families[family]
  let trouble: Trouble | undefined
  let stoppedAt = 0
  const answers: Readonly<Record<string, (params: unknown) => unknown>> = {
    [head]: () => (trouble === 'stale' ? stoppedAt : toHead(family)),
    [network]: () => (trouble === 'otherNetwork' ? chains.bitcoin.network : chains[family].network),
    [transaction]: (params) => (trouble === 'empty' ? null : { id: (params as readonly unknown[])[0] }),
  }
  const node = createReplayNode({ rpc: (method, params) => answers[method]?.(params) })
  return node.then((one) => ({
    ...one,
    setTrouble(next: Trouble) {
      trouble = next
      stoppedAt = toHead(family) - 10 * toleratedBlocks(family)
    },
  }))
}

type Sample = { readonly latencyMs: number; readonly outcome: 'right' | 'wrong' | 'error' | 'never' }

/** Every other request reads the head, the others a transaction that all providers know. */
async function ask(pool: FamilyPool, family: Family, index: number): Promise<boolean> {
  const { head, transaction } = families[family]
  if (index % 2 === 0) {
    const { result } = await pool.send<{ readonly id: string } | null>({
      ...{ interface: 'rpc', method: transaction, params: [String(index)] },
    })
    return result?.id === String(index)
  }
  const { result } = await pool.send<number>({ interface: 'rpc', method: head, params: [{ commitment: 'confirmed' }] })
  return Number(result) >= toHead(family) - toleratedBlocks(family)
}

async function measure(family: Family, fault: Fault | Trouble): Promise<readonly Sample[]> {
  const [first, second] = await Promise.all([createNode(family), createNode(family)])
  await using primary = await createFaultProxy({ target: first.url })
  await using backup = await createFaultProxy({ target: second.url })
  await using pool = createFamilyPool({ chain: chains[family], endpoints: [primary.url, backup.url] })
  const samples: Promise<Sample>[] = []
  const startAt = performance.now()
  for (let index = 0; index < (warmSeconds + faultSeconds) * perSecond; index += 1) {
    const intendedAt = startAt + (index * 1000) / perSecond
    await sleep(intendedAt - performance.now())
    if (index === warmSeconds * perSecond)
      await (typeof fault === 'string' ? first.setTrouble(fault) : primary.setFault(fault))
    const toSample = (outcome: Sample['outcome']) => ({ outcome, latencyMs: performance.now() - intendedAt })
    const answer = ask(pool, family, index).then(
      (isRight) => toSample(isRight ? 'right' : 'wrong'),
      () => toSample('error'),
    )
    const sample = Promise.race([answer, sleep(drainMs).then(() => toSample('never'))])
    if (index >= warmSeconds * perSecond) samples.push(sample)
  }
  const measured = await Promise.all(samples)
  await Promise.all([first, second].map((node) => node[Symbol.asyncDispose]()))
  return measured
}

function toRows(name: string, samples: readonly Sample[]) {
  const inTime = samples.filter(({ outcome, latencyMs }) => outcome === 'right' && latencyMs <= inTimeMs)
  const unanswered = samples.filter(({ outcome }) => outcome === 'error' || outcome === 'never')
  const latencies = samples.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b)
  return [
    {
      ...{ name: `${name}, right within ${inTimeMs} ms`, value: inTime.length / samples.length, unit: '' },
      bar: { atLeast: 0.995 },
    },
    { name: `${name}, unanswered`, value: unanswered.length, unit: 'requests', bar: { atMost: 0 } },
    { name: `${name}, p99`, value: quantile(latencies, 0.99) ?? Number.NaN, unit: 'ms' },
  ]
}

async function run() {
  const rows: ReturnType<typeof toRows>[number][] = []
  for (const [name, fault] of Object.entries(faults).filter(([one]) => wanted?.includes(one) ?? true)) {
    process.stderr.write(`  ${name} …\n`)
    // Both families at once: two cores are half idle.
    const measured = await Promise.all(
      (Object.keys(families) as Family[]).map(async (family) =>
        toRows(`${name}: ${family}`, await measure(family, fault)),
      ),
    )
    rows.push(...measured.flat())
  }
  return rows
}

/** Twelve faults of a primary with a good backup, for chains outside the EVM family. */
export const suite = { name: 'family faults', run }
