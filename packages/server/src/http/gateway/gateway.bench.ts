import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BenchServer,
  blockHash,
  type Contender,
  isInstalled,
  startNginx,
  startServer,
} from './fixtures/benchServers.ts'
import { readProcessorMs } from './fixtures/processorTime.ts'

/**
 * In some rounds a request takes 20 to 40 % more CPU time, for nginx and the gateway alike but not in the same rounds. Process
 * placement and other load on the host cause this. With more rounds the median is stable.
 */
const rounds = 15
const seconds = 2
/**
 * The cost of metering is measured in this many processes. Each one turns metering on and off while it is under load. A single
 * turn is 10 % faster or slower by chance. The median of 3,500 turns is accurate to 0.3 %.
 */
const meteredProcesses = 9
const meteredSeconds = 24
/** Warms up the compiler, because these are the first requests of the process. */
const meteredWarmUpSeconds = 3
const meteredTurnMs = 50

/** Run by `npm run bench`: the gateway against nginx and a bare Node relay, in front of the same upstream. */
export const suite = { name: 'gateway', run }

/**
 * One query that no cache can answer, and one that never changes. The client formats the second query once, because it
 * shares two cores with the servers it measures.
 */
const questions = {
  fresh: `local n = SALT
function request() n = n + 1
  return wrk.format("POST", PATH, nil, '{"jsonrpc":"2.0","id":' .. n .. ',"method":"eth_getStorageAt","params":["0x00000000000000000000000000000000000000aa","0x' .. string.format('%x', n) .. '","latest"]}')
end`,
  settled: `wrk.method = "POST"
wrk.body = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["${blockHash}",false]}'`,
} as const

type Turn = { readonly isMetered: boolean; readonly callsPerMs: number }
type Measure = { readonly perSecond: number; readonly p50Ms: number; readonly cpuMicros: number }

async function run() {
  for (const command of ['nginx', 'wrk'])
    if (!isInstalled(command)) {
      process.stderr.write(`SKIPPED: the gateway's bench needs ${command}, which is not installed\n`)
      return [{ name: `skipped: ${command} is not installed`, value: Number.NaN, unit: '' }]
    }
  // Measure the built package, as released.
  execFileSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const directory = await mkdtemp(join(tmpdir(), 'outrigger-wrk-'))
  const upstream = await startServer({ kind: 'upstream' })
  const nginx = await startNginx(upstream.port)
  const relay = await startServer({ kind: 'relay', upstream: upstream.port })
  // Meter as in production, with usage written to disk.
  const settings = { dataDir: join(directory, 'data') }
  const gateway = await startServer({ kind: 'gateway', upstream: upstream.port, settings })
  const contenders = { upstream, nginx, relay, gateway }
  let salt = 0

  async function measure(
    to: Contender,
    question: keyof typeof questions,
    connections: number,
    forSeconds = seconds,
  ): Promise<Measure> {
    const script = join(directory, 'ask.lua')
    salt += 10_000_000
    await writeFile(
      script,
      `local SALT, PATH = ${salt}, "${to.path}"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["X-API-Key"] = "${to.key}"
${questions[question]}`,
    )
    const address = `http://127.0.0.1:${to.port}${to.path}`
    const args = ['-t1', `-c${connections}`, `-d${forSeconds}s`, '--latency', '-s', script, address]
    const before = readProcessorMs(to.pid)
    const text = await new Promise<string>((resolve, reject) => {
      const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] })
      let output = ''
      child.stdout.on('data', (chunk) => {
        output += chunk
      })
      child.on('error', reject).on('close', () => resolve(output))
    })
    if (/Non-2xx|Socket errors/.test(text)) throw new RangeError(`Not every request was answered:\n${text}`)
    const cpuMs = readProcessorMs(to.pid) - before
    const [, p50 = '', unit = ''] = /50%\s+([\d.]+)(us|ms|s)/.exec(text) ?? []
    return {
      cpuMicros: (1000 * cpuMs) / Number(/(\d+) requests in/.exec(text)?.[1]),
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
      p50Ms: Number(p50) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
    }
  }

  /**
   * Contenders take turns, so that other load on the machine affects all of them. Every second round runs in reverse order,
   * because
   * the contender after nginx is about 6 % slower.
   */
  async function compare<name extends keyof typeof contenders>(
    names: readonly name[],
    question: keyof typeof questions,
    connections: number,
  ): Promise<Record<name, Measure[]>> {
    const figures = Object.fromEntries(names.map((name) => [name, [] as Measure[]])) as Record<name, Measure[]>
    for (let round = -1; round < rounds; round += 1)
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const figure = await measure(contenders[name], question, connections)
        if (round >= 0) figures[name].push(figure)
      }
    return figures
  }

  /**
   * Measures the ratio of metered to unmetered throughput, turn by turn, in a process that turns metering on and off under load.
   */
  async function measureMetering(to: BenchServer, question: keyof typeof questions): Promise<readonly number[]> {
    const count = async () => {
      await sleep(meteredWarmUpSeconds * 1000)
      await to.ask({ turnMs: meteredTurnMs })
      await sleep((meteredSeconds - meteredWarmUpSeconds - 1) * 1000)
      return (await to.ask({ turnMs: 0 })) as readonly Turn[]
    }
    const [turns] = await Promise.all([count(), measure(to, question, 32, meteredSeconds)])
    return turns.slice(1, -1).map(({ isMetered, callsPerMs }, index) => {
      // Compare with both adjacent turns, so that a machine that slows down or speeds up favors neither.
      const around = ((turns[index]?.callsPerMs ?? 0) + (turns[index + 2]?.callsPerMs ?? 0)) / 2
      return isMetered ? callsPerMs / around : around / callsPerMs
    })
  }

  async function compareMetering() {
    const shares = { uncached: [] as number[], cached: [] as number[] }
    for (let index = 0; index < meteredProcesses; index += 1) {
      const settings = { dataDir: join(directory, `metered-${index}`) }
      const node = await startServer({ kind: 'gateway', upstream: upstream.port, settings, isMeteredInTurns: true })
      try {
        shares.uncached.push(...(await measureMetering(node, 'fresh')))
        shares.cached.push(...(await measureMetering(node, 'settled')))
      } finally {
        await node.stop()
      }
    }
    return shares
  }

  try {
    const served = ['nginx', 'gateway'] as const
    const fresh = await compare(['upstream', 'relay', ...served], 'fresh', 32)
    const settled = await compare(served, 'settled', 32)
    const metering = await compareMetering()
    const alone = await compare(['upstream', 'nginx', 'relay', 'gateway'], 'fresh', 1)
    const ratio = (mine: readonly Measure[], other: readonly Measure[]) =>
      median(mine.map(({ perSecond }, round) => perSecond / (other[round]?.perSecond ?? Number.NaN)))
    const perSecond = (name: string, figures: readonly Measure[]) => ({
      name,
      value: median(figures.map(({ perSecond }) => perSecond)),
      unit: 'req/s',
    })
    /** CPU time of all processes of a server. It does not depend on the number of cores or on other users of them. */
    const cpu = (name: string, figures: readonly Measure[]) => ({
      name: `processor time of a request, ${name}`,
      value: median(figures.map(({ cpuMicros }) => cpuMicros)),
      unit: 'µs',
    })
    const p50 = (figures: readonly Measure[]) => median(figures.map(({ p50Ms }) => p50Ms))
    const added = (name: string, figures: readonly Measure[]) => ({
      name: `1 connection: added by ${name}, p50`,
      value: (p50(figures) - p50(alone.upstream)) * 1000,
      unit: 'µs',
    })
    return [
      perSecond('uncached, 32 connections: upstream itself', fresh.upstream),
      perSecond('uncached, 32 connections: nginx', fresh.nginx),
      perSecond('uncached, 32 connections: bare node:http + undici', fresh.relay),
      perSecond('uncached, 32 connections: gateway', fresh.gateway),
      { name: 'uncached: of nginx', value: ratio(fresh.gateway, fresh.nginx), unit: 'x', bar: { atLeast: 0.5 } },
      { name: 'uncached: of bare node', value: ratio(fresh.gateway, fresh.relay), unit: 'x', bar: { atLeast: 1 } },
      cpu('uncached: nginx', fresh.nginx),
      cpu('uncached: bare node', fresh.relay),
      cpu('uncached: gateway', fresh.gateway),
      perSecond('a settled block, 32 connections: nginx', settled.nginx),
      perSecond('a settled block, 32 connections: gateway, from cache', settled.gateway),
      { name: 'cached: of nginx', value: ratio(settled.gateway, settled.nginx), unit: 'x', bar: { atLeast: 1.3 } },
      cpu('cached: nginx', settled.nginx),
      cpu('cached: gateway', settled.gateway),
      ...Object.entries(metering).map(([question, shares]) => ({
        name: `${question}: metered of unmetered, median turn of ${meteredProcesses} processes`,
        value: median(shares),
        unit: 'x',
        bar: { atLeast: 0.97 },
      })),
      added('nginx', alone.nginx),
      added('bare node', alone.relay),
      added('gateway', alone.gateway),
    ]
  } finally {
    await Promise.all(Object.values(contenders).map(({ stop }) => stop()))
    await rm(directory, { recursive: true, force: true })
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
