import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import { type Market, valueMarkets } from '../internal.ts'
import type { BookMarket } from './book/bookTypes.ts'
import { toMarket } from './book/fixtures/ratioJudge.ts'
import { wethLending } from './book/fixtures/wethLending.ts'
import { createPositionTable } from './book/positionTable.ts'
import type { BookState } from './scannerTypes.ts'
import { computeProtocolStats } from './stats.ts'

const wad = 10n ** 18n
const state = { protocol: 'weth', state: 'ready' } as BookState

/** Supplies 3 tokens of each reserve and borrows 1, at prices in the market's unit. */
function marketOf(id: Hex, prices: readonly bigint[], rest: Partial<Market> = {}): Market {
  const market = toMarket(prices)
  const reserves = market.reserves.map((one) => ({ ...one, totalSupplied: 3n * wad, totalBorrowed: wad }))
  return { ...market, id, reserves, ...rest }
}

function statsOf(...markets: readonly Market[]) {
  const [deployment] = wethLending.deployments.ethereum ?? []
  const table = createPositionTable()
  table.set({ address: '0x0b', mode: 0, entries: [{ reserve: 0, supplied: 0n, isCollateral: false, borrowed: wad }] })
  const toBook = (market: Market) =>
    [market.id, { protocol: wethLending, deployment, market, table } as BookMarket] as const
  return computeProtocolStats({ protocol: wethLending, state, markets: new Map(markets.map(toBook)) })[0]
}

const inDollars = marketOf('0x01', [2_000n * wad])
const inEther = marketOf('0x02', [wad], { unitUsd: null })
const unknown = { tvlUsd: null, totalBorrowedUsd: null, utilizationRate: null }

it("returns null until the lender's unit has a known value, then the sums", () => {
  expect(statsOf(inEther)).toMatchObject({ ...unknown, unvaluedMarkets: 1, totalPositions: 1 })
  const [, valued] = valueMarkets([inDollars, inEther])
  expect(statsOf(valued as Market)).toMatchObject({
    tvlUsd: 6_000,
    totalBorrowedUsd: 2_000,
    utilizationRate: 1 / 3,
    unvaluedMarkets: 0,
  })
})

it('counts the markets with unvalued assets', () => {
  expect(statsOf(inDollars, inEther)).toMatchObject({ tvlUsd: 6_000, totalBorrowedUsd: 2_000, unvaluedMarkets: 1 })
  expect(statsOf(marketOf('0x01', [2_000n * wad, 0n]))).toMatchObject({ tvlUsd: 6_000, unvaluedMarkets: 1 })
  expect(statsOf(marketOf('0x01', [0n]))).toMatchObject({ ...unknown, unvaluedMarkets: 1 })
})

it('counts an unused market as valued', () => {
  const unused = { ...toMarket([wad]), unitUsd: null }
  expect(statsOf(unused)).toMatchObject({ tvlUsd: 0, totalBorrowedUsd: 0, utilizationRate: 0, unvaluedMarkets: 0 })
})
