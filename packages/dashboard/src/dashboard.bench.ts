import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sleep } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { bundleCommand } from '../../cli/scripts/bundle.ts'
import { startReplayedChain } from '../../server/src/stream/fixtures/replayedChain.ts'
import { type FrameCost, measureFrames, noteFrames, traceFrames } from './fixtures/frameCost.ts'
import { type RunningNode, startProcess } from './fixtures/nodeProcess.ts'

const seconds = Number(process.env['OUTRIGGER_BENCH_SECONDS'] ?? 20)
/** A run of minutes is about memory, and at a rate that leaves the machine to others. */
const isLong = seconds > 60
const perSecond = isLong ? 200 : 1000
const warmUpMs = 5_000
const restMs = 5_000
const tracedMs = 5_000
/** When memory is looked at, shares of the run: minutes 1, 4, 7 and 10 of ten. */
const looks = isLong ? [0.1, 0.4, 0.7, 1] : [1]
const paints = 5

/** First contentful paint of the page of a signed-in browser, ms, median of several loads. */
async function measurePaint(page: Page): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < paints; index += 1) {
    await page.reload({ waitUntil: 'load' })
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    times.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
    )
  }
  return times.sort((a, b) => a - b)[Math.floor(paints / 2)] ?? Number.NaN
}

type Memory = {
  /** MB of JavaScript after a collection. */
  readonly heap: number
  /** Nodes of documents, those that are kept without being shown included. */
  readonly nodes: number
}

async function measureMemory(session: CDPSession): Promise<Memory> {
  // The second collection takes what finalizers of the first let go.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { heap: usedSize / 1e6, nodes }
}

async function signIn(page: Page, node: RunningNode): Promise<void> {
  // Not the Overview: the recorded chain answers neither fees nor lenders, which that asks for.
  await page.goto(`${node.url}/#/mempool`)
  await page.getByLabel('API key').fill(node.apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
}

/** How many transactions have come to the page. */
async function countSeen(page: Page): Promise<number> {
  const figures = (await page.getByText('a second').textContent()) ?? ''
  // From 100,000 on it is in thousands.
  const [, count = '', thousands] = /([\d,.]+)(K)? since/.exec(figures) ?? []
  return Number(count.replaceAll(',', '')) * (thousands === undefined ? 1 : 1000)
}

/** What the page costs while transactions come, then at rest, and what it keeps. */
async function measureStream(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.waitForTimeout(warmUpMs)
  const memory: Memory[] = [await measureMemory(session)]
  const [seen, beganMs] = [await countSeen(page), performance.now()]
  let live: FrameCost | undefined
  for (const look of looks) {
    const restOfLook = beganMs + 1000 * seconds * look - performance.now()
    live = await measureFrames(page, session, restOfLook)
    memory.push(await measureMemory(session))
  }
  const streamed = ((await countSeen(page)) - seen) / ((performance.now() - beganMs) / 1000)
  const rows = await page.getByLabel('Pending transactions, table').locator('tbody tr').count()
  const traced = await traceFrames(page, tracedMs)
  await page.getByRole('link', { name: 'API', exact: true }).click()
  const rest = await measureFrames(page, session, restMs)
  return { live, rest, traced, rows, streamed, memory }
}

type Streamed = Awaited<ReturnType<typeof measureStream>>

async function measure(page: Page, node: RunningNode, play: () => void) {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`)
  })
  await signIn(page, node)
  const paintMs = await measurePaint(page)
  await page.getByText('a second').waitFor()
  play()
  return { paintMs, faults, ...(await measureStream(page)) }
}

/** The first question is what lets a node follow the mempool. */
async function waitForMempool({ url, apiKey }: RunningNode): Promise<void> {
  const ask = () => fetch(`${url}/api/v1/mempool/ethereum/pending`, { headers: { 'x-api-key': apiKey } })
  while (!(await ask()).ok) await sleep(200)
}

async function runIn(directory: string) {
  const command = await bundleCommand(directory)
  const chain = await startReplayedChain(perSecond)
  const node = await startProcess(command, directory, [
    ...['--rpc', `ethereum=${chain.wsUrl}`, '--beacon', 'http://127.0.0.1:1'],
  ])
  await waitForMempool(node)
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.addInitScript({ content: noteFrames })
    return await measure(page, node, chain.play)
  } finally {
    await browser.close()
    await node.close()
    await chain.close()
  }
}

/** What it costs and how often it is drawn. Below the bar of the rate nothing is said of the page: the machine is busy. */
function toFrameRows({ live, rest, traced, streamed }: Omit<Streamed, 'rows' | 'memory'>) {
  const fps = Math.round(live?.framesPerSecond ?? 0)
  return [
    { name: 'transactions streamed per second', value: streamed, unit: '', bar: { atLeast: 0.95 * perSecond } },
    { name: 'frames per second meanwhile', value: fps, unit: '', bar: { atLeast: 60 } },
    { name: 'frames per second of a page at rest', value: Math.round(rest.framesPerSecond), unit: '' },
    { name: 'longest time between two frames', value: live?.longestGapMs ?? Number.NaN, unit: 'ms' },
    { name: 'script per frame', value: live?.scriptMs ?? Number.NaN, unit: 'ms', bar: { atMost: 8 } },
    { name: 'styles and layout per frame', value: live?.layoutMs ?? Number.NaN, unit: 'ms' },
    { name: 'main thread per frame', value: live?.mainMs ?? Number.NaN, unit: 'ms' },
    { name: 'main thread per frame while it is traced, p99', value: quantile(traced, 0.99) ?? Number.NaN, unit: 'ms' },
  ]
}

function toMemoryRows(memory: readonly Memory[]) {
  const grown = (memory.at(-1)?.heap ?? Number.NaN) - (memory[0]?.heap ?? Number.NaN)
  return [
    ...memory.flatMap(({ heap, nodes }, index) => {
      const after = `after ${Math.round(warmUpMs / 1000 + (looks[index - 1] ?? 0) * seconds)} s`
      return [
        { name: `heap ${after}, collected`, value: heap, unit: 'MB' },
        { name: `nodes of documents ${after}`, value: nodes, unit: '' },
      ]
    }),
    { name: 'growth of the heap, collected', value: grown, unit: 'MB', bar: { atMost: 5 } },
  ]
}

async function run() {
  // Beside the packages, so that what is not bundled is found.
  const directory = mkdtempSync(join(fileURLToPath(new URL('..', import.meta.url)), '.run-'))
  try {
    const { paintMs, faults, rows, memory, ...cost } = await runIn(directory)
    for (const fault of faults) process.stderr.write(`console: ${fault}\n`)
    return [
      { name: 'first contentful paint on loopback, p50', value: paintMs, unit: 'ms', bar: { atMost: 1000 } },
      ...toFrameRows(cost),
      { name: 'rows of the table that are drawn', value: rows, unit: '', bar: { atMost: 200 } },
      ...toMemoryRows(memory),
      { name: 'errors in the console', value: faults.length, unit: '', bar: { atMost: 0 } },
    ]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The page of pending transactions at 1,000 a second in a real browser, or at 200 for minutes. */
export const suite = { name: 'dashboard', run }
