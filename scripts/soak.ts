// A real node for half an hour under faults that change at random, with 50 clients that know the right answers.
// npm run soak [-- --minutes 30 --seed 1 --providers 3 --broken 2]
import { setMaxListeners } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { OutriggerError, sleep } from '@outrigger/core'
import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { startCli } from '../packages/cli/src/fixtures/cliProcess.ts'
import { createTruth } from '../packages/core/src/providers/fixtures/questions.ts'
import { getHedges, runGasClient, runRpcClient, type Site, waitUntilReady } from './soak/clients.ts'
import { healthyMs, scheduleFaults } from './soak/faults.ts'
import { collectSamples, computeGrowth, type Sample } from './soak/samples.ts'
import { runSubscriber } from './soak/subscriber.ts'
import { createTally } from './soak/tally.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { minutes: text, seed: text, providers: text, broken: text } })
const minutes = Number(values.minutes ?? 30)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const providers = Number(values.providers ?? 2)
/** How many are broken at a time. */
const broken = Number(values.broken ?? 1)
const clients = { rpc: 30, subscribers: 10, gas: 10 }
const chain = 'base'
const chainId = 8453
const blockTimeMs = 2000
const sampleMs = 2000

class SoakEndedError extends OutriggerError {
  readonly code = 'SOAK_ENDED'
}

const say = (line: string) => process.stderr.write(`${line}\n`)
const print = (line: string) => process.stdout.write(`${line}\n`)
const many = (count: number, run: (index: number) => Promise<void>) => Array.from({ length: count }, (_, i) => run(i))
const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20)

const interrupt = new AbortController()
const ended = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupt.abort())

async function soak(): Promise<boolean> {
  if (!(broken >= 1 && broken < providers))
    throw new SoakEndedError('One provider at least has to be well: --broken is less than --providers.')
  await using anvil = await createAnvil({ chainId })
  const proxies = await Promise.all(
    Array.from({ length: providers }, () => createFaultProxy({ target: anvil.rpcUrl, signal: ended.signal })),
  )
  const truth = await createTruth(anvil.rpcUrl, chainId, blockTimeMs)
  // A rejection nobody handled is to be counted, not to end the node.
  const command = [
    '--unhandled-rejections=warn',
    fileURLToPath(new URL('../packages/cli/bin/outrigger.js', import.meta.url)),
  ]
  const ports = ['--port', '0', '--gateway-port', '0']
  const endpoints = ['--rpc', `${chain}=${proxies.map(({ url }) => url).join(',')}`]
  await using node = startCli(['up', '--json', ...ports, ...endpoints], { command, env: { OUTRIGGER_LOG: 'error' } })
  const { pid } = node.child
  if (pid === undefined) throw new SoakEndedError('The node could not be started.')
  const address = JSON.parse(await node.firstLine()) as Record<string, string>
  let rejections = 0
  node.child.stderr?.on('data', (text: string) => {
    rejections += text.match(/UnhandledPromiseRejection/g)?.length ?? 0
  })

  const end = new AbortController()
  // Every client waits for it.
  setMaxListeners(0, end.signal)
  const finish = () => end.abort()
  interrupt.signal.addEventListener('abort', finish)
  if (interrupt.signal.aborted) finish()
  let crashed = false
  void node.ended.then(() => {
    crashed = !end.signal.aborted
    finish()
  })
  const timer = setTimeout(finish, minutes * 60_000)
  const { signal } = end
  const tally = createTally()
  const firstHead = truth.head
  const samples: Sample[] = []
  let extraCalls = Number.NaN
  const countExtraCalls = async () => {
    // The first seconds of a process are compilation.
    await sleep(healthyMs / 4, signal)
    const before = { hedges: await getHedges(site.rest), right: tally.right }
    await sleep(healthyMs / 2, signal)
    extraCalls = ((await getHedges(site.rest)) - before.hedges) / (tally.right - before.right)
  }
  const faults = scheduleFaults(proxies, broken, seed, signal)
  const site: Site = {
    rest: address['rest'] ?? '',
    gatewayHttp: address['gateway_http'] ?? '',
    gatewayWs: address['gateway_ws'] ?? '',
    apiKey: address['api_key'] ?? '',
    chain,
    truth,
    tally,
    fault: () => faults.now,
    signal,
  }
  say(`soak: ${minutes} minutes, seed ${seed}, ${broken} of ${providers} providers broken at a time, node ${pid}`)
  const progress = async () => {
    for (let second = 0; !signal.aborted; second += 1) {
      await sleep(1000, signal)
      if (second % 30 !== 29) continue
      const { residentBytes, descriptors } = samples.at(-1) ?? { residentBytes: Number.NaN, descriptors: Number.NaN }
      say(
        `${((second + 1) / 60).toFixed(1)} min: ${mebibytes(residentBytes)} MiB, ${descriptors} descriptors, ` +
          `${tally.right} right, ${tally.wrong} wrong, ${tally.unanswered} unanswered, ${tally.heads} heads, ` +
          `${tally.logs} logs, ${tally.reconnects} reconnects, ${faults.count} faults`,
      )
    }
  }
  await waitUntilReady(site)
  await Promise.all([
    countExtraCalls(),
    faults.done,
    progress(),
    // Fails when the process is gone, which is told below.
    collectSamples(pid, samples, sampleMs, signal).catch(finish),
    ...many(clients.rpc, (index) => runRpcClient(site, index)),
    ...many(clients.subscribers, () => runSubscriber(site)),
    ...many(clients.gas, () => runGasClient(site)),
  ])
  clearTimeout(timer)
  await truth.close()

  for (const words of tally.words) say(words)
  if (crashed) say(`The node ended by itself. Its last words: ${node.stderr().slice(-2000)}`)
  const asked = tally.right + tally.unanswered + tally.wrong
  const pushed = clients.subscribers * Number(truth.head - firstHead)
  const rows: readonly (readonly [name: string, value: number, atMost?: number])[] = [
    ['faults', faults.count],
    ['requests', asked],
    ['unanswered', tally.unanswered, 0],
    ['extra calls / requests while all are well', extraCalls, 0.03],
    ['heads missing of all', Math.max(0, 1 - tally.heads / pushed), 0.01],
    ['logs missing of all', Math.max(0, 1 - tally.logs / pushed), 0.01],
    ['sockets opened again', tally.reconnects],
    ['resident memory, MiB', mebibytes(samples.at(-1)?.residentBytes ?? Number.NaN)],
    ['resident memory, last third / middle third', computeGrowth(samples, 'residentBytes'), 1.05],
    // Every fault opens and closes connections, so their medians differ a little; a leak would go on growing.
    ['descriptors, last third / middle third', computeGrowth(samples, 'descriptors'), 1.1],
    ['unhandled rejections', rejections, 0],
    ['node ended by itself', Number(crashed), 0],
    ['wrong answers', tally.wrong, 0],
  ]
  let missed = false
  for (const [name, value, atMost] of rows) {
    const isMissed = atMost !== undefined && !(value <= atMost)
    missed ||= isMissed
    const verdict = atMost === undefined ? '' : isMissed ? `MISSED ≤ ${atMost}` : `bar ≤ ${atMost} held`
    print(`  ${name.padEnd(46)} ${String(Math.round(value * 1000) / 1000).padStart(10)} ${verdict}`.trimEnd())
  }
  return !missed
}

if (process.platform !== 'linux') say('soak reads memory and descriptors from /proc, so it needs Linux.')
const held = await soak()
ended.abort()
process.exitCode = interrupt.signal.aborted ? 130 : held ? 0 : 1
