import { contract, encode } from '@outrigger/api/contract'
import { inTurns, quantile } from '@outrigger/core/internal'
import { aaveV3Lending } from '../../../defi/src/lending/aave/aaveV3.ts'
import type { Book } from '../../../defi/src/liquidation/book/bookTypes.ts'
import { makeAavePositions, readAaveMarket } from '../../../defi/src/liquidation/book/fixtures/aavePositions.ts'
import { createPositionTable } from '../../../defi/src/liquidation/book/positionTable.ts'
import { listPositions } from '../../../defi/src/liquidation/listPositions.ts'
import { computeStressTest } from './stressTest.ts'

const accounts = 50_000
const rounds = 5
/** Revision of the mainnet pools. */
const revision = 11

/** Creates the books of a chain with one Aave market as large as mainnet's. */
function makeBooks(): readonly Book[] {
  const read = readAaveMarket(revision)
  if (read === null) throw new TypeError('The lending data is absent: set OUTRIGGER_LENDING_DATA to its folder.')
  const table = createPositionTable()
  for (const account of makeAavePositions(read.market, accounts)) table.set(account)
  const market = { protocol: aaveV3Lending, market: read.market, table }
  const state = { state: 'ready' }
  const book = { protocol: aaveV3Lending, state, isStale: false, unprovenMarkets: new Map() }
  return [{ ...book, markets: new Map([[read.market.id, market]]) } as unknown as Book]
}

/**
 * Measures the longest wait of other work while `act` runs, in elapsed time and in CPU time. On a machine that others also use,
 * elapsed time includes their load.
 */
async function watchTurns<result>(act: () => Promise<result>) {
  let [longestMs, longestCpuMs, lastMs, isOver] = [0, 0, performance.now(), false]
  let lastCpu = process.cpuUsage()
  const look = () => {
    const nowMs = performance.now()
    const { user, system } = process.cpuUsage(lastCpu)
    longestMs = Math.max(longestMs, nowMs - lastMs)
    longestCpuMs = Math.max(longestCpuMs, (user + system) / 1000)
    lastMs = nowMs
    lastCpu = process.cpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const result = await act()
  isOver = true
  return { result, longestMs, longestCpuMs }
}

const median = (values: readonly number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  ) ?? Number.NaN

async function run() {
  const books = makeBooks()
  const scanner = { positions: (mostHealth: number) => listPositions(books, mostHealth) }
  const once = () => inTurns(computeStressTest(scanner))
  await once()
  const cpu = process.cpuUsage()
  const turns: { readonly longestMs: number; readonly longestCpuMs: number }[] = []
  let last = await once()
  for (let round = 0; round < rounds; round += 1) {
    const { result, ...longest } = await watchTurns(once)
    last = result
    turns.push(longest)
  }
  const { user, system } = process.cpuUsage(cpu)
  const answer = JSON.stringify(
    encode(contract.defiStressTest.response, { chain: 'ethereum', timestampMs: 0, ...last, skipped: [] }),
  )
  const row = (name: string, value: number, unit = '') => ({ name, value, unit })
  return [
    row('positions', last.totalPositions),
    row('of these judged at 71 prices', last.totalPositions - last.safePositions - last.unmodeledPositions),
    row('processor time of one pass', (user + system) / 1000 / (rounds + 1), 'ms'),
    {
      ...row(
        'longest turn, processor time, median of passes',
        median(turns.map(({ longestCpuMs }) => longestCpuMs)),
        'ms',
      ),
      bar: { atMost: 10 },
    },
    row('longest turn, elapsed, median of passes', median(turns.map(({ longestMs }) => longestMs)), 'ms'),
    { ...row('answer', answer.length / 1000, 'kB'), bar: { atMost: 500 } },
  ]
}

/** Moves the ether price over a book as large as mainnet's. */
export const suite = { name: 'stress test', run }
