import { setMaxListeners } from 'node:events'
import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy, type Fault, type FaultProxy } from '@outrigger/devnet/faults'
import { quantile } from '../math/quantile.ts'
import { sleep } from '../time/sleep.ts'
import { type Contender, contenders } from './fixtures/contenders.ts'
import { createTruth, type Truth } from './fixtures/questions.ts'

const perSecond = 20
const warmSeconds = 5
const drainMs = 10_000
const inTimeMs = 250
const chainId = 8453
const blockTimeMs = 2000

// These variables shorten the benchmark during work on the pool. The bars apply to the defaults.
const faultSeconds = Number(process.env['OUTRIGGER_BENCH_SECONDS'] ?? 20)
const wanted = process.env['OUTRIGGER_BENCH_FAULTS']?.split(',')
/** Number of faults measured in parallel. The matrix takes a few minutes, and two cores remain half idle. */
const atATime = 2

const faults: Readonly<Record<string, Fault>> = {
  hung: { kind: 'hang' },
  refused: { kind: 'refuse' },
  reset: { kind: 'reset' },
  '503': { kind: 'status', status: 503 },
  '429': { kind: 'status', status: 429, retryAfterSeconds: 5 },
  slow: { kind: 'slow', delayMs: 3000 },
  '-32603': { kind: 'rpcError', code: -32603 },
  'stale head': { kind: 'staleHead', blocks: 500 },
  'wrong chain': { kind: 'wrongChainId', chainId: 61 },
  truncated: { kind: 'truncatedJson' },
  'empty logs': { kind: 'emptyLogs' },
  flapping: { kind: 'flap', periodMs: 1000, fault: { kind: 'hang' } },
}

type Outcome = 'right' | 'wrong' | 'error' | 'never'
type Sample = {
  readonly method: string
  /** When the request was due, relative to the start of the fault. Negative before the fault. */
  readonly atMs: number
  readonly latencyMs: number
  readonly outcome: Outcome
  readonly extraCalls: number
}
type Lane = {
  readonly name: string
  readonly contender: Contender
  readonly primary: FaultProxy
  readonly backup: FaultProxy
}
type Measured = {
  readonly name: string
  readonly healthy: readonly Sample[]
  readonly faulty: readonly Sample[]
  /** Ratio of the requests that reached the faulty endpoint, from one second after the start of the fault. */
  readonly touched: number
}

/** Open-loop load: sends a request every 50 ms, whether or not earlier requests were answered. */
async function load({ contender }: Lane, truth: Truth, startAt: number, seconds: number, end: Promise<void>) {
  const samples: Promise<Sample>[] = []
  for (let i = 0; i < seconds * perSecond; i += 1) {
    // Latency is measured from the intended time, so that delays in the sending process count.
    const intendedAt = startAt + (i * 1000) / perSecond
    await sleep(intendedAt - performance.now())
    const question = truth.toQuestion(i)
    const toSample = (outcome: Outcome, extraCalls = 0): Sample => ({
      method: question.method,
      atMs: intendedAt - startAt - warmSeconds * 1000,
      latencyMs: outcome === 'never' ? Number.POSITIVE_INFINITY : performance.now() - intendedAt,
      outcome,
      extraCalls,
    })
    const reply = contender.ask(question).then(
      ({ value, extraCalls }) => toSample(question.isRight(value) ? 'right' : 'wrong', extraCalls),
      () => toSample('error'),
    )
    samples.push(Promise.race([reply, end.then(() => toSample('never'))]))
  }
  return Promise.all(samples)
}

async function createLanes(anvilUrl: string): Promise<readonly Lane[]> {
  const lanes: Lane[] = []
  for (const [name, create] of contenders) {
    const primary = await createFaultProxy({ target: anvilUrl })
    const backup = await createFaultProxy({ target: anvilUrl })
    // The latencies differ like those of two providers in one region. With equal latencies, a client that ranks by latency
    // would choose at random.
    await primary.setFault({ kind: 'slow', delayMs: 5 })
    await backup.setFault({ kind: 'slow', delayMs: 8 })
    const contender = await create(primary.url, backup.url)
    if (contender !== null) lanes.push({ name, contender, primary, backup })
    else await Promise.all([primary.close(), backup.close()])
  }
  return lanes
}

/** Measures all contenders in parallel, first with healthy providers and then with the fault. */
async function measure(fault: Fault, anvilUrl: string, truth: Truth, seconds: number): Promise<readonly Measured[]> {
  const lanes = await createLanes(anvilUrl)
  const done = new AbortController()
  setMaxListeners(0, done.signal)
  try {
    const startAt = performance.now() + 100
    const at = (second: number) => sleep(startAt + second * 1000 - performance.now(), done.signal)
    const end = at(warmSeconds + seconds + drainMs / 1000)
    const breaking = at(warmSeconds).then(() => Promise.all(lanes.map(({ primary }) => primary.setFault(fault))))
    const measured = await Promise.all(
      lanes.map(async (lane, index) => {
        const before = at(warmSeconds + 1).then(() => countTouches(fault, lane))
        const after = at(warmSeconds + seconds).then(() => countTouches(fault, lane))
        // The contenders send a few milliseconds apart, so that their requests do not queue behind each other.
        const offsetMs = (index * 1000) / perSecond / lanes.length
        const samples = await load(lane, truth, startAt + offsetMs, warmSeconds + seconds, end)
        const concerned = samples.filter(
          ({ atMs, method }) => atMs >= 1000 && (method === 'eth_getLogs' || !hitsLogsOnly(fault)),
        )
        return {
          name: lane.name,
          healthy: samples.filter(({ atMs }) => atMs < 0),
          faulty: samples.filter(({ atMs }) => atMs >= 0),
          touched: ((await after) - (await before)) / concerned.length,
        }
      }),
    )
    await breaking
    return measured
  } finally {
    done.abort()
    await Promise.all(
      lanes.flatMap(({ contender, primary, backup }) => [contender.close(), primary.close(), backup.close()]),
    )
  }
}

/** An endpoint whose only fault is its logs should get all other requests. */
const hitsLogsOnly = ({ kind }: Fault) => kind === 'emptyLogs'

function countTouches(fault: Fault, { contender, primary: { stats } }: Lane): number {
  // The proxy would also count probes, which a pool with one provider left sends several times a second. A proxy cannot count
  // the connections that it refuses.
  if (contender.callsToPrimary && !hitsLogsOnly(fault)) return contender.callsToPrimary()
  if (fault.kind === 'refuse') return Number.NaN
  return hitsLogsOnly(fault) ? (stats.byMethod['eth_getLogs'] ?? 0) : stats.requests
}

const latencies = (samples: readonly Sample[]) => samples.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b)
const latencyAt = (samples: readonly Sample[], q: number) => quantile(latencies(samples), q) ?? Number.NaN
const count = (samples: readonly Sample[], ...outcomes: readonly Outcome[]) =>
  samples.filter(({ outcome }) => outcomes.includes(outcome)).length
const inTime = (samples: readonly Sample[]) =>
  samples.filter(({ outcome, latencyMs }) => outcome === 'right' && latencyMs <= inTimeMs).length / samples.length

const say = (line: string) => process.stderr.write(`${line}\n`)
const columns = (first: string, second: string, rest: readonly (string | number)[]) =>
  `${first.padEnd(12)} ${second.padEnd(10)} ${rest.map((cell) => String(cell).padStart(9)).join(' ')}`

function toLine(fault: string, { name, faulty, touched }: Measured): string {
  const p99 = latencyAt(faulty, 0.99)
  return columns(fault, name, [
    `${(inTime(faulty) * 100).toFixed(1)} %`,
    count(faulty, 'wrong'),
    count(faulty, 'error'),
    count(faulty, 'never'),
    Math.round(latencyAt(faulty, 0.5)),
    Number.isFinite(p99) ? Math.round(p99) : '-',
    Math.round(Math.max(...faulty.map(({ latencyMs }) => latencyMs))),
    Number.isNaN(touched) ? '-' : `${(touched * 100).toFixed(1)} %`,
  ])
}

function toRows(fault: string, { name, faulty, touched }: Measured) {
  const isOurs = name === 'ours'
  const row = (what: string, value: number, unit: string, bar?: { atLeast: number } | { atMost: number }) => ({
    name: `${fault}: ${name}, ${what}`,
    value,
    unit,
    ...(isOurs && bar ? { bar } : {}),
  })
  return [
    row(`right within ${inTimeMs} ms`, inTime(faulty), '', { atLeast: 0.995 }),
    row('unanswered', count(faulty, 'error', 'never'), 'requests', { atMost: 0 }),
    row('p99', latencyAt(faulty, 0.99), 'ms', fault === 'hung' ? { atMost: 100 } : undefined),
    // An endpoint that is well every other second must get requests, so there is no bar.
    ...(isOurs ? [row('calls to the faulty', touched, '', fault === 'flapping' ? undefined : { atMost: 0.02 })] : []),
  ]
}

/** Compares the pool with viem's fallback, which most bots use today, during a hang. */
function toHungRows(all: readonly Measured[]) {
  const faultyOf = (wanted: string) => all.find(({ name }) => name === wanted)?.faulty ?? []
  const ours = faultyOf('ours')
  const afterFirstSecond = ours.filter(({ atMs }) => atMs > 1000)
  return [
    {
      name: 'hung: ours, worst after the first second',
      value: latencyAt(afterFirstSecond, 1),
      unit: 'ms',
      bar: { atMost: 250 },
    },
    {
      name: 'hung: our worst / viem median',
      value: latencyAt(ours, 1) / latencyAt(faultyOf('viem'), 0.5),
      unit: '',
      bar: { atMost: 1 / 50 },
    },
  ]
}

async function run() {
  await using anvil = await createAnvil({ chainId })
  const truth = await createTruth(anvil.rpcUrl, chainId, blockTimeMs)
  const queue = Object.entries(faults).filter(([name]) => wanted?.includes(name) ?? true)
  const results = new Map<string, readonly Measured[]>()
  // A first run warms up the process, because compilation would distort the first seconds.
  await measure({ kind: 'none' }, anvil.rpcUrl, truth, 2)
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [name, fault] = next
      say(`  ${name} …`)
      results.set(name, await measure(fault, anvil.rpcUrl, truth, faultSeconds))
    }
  }
  const order = queue.map(([name]) => name)
  await Promise.all(Array.from({ length: atATime }, work))
  await truth.close()

  say(columns('fault', 'client', ['in time', 'wrong', 'errors', 'never', 'p50 ms', 'p99 ms', 'worst', 'touched']))
  const measured = order.map((name) => [name, results.get(name) ?? []] as const)
  for (const [fault, all] of measured) for (const one of all) say(toLine(fault, one))
  if (measured.some(([, all]) => all.length < contenders.length))
    say('nginx is NOT INSTALLED and was left out: `sh scripts/debian.sh`, or `apt-get install nginx`.')

  const healthy = measured.flatMap(([, all]) => all.filter(({ name }) => name === 'ours').flatMap((one) => one.healthy))
  const hedges = healthy.reduce((sum, { extraCalls }) => sum + extraCalls, 0) / healthy.length
  return [
    { name: 'healthy: ours, extra calls per request', value: hedges, unit: '', bar: { atMost: 0.03 } },
    {
      name: 'healthy: ours, unanswered',
      value: count(healthy, 'error', 'never'),
      unit: 'requests',
      bar: { atMost: 0 },
    },
    ...measured.flatMap(([fault, all]) => all.flatMap((one) => toRows(fault, one))),
    ...toHungRows(results.get('hung') ?? []),
  ]
}

/** Measures twelve faults of a primary with a healthy backup, next to viem, ethers and nginx in the same process. */
export const suite = { name: 'fault matrix', run }
