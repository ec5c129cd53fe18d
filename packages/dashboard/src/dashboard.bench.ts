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
/** Runs longer than a minute measure memory. Their lower rate leaves processor time to other processes. */
const isLong = seconds > 60
const perSecond = isLong ? 200 : 1000
const warmUpMs = 5_000
const restMs = 5_000
const tracedMs = 5_000
/** When memory is measured, as fractions of the run: in a ten-minute run, after minutes 1, 4, 7 and 10. */
const looks = isLong ? [0.1, 0.4, 0.7, 1] : [1]
const paints = 5

/** Returns the median first contentful paint of several loads in a signed-in browser, in ms. */
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
  /** MB of JavaScript heap after a garbage collection. */
  readonly heap: number
  /** DOM nodes, including nodes that are in memory but not on the page. */
  readonly nodes: number
}

async function measureMemory(session: CDPSession): Promise<Memory> {
  // The second collection frees objects that finalizers of the first collection released.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { heap: usedSize / 1e6, nodes }
}

async function signIn(page: Page, node: RunningNode): Promise<void> {
  // Avoids the Overview page, which requests fees and lenders. The recorded chain serves neither.
  await page.goto(`${node.url}/#/mempool`)
  await page.getByLabel('API key').fill(node.apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
}

/** Returns how many transactions the page has received. */
async function countSeen(page: Page): Promise<number> {
  const figures = (await page.getByText('a second').textContent()) ?? ''
  // The page shows counts from 100,000 on in thousands, with the suffix K.
  const [, count = '', thousands] = /([\d,.]+)(K)? since/.exec(figures) ?? []
  return Number(count.replaceAll(',', '')) * (thousands === undefined ? 1 : 1000)
}

/** Measures frames and memory while transactions arrive, and then frames at rest. */
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

/** Waits until the node follows the mempool. The node starts to do so at the first request. */
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

/**
 * Returns the result rows about frames. If the streaming rate misses its bar, the machine is too busy for the other rows to
 * be meaningful.
 */
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
  // The folder is inside the package, so that Node finds the dependencies that are not bundled.
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

/** Measures the Mempool page in a real browser at 1,000 transactions per second, or at 200 in runs longer than a minute. */
export const suite = { name: 'dashboard', run }
