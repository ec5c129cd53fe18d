import type { Address } from 'viem'
import type { Account, Entry, Market } from '../../market/market.ts'
import { createHealthScreen } from './healthScreen.ts'
import { compareHealth, type HealthModel, type LiquidatableAccount, ScreenedAccount } from './liquidatable.ts'
import { createRows, owes, type Rows } from './rows.ts'
import { computeScreenWeights, type ScreenWeights } from './screenWeights.ts'

export type PositionCount = {
  /** Accounts that owe something. */
  readonly total: number
  /** Health factor up to 1.2, and not liquidatable. */
  readonly atRisk: number
  readonly liquidatable: number
}

/** What all accounts together owe, as debt shares, and have supplied: by reserve, of those that have been seen. */
export type PositionSums = { readonly owed: readonly bigint[]; readonly supplied: readonly bigint[] }

/**
 * The accounts of one market that owe something: exact as the contract stores them, and as doubles side by side for the
 * screen, which asks the exact arithmetic only about those that floating point cannot decide.
 */
export type PositionTable = {
  readonly size: number
  /** Kept up to date by every change, so that reading them costs nothing. */
  readonly sums: PositionSums
  /** Adds or replaces an account; one without debt is taken out. */
  set(account: Account): void
  delete(address: Address): void
  get(address: Address): Account | undefined
  accounts(): IterableIterator<Account>
  /**
   * All that can be liquidated by the exact arithmetic, and nobody else: lowest health factor first.
   *
   * @throws what `computeHealth` throws about an account that must be looked at
   */
  findLiquidatable<market extends Market>(model: HealthModel<market>, market: market): readonly LiquidatableAccount[]
  /** The same numbers as the exact arithmetic gives. @throws as `findLiquidatable` */
  count<market extends Market>(model: HealthModel<market>, market: market): PositionCount
  /** Screens all again where prices have gone far from the last time that was done: next time few will do. */
  renew<market extends Market>(model: HealthModel<market>, market: market): void
}

type ToDebtShare = (entry: Entry) => bigint

const atRiskBelow = 1.2
const wadAtRiskBelow = 1_200_000_000_000_000_000n

/**
 * @example
 * const table = createPositionTable()
 * for (const account of await aaveV3Lending.getAccounts(reader, market, borrowers)) table.set(account)
 * table.findLiquidatable(aaveV3Lending, market)[0]?.health.healthFactor
 */
export function createPositionTable(toDebtShare: ToDebtShare = ({ borrowed }) => borrowed): PositionTable {
  const rows = createRows()
  const sums: { owed: bigint[]; supplied: bigint[] } = { owed: [], supplied: [] }
  const weigh = createWeigher(rows)
  const { screenBelow, renew, markNear } = createHealthScreen(rows)

  function remove(address: Address): void {
    const account = rows.get(address)
    if (account === undefined) return
    addTo(sums, account, toDebtShare, -1n)
    const moved = rows.remove(address)
    if (moved !== undefined) markNear(moved)
  }

  function set(account: Account): void {
    if (!account.entries.some(owes)) {
      remove(account.address)
      return
    }
    const before = rows.get(account.address)
    if (before !== undefined) addTo(sums, before, toDebtShare, -1n)
    addTo(sums, account, toDebtShare, 1n)
    markNear(rows.put(account))
  }

  return {
    get size() {
      return rows.accounts.length
    },
    sums,
    set,
    delete: remove,
    get: rows.get,
    accounts: () => rows.accounts.values(),

    findLiquidatable(model, market) {
      const { limit = 1 } = model
      const found: ScreenedAccount<typeof market>[] = []
      screenBelow(limit, weigh(model, market), (account, least, most) => {
        const one = new ScreenedAccount({ account, least, most, model, market })
        if (most < 1 || one.health.isLiquidatable) found.push(one)
      })
      return found.sort(compareHealth)
    },

    count(model, market) {
      let atRisk = 0
      let liquidatable = 0
      screenBelow(atRiskBelow, weigh(model, market), (account, least, most) => {
        if (most < 1) liquidatable += 1
        else if (least > 1 && most < atRiskBelow) atRisk += 1
        else {
          const { isLiquidatable, healthFactor } = model.computeHealth(market, account)
          if (isLiquidatable) liquidatable += 1
          else if (healthFactor !== null && healthFactor <= wadAtRiskBelow) atRisk += 1
        }
      })
      return { total: rows.accounts.length, atRisk, liquidatable }
    },

    renew: (model, market) => renew(weigh(model, market)),
  }
}

type Weighed = {
  readonly model: HealthModel
  readonly market: Market
  readonly terms: number
  readonly screenWeights: ScreenWeights
}

/** Weighs by a market; once for each, as long as no account brings a slot or an entry more. */
function createWeigher(
  rows: Rows,
): <market extends Market>(model: HealthModel<market>, market: market) => ScreenWeights {
  let last: Weighed | null = null
  return (model, market) => {
    const terms = rows.mostTerms
    const isSame = last?.market === market && last.model === model
    if (last && isSame && last.terms === terms && last.screenWeights.weights.length === rows.slots.length)
      return last.screenWeights
    const screenWeights = computeScreenWeights(model.computeScreen(market), rows.slots, terms)
    last = { model: model as unknown as HealthModel, market, terms, screenWeights }
    return screenWeights
  }
}

/** The sums of a table after some of its accounts were replaced. */
export function computeSumsWith(
  table: Pick<PositionTable, 'sums' | 'get'>,
  accounts: readonly Account[],
  toDebtShare: ToDebtShare,
): PositionSums {
  const sums = { owed: [...table.sums.owed], supplied: [...table.sums.supplied] }
  for (const account of accounts) {
    const before = table.get(account.address)
    if (before !== undefined) addTo(sums, before, toDebtShare, -1n)
    if (account.entries.some(owes)) addTo(sums, account, toDebtShare, 1n)
  }
  return sums
}

function addTo(sums: { owed: bigint[]; supplied: bigint[] }, { entries }: Account, toShare: ToDebtShare, sign: bigint) {
  for (const entry of entries) {
    const { reserve, supplied } = entry
    sums.owed[reserve] = (sums.owed[reserve] ?? 0n) + sign * toShare(entry)
    sums.supplied[reserve] = (sums.supplied[reserve] ?? 0n) + sign * supplied
  }
}
