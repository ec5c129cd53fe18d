import { formatReserves, formatUserSummary } from '@aave/math-utils'
import { quantile } from '@outrigger/core/internal'
import { createUniform } from '@outrigger/devnet/random'
import type { AaveMarket } from '../lending/aave/aaveMarket.ts'
import { aaveV3Lending } from '../lending/aave/aaveV3.ts'
import type { Account } from '../lending/market.ts'
import { withPrices } from '../lending/prices.ts'
import { makeAavePositions, readAaveMarket, toLibraryPosition } from './book/fixtures/aavePositions.ts'
import { createPositionTable, type PositionTable } from './book/positionTable.ts'

const accountCount = 100_000
const rounds = 900
const checkedRounds = 5
const libraryAccounts = 2_000
/** Revision of the current mainnet pools (3.7). */
const revision = 11

async function run() {
  const read = readAaveMarket(revision)
  if (read === null) throw new TypeError('The lending data is missing. Set OUTRIGGER_LENDING_DATA to its folder.')
  const { market, state } = read
  const accounts = makeAavePositions(market, accountCount)
  const table = createPositionTable()
  for (const account of accounts) table.set(account)

  // Moves each feed in turn, by a step that triggers a Chainlink update. Prices stay close to their start, so that the
  // number of liquidatable accounts does not grow.
  const random = createUniform(7)
  const drifts = market.reserves.map(() => 1)
  let latest = market
  const update = (round: number, most = 0.01): AaveMarket => {
    const at = round % market.reserves.length
    const drift = Math.min(1 + 2 * most, Math.max(1 - 2 * most, (drifts[at] ?? 1) * (1 + most * (2 * random() - 1))))
    drifts[at] = drift
    const price = ((market.reserves[at]?.price ?? 0n) * BigInt(Math.round(1e6 * drift))) / 1_000_000n
    latest = withPrices(latest, new Map([[at, price]]))
    return latest
  }
  const time = (act: () => void): number => {
    const startedAt = performance.now()
    act()
    return performance.now() - startedAt
  }
  for (let round = 0; round < 30; round += 1) table.findLiquidatable(aaveV3Lending, update(round))
  const rankMs: number[] = []
  const rankCpuMs: number[] = []
  // Like the scanner after a block.
  const renewMs: number[] = []
  let found = 0
  for (let round = 0; round < rounds; round += 1) {
    const moved = update(round)
    const cpu = process.cpuUsage()
    rankMs.push(time(() => (found += table.findLiquidatable(aaveV3Lending, moved).length)))
    const { user, system } = process.cpuUsage(cpu)
    rankCpuMs.push((user + system) / 1_000)
    renewMs.push(time(() => table.renew(aaveV3Lending, moved)))
  }
  const countMs = Array.from({ length: rounds }, (_, round) => {
    const moved = update(round)
    return time(() => table.count(aaveV3Lending, moved))
  })
  // A jump so large that the watchlist does not apply.
  const jumpMs = Array.from({ length: rounds / 3 }, (_, round) => {
    const jumped = round % 2 === 0 ? withPrices(market, toJump(market)) : market
    return time(() => table.findLiquidatable(aaveV3Lending, jumped))
  })

  const checks = Array.from({ length: checkedRounds }, (_, round) =>
    countErrors(table, update(round * 7, 0.03), accounts),
  )
  const missed = checks.reduce((sum, one) => sum + one.missed, 0)
  const surplus = checks.reduce((sum, one) => sum + one.surplus, 0)

  const exactStartedAt = performance.now()
  for (const account of accounts) aaveV3Lending.computeHealth(market, account)
  const exactPerSecond = accountCount / ((performance.now() - exactStartedAt) / 1_000)
  const libraryPerSecond = runLibrary(market, state, accounts)

  const at = (values: readonly number[], share: number) =>
    quantile(
      values.toSorted((a, b) => a - b),
      share,
    ) ?? Number.NaN
  const median = at(rankMs, 0.5)
  const screenPerSecond = accountCount / (median / 1_000)
  const row = (name: string, value: number, unit = '') => ({ name, value, unit })
  return [
    row('positions', table.size),
    row('liquidatable after an update, mean', found / rounds),
    row('oracle update to ranked list, median', median, 'ms'),
    // Processor time of all threads, because elapsed time includes other programs on a shared machine.
    { ...row('oracle update to ranked list, processor time, p99', at(rankCpuMs, 0.99), 'ms'), bar: { atMost: 5 } },
    row('oracle update to ranked list, elapsed, p99', at(rankMs, 0.99), 'ms'),
    row('getting ready for the next update afterwards, worst', Math.max(...renewMs), 'ms'),
    row('a jump of all prices to ranked list, median', at(jumpMs, 0.5), 'ms'),
    row('a jump of all prices to ranked list, p99', at(jumpMs, 0.99), 'ms'),
    row('counting all by status, median', at(countMs, 0.5), 'ms'),
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

/** Compares the table with the exact arithmetic for every account. */
function countErrors(table: PositionTable, market: AaveMarket, accounts: readonly Account[]) {
  const found = new Set(table.findLiquidatable(aaveV3Lending, market).map(({ account }) => account.address))
  const wrong = accounts.filter(
    (account) => aaveV3Lending.computeHealth(market, account).isLiquidatable !== found.has(account.address),
  )
  const surplus = wrong.filter(({ address }) => found.has(address)).length
  return { missed: wrong.length - surplus, surplus }
}

/** Raises every other price by a fifth. */
function toJump({ reserves }: AaveMarket): ReadonlyMap<number, bigint> {
  return new Map(reserves.flatMap(({ price }, index) => (index % 2 === 0 ? [[index, (price * 6n) / 5n] as const] : [])))
}

/** Returns the users per second of the library, without the time to format the reserves. */
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

/** Reprices a market with as many positions as the largest real ones. */
export const suite = { name: 'positions', run }
