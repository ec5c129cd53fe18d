import type { Address } from 'viem'
import type { Account, Entry, Health, Market } from '../../lending/market.ts'
import { createHealthScreen } from './healthScreen.ts'
import {
  compareHealth,
  type HealthModel,
  type LiquidatableAccount,
  type ScreenedAccount,
  toScreenedAccount,
} from './liquidatable.ts'
import { createRows, owes, type Rows } from './rows.ts'
import { computeScreenWeights, type ScreenWeights } from './screenWeights.ts'

export type PositionCount = {
  /** Accounts with debt. */
  readonly total: number
  /** Accounts with a health factor up to 1.2 that are not liquidatable. */
  readonly atRisk: number
  readonly liquidatable: number
}

/** Total debt of all accounts, in debt shares, and their total supply, by reserve. */
export type PositionSums = { readonly owed: readonly bigint[]; readonly supplied: readonly bigint[] }

/**
 * The accounts with debt in one market. Their amounts are stored exactly as in the contract, and as doubles for the
 * screen. The exact arithmetic is used only for accounts that floating point cannot decide.
 */
export type PositionTable = {
  readonly size: number
  /** Updated with every change. */
  readonly sums: PositionSums
  /** Adds or replaces an account. An account without debt is removed. */
  set(account: Account): void
  delete(address: Address): void
  get(address: Address): Account | undefined
  accounts(): IterableIterator<Account>
  /**
   * Returns exactly the accounts that are liquidatable by the exact arithmetic, lowest health factor first.
   *
   * @throws the errors of `computeHealth` for an account that floating point cannot decide
   */
  findLiquidatable<market extends Market>(model: HealthModel<market>, market: market): readonly LiquidatableAccount[]
  /** Counts accounts, with the same result as the exact arithmetic. @throws like `findLiquidatable` */
  count<market extends Market>(model: HealthModel<market>, market: market): PositionCount
  /** Repeats the full screen if prices have moved far, so that the next screen checks few accounts. */
  renew<market extends Market>(model: HealthModel<market>, market: market): void
}

type ToDebtShare = (entry: Entry) => bigint

const atRiskBelow = 1.2
const wadAtRiskBelow = 1_200_000_000_000_000_000n

/**
 * Creates an empty table.
 *
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
      const found: ScreenedAccount[] = []
      screenBelow(limit, weigh(model, market), (account, least, most) => {
        const one = toScreenedAccount(account, least, most, () => model.computeHealth(market, account))
        if (most < 1 || one.health.isLiquidatable) found.push(one)
      })
      return found.sort(compareHealth)
    },

    count(model, market) {
      const counts = { atRisk: 0, liquidatable: 0, safe: 0 }
      screenBelow(atRiskBelow, weigh(model, market), (account, least, most) => {
        counts[toRisk(least, most, () => model.computeHealth(market, account))] += 1
      })
      return { total: rows.accounts.length, atRisk: counts.atRisk, liquidatable: counts.liquidatable }
    },

    renew: (model, market) => renew(weigh(model, market)),
  }
}

/** Classifies an account by the bounds of its health factor, or by its exact health if they do not decide it. */
function toRisk(least: number, most: number, computeHealth: () => Health): 'liquidatable' | 'atRisk' | 'safe' {
  if (most < 1) return 'liquidatable'
  if (least > 1 && most < atRiskBelow) return 'atRisk'
  const { isLiquidatable, healthFactor } = computeHealth()
  if (isLiquidatable) return 'liquidatable'
  return healthFactor !== null && healthFactor <= wadAtRiskBelow ? 'atRisk' : 'safe'
}

type Weighed = {
  readonly model: HealthModel
  readonly market: Market
  readonly terms: number
  readonly screenWeights: ScreenWeights
}

/** Computes the weights of a market. Reuses the last ones while market, slots and the maximum number of terms are the same. */
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

/** Returns the sums that a table would have with some accounts replaced. */
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
