// Runs one or more real nodes for half an hour under random faults, with 50 clients that know the right answers.
// npm run soak [-- --minutes 30 --seed 1 --providers 3 --broken 2 --nodes 3]
import { setMaxListeners } from 'node:events'
import { parseArgs } from 'node:util'
import { sleep } from '@outrigger/core'
import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createTruth } from '../packages/core/src/providers/fixtures/questions.ts'
import { getHedges, runGasClient, runRpcClient, type Site, waitUntilReady } from './soak/clients.ts'
import { raiseFees } from './soak/crossings.ts'
import { type FaultSchedule, healthyMs, scheduleFaults } from './soak/faults.ts'
import { SoakEndedError, type SoakNode, startNodes } from './soak/nodes.ts'
import { collectSamples, computeGrowth, type Sample } from './soak/samples.ts'
import { runSubscriber } from './soak/subscriber.ts'
import { createTally, type Tally } from './soak/tally.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { minutes: text, seed: text, providers: text, broken: text, nodes: text } })
const minutes = Number(values.minutes ?? 30)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const providers = Number(values.providers ?? 2)
/** Number of providers that are broken at the same time. */
const broken = Number(values.broken ?? 1)
/** Several nodes share a PostgreSQL database and the clients. */
const nodeCount = Number(values.nodes ?? 1)
const clients = { rpc: 30, subscribers: 10, gas: 10 }
const chain = 'base'
const chainId = 8453
const blockTimeMs = 2000
const sampleMs = 2000

const say = (line: string) => process.stderr.write(`${line}\n`)
const print = (line: string) => process.stdout.write(`${line}\n`)
const many = (count: number, run: (index: number) => Promise<void>) => Array.from({ length: count }, (_, i) => run(i))
const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20)

const interrupt = new AbortController()
const ended = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupt.abort())

async function soak(): Promise<boolean> {
  if (!(broken >= 1 && broken < providers))
    throw new SoakEndedError('At least one provider must work: --broken must be less than --providers.')
  await using anvil = await createAnvil({ chainId })
  const proxies = await Promise.all(
    Array.from({ length: providers }, () => createFaultProxy({ target: anvil.rpcUrl, signal: ended.signal })),
  )
  const truth = await createTruth(anvil.rpcUrl, chainId, blockTimeMs)
  await using started = await startNodes(nodeCount, `${chain}=${proxies.map(({ url }) => url).join(',')}`)
  const end = watchEnd(started.nodes)
  const { signal } = end
  const tally = createTally()
  const firstHead = truth.head
  const faults = scheduleFaults(proxies, broken, seed, signal)
  const shared = { chain, truth, tally, fault: () => faults.now, signal }
  const sites = started.nodes.map(({ address }): Site => {
    const { rest, gateway_http: gatewayHttp, gateway_ws: gatewayWs, api_key: apiKey } = address
    return { ...shared, rest, gatewayHttp, gatewayWs, apiKey }
  })
  const siteOf = (index: number) => sites[index % sites.length] as Site
  const samples = started.nodes.map((): Sample[] => [])
  const extraCalls = countExtraCalls(sites, tally, signal)
  await Promise.all(sites.map(waitUntilReady))
  const pids = started.nodes.map(({ pid }) => pid)
  say(
    `soak: ${minutes} minutes, seed ${seed}, ${broken} of ${providers} providers broken at a time, node ${pids.join(', ')}`,
  )
  const crossings = raiseFees(siteOf(0), anvil.rpcUrl, performance.now() + minutes * 60_000)
  await Promise.all([
    ...[extraCalls, faults.done, crossings.done, showProgress(samples, tally, faults, signal)],
    // Fails when the process has ended, which is reported below.
    ...pids.map((pid, index) => collectSamples(pid, samples[index] ?? [], sampleMs, signal).catch(end.finish)),
    ...many(clients.rpc, (index) => runRpcClient(siteOf(index), index)),
    ...many(clients.subscribers, (index) => runSubscriber(siteOf(index))),
    ...many(clients.gas, (index) => runGasClient(siteOf(index))),
  ])
  await truth.close()

  for (const words of tally.words) say(words)
  for (const { process } of started.nodes)
    if (process.child.exitCode !== null) say(`A node ended by itself. Its last words: ${process.stderr().slice(-2000)}`)
  const pushed = clients.subscribers * Number(truth.head - firstHead)
  return report([
    ['faults', faults.count],
    ['requests', tally.right + tally.unanswered + tally.wrong],
    ['unanswered', tally.unanswered, 0],
    ['extra calls / requests while all are well', await extraCalls, 0.03],
    ['heads missing of all', Math.max(0, 1 - tally.heads / pushed), 0.01],
    ['logs missing of all', Math.max(0, 1 - tally.logs / pushed), 0.01],
    ['sockets opened again', tally.reconnects],
    ['alerts to send', crossings.count],
    ['alerts that did not arrive', Math.max(0, crossings.count - crossings.ids.size), 0],
    ['alerts under a second id', Math.max(0, crossings.ids.size - crossings.count), 0],
    ...samples.flatMap((ofNode, index) => toNodeRows(ofNode, sites.length > 1 ? `node ${index + 1}: ` : '')),
    ['unhandled rejections', end.rejections, 0],
    ['nodes that ended by themselves', Number(end.crashed), 0],
    ['wrong answers', tally.wrong, 0],
  ])
}

/** Ends the run after its duration, at an interrupt, and if a node exits. */
function watchEnd(nodes: readonly SoakNode[]) {
  const end = new AbortController()
  // Every client waits for it.
  setMaxListeners(0, end.signal)
  const timer = setTimeout(() => state.finish(), minutes * 60_000)
  const state = {
    signal: end.signal,
    crashed: false,
    rejections: 0,
    finish() {
      clearTimeout(timer)
      end.abort()
    },
  }
  interrupt.signal.addEventListener('abort', state.finish)
  if (interrupt.signal.aborted) state.finish()
  for (const { process } of nodes) {
    process.child.stderr?.on('data', (text: string) => {
      state.rejections += text.match(/UnhandledPromiseRejection/g)?.length ?? 0
    })
    void process.ended.then(() => {
      state.crashed ||= !end.signal.aborted
      state.finish()
    })
  }
  return state
}

/** Counts hedged calls per request while all providers work. */
async function countExtraCalls(sites: readonly Site[], tally: Tally, signal: AbortSignal): Promise<number> {
  const countHedges = async () =>
    (await Promise.all(sites.map(({ rest }) => getHedges(rest)))).reduce((sum, count) => sum + count, 0)
  // The first seconds of a process are spent on compilation.
  await sleep(healthyMs / 4, signal)
  const before = { hedges: await countHedges(), right: tally.right }
  await sleep(healthyMs / 2, signal)
  return ((await countHedges()) - before.hedges) / (tally.right - before.right)
}

async function showProgress(
  samples: readonly (readonly Sample[])[],
  tally: Tally,
  faults: FaultSchedule,
  signal: AbortSignal,
): Promise<void> {
  for (let second = 0; !signal.aborted; second += 1) {
    await sleep(1000, signal)
    if (second % 30 !== 29) continue
    const ofNodes = samples.map((ofNode) => ofNode.at(-1))
    say(
      `${((second + 1) / 60).toFixed(1)} min: ${ofNodes.map((sample) => mebibytes(sample?.residentBytes ?? Number.NaN)).join(' + ')} MiB, ` +
        `${ofNodes.map((sample) => sample?.descriptors).join(' + ')} descriptors, ` +
        `${tally.right} right, ${tally.wrong} wrong, ${tally.unanswered} unanswered, ${tally.heads} heads, ` +
        `${tally.logs} logs, ${tally.reconnects} reconnects, ${faults.count} faults`,
    )
  }
}

type Row = readonly [name: string, value: number, atMost?: number]

const toNodeRows = (samples: readonly Sample[], prefix: string): readonly Row[] => [
  [`${prefix}resident memory, MiB`, mebibytes(samples.at(-1)?.residentBytes ?? Number.NaN)],
  [`${prefix}resident memory, last third / middle third`, computeGrowth(samples, 'residentBytes'), 1.05],
  // Every fault opens and closes connections, so the medians differ slightly. A leak would keep growing.
  [`${prefix}descriptors, last third / middle third`, computeGrowth(samples, 'descriptors'), 1.1],
]

/** Prints the rows. @returns whether all bars are met */
function report(rows: readonly Row[]): boolean {
  let missed = false
  for (const [name, value, atMost] of rows) {
    const isMissed = atMost !== undefined && !(value <= atMost)
    missed ||= isMissed
    const verdict = atMost === undefined ? '' : isMissed ? `MISSED ≤ ${atMost}` : `bar ≤ ${atMost} held`
    print(`  ${name.padEnd(52)} ${String(Math.round(value * 1000) / 1000).padStart(10)} ${verdict}`.trimEnd())
  }
  return !missed
}

if (process.platform !== 'linux') say('soak reads memory and descriptors from /proc, so it needs Linux.')
const held = await soak()
ended.abort()
process.exitCode = interrupt.signal.aborted ? 130 : held ? 0 : 1
