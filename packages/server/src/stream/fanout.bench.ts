import { connect, type Socket } from 'node:net'
import { decode, MempoolStreamFilter } from '@outrigger/api/contract'
import { sleep } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { createFilterIndex } from '@outrigger/mempool'
import { type FanoutClients, openFanoutClients } from './fixtures/fanoutClients.ts'
import { bulkyFrom, toEntry, toWireFilter } from './fixtures/fanoutEntries.ts'
import { type FanoutKind, type FanoutServer, startFanoutServer } from './fixtures/fanoutServer.ts'

const clientCount = 1000
const stalledCount = 100
/** Amounts to 18 MB for each client that does not read. */
const bulkyCount = 300
const rounds = 5
const kinds = ['shared', 'perSubscriber'] as const
/**
 * Providers report transactions in bursts. Here the size of a burst is a `share` of the capacity of a server that sends in a
 * loop.
 */
const bursts = { share: 0.7, everyMs: 200, seconds: 3 }
/** Maximum number of transactions in flight when throughput is measured. */
const window = 64
const seconds = 2

/** Run by `npm run bench`: the stream against a server that filters, writes and sends for each subscriber. */
export const suite = { name: 'fanout', run }

type Site = { readonly server: FanoutServer; readonly feed: Socket; readonly clients: FanoutClients }
type Latency = { readonly p50Ms: number; readonly p99Ms: number; readonly cpuMs: number; readonly receivers: number }

let next = 0

function send(feed: Socket, count: number, from = 0): number[] {
  const numbers = Array.from({ length: count }, () => from + next++)
  const bytes = Buffer.alloc(count * 4)
  for (const [i, n] of numbers.entries()) bytes.writeUInt32BE(n, i * 4)
  feed.write(bytes)
  return numbers
}

async function open(kind: FanoutKind, count: number, toFilter: (client: number) => object): Promise<Site> {
  const server = await startFanoutServer(kind)
  const feed = connect(server.feedPort, '127.0.0.1').setNoDelay(true)
  return { server, feed, clients: await openFanoutClients(server, count, toFilter) }
}

async function close({ server, feed, clients }: Site): Promise<void> {
  clients.close()
  feed.destroy()
  await server.stop()
}

// An index, because evaluating each filter would create garbage in this process, which also runs the clients.
const filters = createFilterIndex<number>()
for (let client = 0; client < clientCount; client += 1)
  filters.add(decode(MempoolStreamFilter, toWireFilter(client) as MempoolStreamFilter), client)

function countReceivers(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + filters.match(toEntry(n)).length, 0)
}

/** Computes how many transactions make a burst that keeps the server busy for `share` of the interval. */
async function computeBurstSize({ feed, clients }: Site): Promise<number> {
  const count = 100
  let timeMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < 6; round += 1) {
    const awaited = countReceivers(Array.from({ length: count }, (_, i) => next + i))
    const startedAt = performance.now()
    let received = 0
    await new Promise<void>((resolve) => {
      clients.onTransaction = () => {
        received += 1
        if (received === awaited) resolve()
      }
      send(feed, count)
    })
    timeMs = Math.min(timeMs, performance.now() - startedAt)
  }
  return Math.max(1, Math.round((bursts.share * bursts.everyMs * count) / timeMs))
}

async function measureLatency({ server, feed, clients }: Site, size: number): Promise<Latency> {
  const sentAtMs = new Map<number, number>()
  const latencies: number[] = []
  clients.onTransaction = (n) => {
    const sentAt = sentAtMs.get(n)
    if (sentAt !== undefined) latencies.push(performance.now() - sentAt)
  }
  const before = await server.measure()
  const startedAt = performance.now()
  for (let burst = 0; burst * bursts.everyMs < bursts.seconds * 1000; burst += 1) {
    await sleep(Math.max(0, startedAt + burst * bursts.everyMs - performance.now()))
    const now = performance.now()
    for (const n of send(feed, size)) sentAtMs.set(n, now)
  }
  // Querying the server and counting here would delay messages that are still in flight.
  await sleep(500)
  const { cpuMs } = await server.measure()
  const awaited = countReceivers([...sentAtMs.keys()])
  for (let waitedMs = 0; latencies.length < awaited && waitedMs < 10_000; waitedMs += 50) await sleep(50)
  if (latencies.length !== awaited) throw new RangeError(`${latencies.length} messages came instead of ${awaited}.`)
  latencies.sort((a, b) => a - b)
  return {
    p50Ms: quantile(latencies, 0.5) ?? Number.NaN,
    p99Ms: quantile(latencies, 0.99) ?? Number.NaN,
    cpuMs: cpuMs - before.cpuMs,
    receivers: awaited / sentAtMs.size,
  }
}

/** Measures messages per second with as many in flight as the window allows. */
async function measureThroughput({ feed, clients }: Site): Promise<number> {
  let received = 0
  let sent = 0
  clients.onTransaction = () => {
    received += 1
    const room = window - (sent - received / clientCount)
    if (room < window / 4) return
    sent += Math.floor(room)
    send(feed, Math.floor(room))
  }
  sent = window
  send(feed, window)
  await sleep(500)
  const [before, startedAt] = [received, performance.now()]
  await sleep(seconds * 1000)
  const rate = ((received - before) / (performance.now() - startedAt)) * 1000
  clients.onTransaction = () => {}
  await sleep(300)
  return rate
}

type Sites = { readonly [kind in FanoutKind]: Site }

async function withSites<result>(
  toFilter: (client: number) => object,
  use: (sites: Sites) => Promise<result>,
): Promise<result> {
  const sites = {
    shared: await open('shared', clientCount, toFilter),
    perSubscriber: await open('perSubscriber', clientCount, toFilter),
  }
  try {
    return await use(sites)
  } finally {
    await Promise.all(kinds.map((kind) => close(sites[kind])))
  }
}

/** Contenders take turns, so that other load on the machine affects both. */
async function takeTurns<figure>(
  sites: Sites,
  measure: (site: Site) => Promise<figure>,
): Promise<Record<FanoutKind, figure[]>> {
  const figures: Record<FanoutKind, figure[]> = { shared: [], perSubscriber: [] }
  for (let round = -1; round < rounds; round += 1)
    for (const kind of kinds) {
      const figure = await measure(sites[kind])
      if (round >= 0) figures[kind].push(figure)
    }
  return figures
}

/** Measures the latency of clients that read, before and while others have stopped, and the memory cost. */
async function measureStalled(size: number) {
  const site = await open('shared', clientCount + stalledCount, (client) =>
    client < stalledCount ? { tx_types: ['contract_deploy'] } : toWireFilter(client - stalledCount),
  )
  try {
    const measureP99 = async () => {
      const figures: number[] = []
      for (let round = 0; round < 3; round += 1) figures.push((await measureLatency(site, size)).p99Ms)
      return median(figures)
    }
    await measureLatency(site, size)
    const [before, { rssBytes }] = [await measureP99(), await site.server.measure()]
    site.clients.stall(stalledCount)
    // Continue until the kernel's buffers for them are full.
    for (let i = 0; i < bulkyCount; i += 1) {
      send(site.feed, 1, bulkyFrom)
      await sleep(10)
    }
    await sleep(1000)
    const after = await measureP99()
    return { before, after, grownBytes: (await site.server.measure()).rssBytes - rssBytes }
  } finally {
    await close(site)
  }
}

async function run() {
  const { size, filtered } = await withSites(toWireFilter, async (sites) => {
    const size = await computeBurstSize(sites.perSubscriber)
    return { size, filtered: await takeTurns(sites, (site) => measureLatency(site, size)) }
  })
  const unfiltered = await withSites(
    () => ({}),
    (sites) => takeTurns(sites, measureThroughput),
  )
  const stalled = await measureStalled(size)
  const of = (kind: FanoutKind, read: (latency: Latency) => number) => median(filtered[kind].map(read))
  const ratio = (read: (latency: Latency) => number) =>
    median(filtered.perSubscriber.map((one, i) => read(one) / read(filtered.shared[i] ?? one)))
  const [p50, p99, cpu] = [({ p50Ms }: Latency) => p50Ms, ({ p99Ms }: Latency) => p99Ms, ({ cpuMs }: Latency) => cpuMs]
  return [
    { name: '1,000 filters: offered', value: (size * 1000) / bursts.everyMs, unit: 'tx/s' },
    {
      name: '1,000 filters: receivers of a transaction',
      value: of('shared', ({ receivers }) => receivers),
      unit: 'clients',
    },
    { name: '1,000 filters, p50: per subscriber', value: of('perSubscriber', p50), unit: 'ms' },
    { name: '1,000 filters, p50: shared', value: of('shared', p50), unit: 'ms' },
    { name: '1,000 filters, p99: per subscriber', value: of('perSubscriber', p99), unit: 'ms' },
    { name: '1,000 filters, p99: shared', value: of('shared', p99), unit: 'ms' },
    {
      name: '1,000 filters, cpu of the server: per subscriber',
      value: of('perSubscriber', cpu) / bursts.seconds,
      unit: 'ms/s',
    },
    { name: '1,000 filters, cpu of the server: shared', value: of('shared', cpu) / bursts.seconds, unit: 'ms/s' },
    { name: '1,000 filters, p50: how much lower', value: ratio(p50), unit: 'x', bar: { atLeast: 2.5 } },
    { name: '1,000 filters, p99: how much lower', value: ratio(p99), unit: 'x', bar: { atLeast: 5 } },
    { name: '1,000 unfiltered: a send loop', value: median(unfiltered.perSubscriber), unit: 'messages/s' },
    { name: '1,000 unfiltered: shared', value: median(unfiltered.shared), unit: 'messages/s' },
    {
      name: '1,000 unfiltered: how much more',
      value: median(unfiltered.shared.map((rate, i) => rate / (unfiltered.perSubscriber[i] ?? Number.NaN))),
      unit: 'x',
      bar: { atLeast: 2 },
    },
    { name: '100 of 1,100 stop reading: p99 of the others before', value: stalled.before, unit: 'ms' },
    { name: '100 of 1,100 stop reading: p99 of the others then', value: stalled.after, unit: 'ms' },
    { name: '100 of 1,100 stop reading: slower', value: stalled.after / stalled.before, unit: 'x', bar: { atMost: 2 } },
    {
      name: '100 of 1,100 stop reading: memory more',
      value: stalled.grownBytes / 2 ** 20,
      unit: 'MiB',
      bar: { atMost: 128 },
    },
  ]
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
