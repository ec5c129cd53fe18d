import { Console } from 'node:console'
import { PassThrough } from 'node:stream'
import { createFaultProxy, type Fault, type FaultProxy } from '@outrigger/devnet/faults'
import { chains } from '../../chains/registry.ts'
import { sleep } from '../../time/sleep.ts'
import { createProviderPool } from '../pool.ts'
import { createLoggingChain, type LoggingChain, logger } from './fixtures/loggingChain.ts'
import { createEthersSubject, createPoolSubject, createViemSubject, type Subject } from './fixtures/subjects.ts'

const blockTimeMs = 400
const counts = { drops: 20, swaps: 35, reorgs: 12, shortStalls: 4 }
const dropMs = 2000
const stallMs = 25_000

const none: Fault = { kind: 'none' }
const refuse: Fault = { kind: 'refuse' }
const hang: Fault = { kind: 'hang' }

/** A time from which on a provider was reachable and had this block. */
type Mark = { readonly number: bigint; readonly atMs: number }

type Stage = {
  readonly chain: LoggingChain
  readonly proxies: readonly [FaultProxy, FaultProxy]
  readonly marks: Mark[]
  readonly subjects: readonly Subject[]
  disconnects: number
}

async function mark({ chain, marks }: Stage): Promise<void> {
  marks.push({ number: BigInt(await chain.ask<string>('eth_blockNumber')), atMs: performance.now() })
}

async function setFaults(stage: Stage, first: Fault, second: Fault): Promise<void> {
  const count = () => stage.subjects.reduce((sum, { liveSockets }) => sum + liveSockets(), 0)
  const before = count()
  await Promise.all([stage.proxies[0].setFault(first), stage.proxies[1].setFault(second)])
  await sleep(20)
  stage.disconnects += Math.max(0, before - count())
}

/** Runs all faults, one after the other, with traffic. */
async function play(stage: Stage): Promise<void> {
  const { chain } = stage
  for (let i = 0; i < counts.drops; i += 1) {
    await setFaults(stage, refuse, refuse)
    await sleep(dropMs)
    await setFaults(stage, none, none)
    await mark(stage)
    await sleep(1500)
  }
  for (let i = 0; i < counts.swaps; i += 1) {
    // The other provider has been healthy since the last iteration.
    await setFaults(stage, i % 2 ? none : refuse, i % 2 ? refuse : none)
    await mark(stage)
    await sleep(1000 + (i % 5) * 100)
    await setFaults(stage, none, none)
    await sleep(500)
  }
  for (let i = 0; i < counts.reorgs; i += 1) {
    await chain.reorg(3)
    await mark(stage)
    await sleep(1200)
  }
  for (let i = 0; i < counts.shortStalls; i += 1) {
    await setFaults(stage, hang, i % 2 ? none : hang)
    await sleep(3000)
    await setFaults(stage, none, none)
    await mark(stage)
    await sleep(3000)
  }
  await setFaults(stage, hang, none)
  await mark(stage)
  await sleep(stallMs)
  await setFaults(stage, none, none)
  await sleep(3000)
}

/** Returns the longest time in block times from a mark until a subject reached the block of the mark. */
function computeWorstRecovery({ arrivals }: Subject, marks: readonly Mark[], endMs: number): number {
  const times = marks.map(({ number, atMs }) => {
    const reached = arrivals.find((arrival) => arrival.number >= number && arrival.atMs > atMs)
    const isThere = arrivals.some((arrival) => arrival.number >= number && arrival.atMs <= atMs)
    return isThere ? 0 : (reached?.atMs ?? endMs) - atMs
  })
  return Math.max(...times) / blockTimeMs
}

async function countUpstream(chain: LoggingChain): Promise<number> {
  await using proxy = await createFaultProxy({ target: chain.anvil.rpcUrl })
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [proxy.url] })
  let heads = 0
  for (let i = 0; i < 1000; i += 1) {
    pool.watchHeads(() => {
      heads += 1
    })
    pool.watchLogs({ address: logger }, () => {})
  }
  await sleep(10 * blockTimeMs)
  // The number of subscriptions counts only if the streams deliver.
  return heads >= 3000 ? (proxy.stats.byMethod['eth_subscribe'] ?? 0) : Number.POSITIVE_INFINITY
}

async function run() {
  const { console: original } = globalThis
  // viem prints each failed reconnect.
  globalThis.console = new Console(new PassThrough().resume())
  return runAll().finally(() => {
    globalThis.console = original
  })
}

async function runAll() {
  await using chain = await createLoggingChain(blockTimeMs)
  const traffic = setInterval(() => void chain.log().catch(() => {}), 130)
  const upstream = await countUpstream(chain)
  await using first = await createFaultProxy({ target: chain.anvil.rpcUrl })
  await using second = await createFaultProxy({ target: chain.anvil.rpcUrl })
  const subjects = [
    createPoolSubject('two sockets', [{ url: first.url }, { url: second.url }]),
    createPoolSubject('socket + HTTP', [{ url: first.url }, { url: second.url, wsUrl: false }]),
    createViemSubject(first.wsUrl),
    createEthersSubject(first.wsUrl),
  ]
  await sleep(3000)
  const start = BigInt(await chain.ask<string>('eth_blockNumber'))
  const stage: Stage = { chain, proxies: [first, second], marks: [], subjects, disconnects: 0 }
  await play(stage)
  clearInterval(traffic)
  await sleep(2000)
  // Empty blocks still arrive. The comparison ends at one block, whether its logs were reported or not.
  const end = BigInt(await chain.ask<string>('eth_blockNumber')) - 2n
  const [blocks, truth] = await Promise.all([chain.blocks(start, end), chain.logs(start, end)])
  const endMs = performance.now()
  const keys = new Set(truth.map(({ blockHash, logIndex }) => `${blockHash}:${Number(logIndex)}`))

  const rows = subjects.flatMap((subject) => {
    const [heads, logs, faults] = [subject.heads(), subject.logs(), subject.faults()]
    const isOurs = subject.liveSockets() > 0
    const bar = <value>(value: value) => (isOurs ? { bar: value } : {})
    const gotHeads = blocks.filter(({ hash, number }) => heads.has(hash) || heads.has(String(Number(number)))).length
    const reported = new Set(logs)
    const row = (name: string, value: number, unit = '') => ({ name: `${subject.name}: ${name}`, value, unit })
    return [
      { ...row('heads delivered', gotHeads / blocks.length), ...bar({ atLeast: 1 }) },
      {
        ...row('logs delivered', [...keys].filter((key) => reported.has(key)).length / keys.size),
        ...bar({ atLeast: 1 }),
      },
      { ...row('logs reported twice', logs.length - reported.size), ...bar({ atMost: 0 }) },
      { ...row('worst recovery', computeWorstRecovery(subject, stage.marks, endMs), 'blocks'), ...bar({ atMost: 3 }) },
      ...(isOurs
        ? [
            { ...row('events out of order or twice', faults.duplicated + faults.disordered), ...bar({ atMost: 0 }) },
            { ...row('events taken back', subject.removed()) },
          ]
        : []),
    ]
  })
  await Promise.all(subjects.map(({ close }) => close()))
  return [
    { name: 'forced disconnects', value: stage.disconnects, unit: '', bar: { atLeast: 100 } },
    { name: 'blocks', value: blocks.length, unit: '' },
    { name: 'logs', value: keys.size, unit: '' },
    ...rows,
    { name: '1,000 subscribers: upstream subscriptions', value: upstream, unit: '', bar: { atMost: 1 } },
  ]
}

/** Runs drops, stalls, swaps and reorganizations with traffic, next to viem and ethers at the same proxy. */
export const suite = { name: 'streams', run }
