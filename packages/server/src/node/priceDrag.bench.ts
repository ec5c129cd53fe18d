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
  const market = { protocol: aaveV3Lending, deployment: read.market.deployment, market: read.market, table }
  const state = { state: 'ready' }
  const book = { protocol: aaveV3Lending, state, isStale: false, unprovenMarkets: new Map() }
  return [{ ...book, markets: new Map([[read.market.id, market]]) } as unknown as Book]
}

/** How long other work has to wait at most, while something is done. */
async function watchTurns<result>(act: () => Promise<result>) {
  let [longestMs, lastMs, isOver] = [0, performance.now(), false]
  const look = () => {
    const nowMs = performance.now()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const result = await act()
  isOver = true
  return { result, longestMs }
}

async function run() {
  const books = makeBooks()
  const scanner = { positions: (mostHealth: number) => listPositions(books, mostHealth) }
  const once = () => inTurns(computePriceDrag(scanner))
  await once()
  const cpu = process.cpuUsage()
  const longest: number[] = []
  let drag = await once()
  for (let round = 0; round < rounds; round += 1) {
    const { result, longestMs } = await watchTurns(once)
    drag = result
    longest.push(longestMs)
  }
  const { user, system } = process.cpuUsage(cpu)
  const answer = JSON.stringify(toWirePriceDrag(drag))
  const row = (name: string, value: number, unit = '') => ({ name, value, unit })
  return [
    row('positions', drag.known),
    row('of these judged at 71 prices', drag.known - drag.safe - drag.unjudged),
    row('processor time of one pass', (user + system) / 1000 / (rounds + 1), 'ms'),
    // The median of passes: on a machine that others use as well, one turn or the other measures them.
    {
      ...row('longest turn of a pass, median', longest.sort((a, b) => a - b)[2] ?? Number.NaN, 'ms'),
      bar: { atMost: 10 },
    },
    row('longest turn of all', longest.at(-1) ?? Number.NaN, 'ms'),
    { ...row('answer', answer.length / 1000, 'kB'), bar: { atMost: 500 } },
  ]
}

/** The price of ether dragged over a book as large as a main network's. */
export const suite = { name: 'price drag', run }
