import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createFaultProxy, type Fault } from '@outrigger/devnet/faults'
import { createReplayNode } from '@outrigger/devnet/replay'
import { chains } from '../../chains/registry.ts'
import { quantile } from '../../math/quantile.ts'
import { sleep } from '../../time/sleep.ts'
import { getChainRules } from '../circuit/chainRules.ts'
import { createFamilyPool } from './familyPool.ts'
import type { FamilyPool } from './familyTypes.ts'
import { type FamilyNode, familyNodes } from './fixtures/familyNodes.ts'

const perSecond = 20
const warmSeconds = 5
const inTimeMs = 250
const drainMs = 10_000
const faultSeconds = Number(process.env['OUTRIGGER_BENCH_SECONDS'] ?? 20)
const wanted = process.env['OUTRIGGER_BENCH_FAULTS']?.split(',')
const wantedNodes = process.env['OUTRIGGER_BENCH_FAMILIES']?.split(',')

/** Faults of a node itself: a stalled chain, another network, no transactions. */
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

const toHead = ({ chain }: FamilyNode) => 1_000_000 + Math.floor(performance.now() / chain.blockTimeMs)
/** Number of blocks that a provider may lag before the pool stops using it. */
const toleratedBlocks = ({ chain }: FamilyNode) => getChainRules(chain).maxLagBlocks

function createNode(kind: FamilyNode) {
  let trouble: Trouble | undefined
  let stoppedAt = 0
  const answers = kind.toAnswers({
    head: () => (trouble === 'stale' ? stoppedAt : toHead(kind)),
    network: () => (trouble === 'otherNetwork' ? chains.litecoin.network : kind.chain.network),
    isEmpty: () => trouble === 'empty',
  })
  return createReplayNode(answers).then((one) => ({
    ...one,
    setTrouble(next: Trouble) {
      trouble = next
      stoppedAt = toHead(kind) - 10 * toleratedBlocks(kind)
    },
  }))
}

type Sample = { readonly latencyMs: number; readonly outcome: 'right' | 'wrong' | 'error' | 'never' }

/** Reads the head and a transaction that all providers know, alternately. */
async function ask(pool: FamilyPool, kind: FamilyNode, index: number): Promise<boolean> {
  if (index % 2 === 0) {
    const { result } = await pool.send<{ readonly id: string } | null>(kind.toTransactionRequest(String(index)))
    return result?.id === String(index)
  }
  const { result } = await pool.send(kind.headRequest)
  return kind.readHead(result) >= toHead(kind) - toleratedBlocks(kind)
}

async function measure(kind: FamilyNode, fault: Fault | Trouble): Promise<readonly Sample[]> {
  const [first, second] = await Promise.all([createNode(kind), createNode(kind)])
  await using primary = await createFaultProxy({ target: first.url })
  await using backup = await createFaultProxy({ target: second.url })
  await using pool = createFamilyPool({ chain: kind.chain, endpoints: [primary.url, backup.url] })
  const samples: Promise<Sample>[] = []
  const startAt = performance.now()
  for (let index = 0; index < (warmSeconds + faultSeconds) * perSecond; index += 1) {
    const intendedAt = startAt + (index * 1000) / perSecond
    await sleep(intendedAt - performance.now())
    if (index === warmSeconds * perSecond)
      await (typeof fault === 'string' ? first.setTrouble(fault) : primary.setFault(fault))
    const toSample = (outcome: Sample['outcome']) => ({ outcome, latencyMs: performance.now() - intendedAt })
    const answer = ask(pool, kind, index).then(
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
      name: `${name}, right within ${inTimeMs} ms`,
      value: inTime.length / samples.length,
      unit: '',
      bar: { atLeast: 0.995 },
    },
    { name: `${name}, unanswered`, value: unanswered.length, unit: 'requests', bar: { atMost: 0 } },
    { name: `${name}, p99`, value: quantile(latencies, 0.99) ?? Number.NaN, unit: 'ms' },
  ]
}

type Row = { readonly name: string; readonly value: number; readonly unit: string } & Partial<
  Pick<ReturnType<typeof toRows>[0], 'bar'>
>

async function run() {
  const rows: Row[] = []
  const kinds = Object.entries(familyNodes).filter(([name]) => wantedNodes?.includes(name) ?? true)
  for (const [fault, how] of Object.entries(faults).filter(([one]) => wanted?.includes(one) ?? true)) {
    process.stderr.write(`  ${fault} …\n`)
    const pauses = monitorEventLoopDelay({ resolution: 10 })
    pauses.enable()
    // All kinds run in parallel at twenty requests per second each, which leaves two cores half idle.
    const measured = await Promise.all(
      kinds.map(async ([name, kind]) => toRows(`${fault}: ${name}`, await measure(kind, how))),
    )
    pauses.disable()
    // If this process pauses, for example on a busy machine, all contenders are delayed equally.
    const pauseMs = pauses.max / 1e6
    rows.push(...measured.flat(), { name: `${fault}: longest pause of the process`, value: pauseMs, unit: 'ms' })
  }
  return rows
}

/** Measures twelve faults of a primary with a healthy backup, for each interface of the chains outside the EVM family. */
export const suite = { name: 'family faults', run }
