import { quantile } from '@outrigger/core/internal'
import { aaveV3Lending } from '../../../defi/src/lending/aave/aaveV3.ts'
import type { Book } from '../../../defi/src/liquidation/book/bookTypes.ts'
import { makeAavePositions, readAaveMarket } from '../../../defi/src/liquidation/book/fixtures/aavePositions.ts'
import { createPositionTable } from '../../../defi/src/liquidation/book/positionTable.ts'
import { listPositions } from '../../../defi/src/liquidation/listPositions.ts'
import { toWirePriceDrag } from '../http/dashboard/liquidationQuestions.ts'
import { inTurns } from './inTurns.ts'
import { computePriceDrag } from './priceDrag.ts'

const accounts = 50_000
const rounds = 5
/** Of the mainnet pools. */
const revision = 11

/** The books of a chain with one market of Aave, as large as mainnet's. */
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
 * How long other work has to wait at most, while something is done: elapsed, and processor time, for on a machine that
 * others use as well elapsed time measures them too.
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
  const once = () => inTurns(computePriceDrag(scanner))
  await once()
  const cpu = process.cpuUsage()
  const turns: { readonly longestMs: number; readonly longestCpuMs: number }[] = []
  let drag = await once()
  for (let round = 0; round < rounds; round += 1) {
    const { result, ...longest } = await watchTurns(once)
    drag = result
    turns.push(longest)
  }
  const { user, system } = process.cpuUsage(cpu)
  const answer = JSON.stringify(toWirePriceDrag(drag))
  const row = (name: string, value: number, unit = '') => ({ name, value, unit })
  return [
    row('positions', drag.known),
    row('of these judged at 71 prices', drag.known - drag.safe - drag.unjudged),
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

/** The price of ether dragged over a book as large as a main network's. */
export const suite = { name: 'price drag', run }
