import { formatReserves, formatUserSummary } from '@aave/math-utils'
import { quantile } from '@outrigger/core'
import { withPrices } from '../lending/prices.ts'
import type { AaveMarket } from '../protocols/aaveLending/aaveMarket.ts'
import { aaveV3Lending } from '../protocols/aaveV3/lending.ts'
import { createRandom, makeAavePositions, readAaveMarket, toLibraryPosition } from './book/fixtures/aavePositions.ts'
import { createPositionTable } from './book/positionTable.ts'

const accountCount = 100_000
const rounds = 300
const checkedRounds = 5
const libraryAccounts = 2_000
/** The present mainnet pools': 3.7. */
const revision = 11

async function run() {
  const read = readAaveMarket(revision)
  if (read === null) throw new TypeError('The lending data is absent: set OUTRIGGER_LENDING_DATA to its folder.')
  const { market, state } = read
  const accounts = makeAavePositions(market, accountCount)
  const table = createPositionTable()
  for (const account of accounts) table.set(account)

  // Every feed in turn, a step as large as makes Chainlink's answer.
  const random = createRandom(7)
  const update = (round: number): AaveMarket => {
    const index = round % market.reserves.length
    const price = market.reserves[index]?.price ?? 0n
    return withPrices(market, new Map([[index, (price * BigInt(Math.round(9_900 + 200 * random()))) / 10_000n]]))
  }
  for (let round = 0; round < 30; round += 1) table.findLiquidatable(aaveV3Lending, update(round))
  const rankMs: number[] = []
  let found = 0
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    const liquidatable = table.findLiquidatable(aaveV3Lending, update(round))
    rankMs.push(performance.now() - startedAt)
    found += liquidatable.length
  }
  const countMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    table.count(aaveV3Lending, update(round))
    countMs.push(performance.now() - startedAt)
  }

  let missed = 0
  let surplus = 0
  for (let round = 0; round < checkedRounds; round += 1) {
    const moved = update(round * 7)
    const said = new Set(table.findLiquidatable(aaveV3Lending, moved).map(({ account }) => account.address))
    for (const account of accounts) {
      const { isLiquidatable } = aaveV3Lending.computeHealth(moved, account)
      if (isLiquidatable && !said.has(account.address)) missed += 1
      if (!isLiquidatable && said.has(account.address)) surplus += 1
    }
  }

  const exactStartedAt = performance.now()
  for (const account of accounts) aaveV3Lending.computeHealth(market, account)
  const exactPerSecond = accountCount / ((performance.now() - exactStartedAt) / 1_000)
  const libraryPerSecond = runLibrary(market, state, accounts)

  const [median, p99] = [0.5, 0.99].map(
    (share) =>
      quantile(
        rankMs.sort((a, b) => a - b),
        share,
      ) ?? Number.NaN,
  )
  const screenPerSecond = accountCount / ((median ?? Number.NaN) / 1_000)
  const row = (name: string, value: number, unit = '') => ({ name, value, unit })
  return [
    row('positions', table.size),
    row('liquidatable after an update, mean', found / rounds),
    row('oracle update to ranked list, median', median ?? Number.NaN, 'ms'),
    { ...row('oracle update to ranked list, p99', p99 ?? Number.NaN, 'ms'), bar: { atMost: 5 } },
    row(
      'counting all by status, median',
      quantile(
        countMs.sort((a, b) => a - b),
        0.5,
      ) ?? Number.NaN,
      'ms',
    ),
    { ...row('liquidatable and not found', missed), bar: { atMost: 0 } },
    { ...row('found and not liquidatable', surplus), bar: { atMost: 0 } },
    row('@aave/math-utils', libraryPerSecond, 'users/s'),
    row('screen with ranking', screenPerSecond, 'users/s'),
    {
      ...row('screen with ranking to @aave/math-utils', screenPerSecond / libraryPerSecond, 'x'),
      bar: { atLeast: 1_000 },
    },
    row('exact', exactPerSecond, 'users/s'),
    { ...row('exact to @aave/math-utils', exactPerSecond / libraryPerSecond, 'x'), bar: { atLeast: 100 } },
  ]
}

/** Users a second, the reserves being formatted before. */
function runLibrary(
  market: AaveMarket,
  state: NonNullable<ReturnType<typeof readAaveMarket>>['state'],
  accounts: ReturnType<typeof makeAavePositions>,
): number {
  const { currentTimestamp, marketReferenceCurrencyDecimals, marketReferencePriceInUsd } = state
  const shared = { currentTimestamp, marketReferenceCurrencyDecimals, marketReferencePriceInUsd }
  const formattedReserves = formatReserves({
    ...shared,
    reserves: state.reserves as never,
    ...({ eModes: state.eModes } as object),
  })
  const users = accounts.slice(0, libraryAccounts).map((account) => toLibraryPosition(market, account))
  const summarise = (user: (typeof users)[number]) =>
    formatUserSummary({ ...shared, ...user, formattedReserves, userReserves: [...user.userReserves] })
  for (const user of users.slice(0, 200)) summarise(user)
  const startedAt = performance.now()
  for (const user of users) summarise(user)
  return users.length / ((performance.now() - startedAt) / 1_000)
}

/** A market of as many positions as the largest ones have, priced anew. */
export const suite = { name: 'positions', run }
