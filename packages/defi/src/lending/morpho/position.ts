import type { Account, Entry } from '../market.ts'
import { collateralIndex, loanIndex } from './market.ts'

export type Position = {
  /** Base units. */
  readonly collateral: bigint
  readonly borrowShares: bigint
  readonly supplyShares: bigint
}

export function toPosition({ entries }: Account): Position {
  const collateral = entries.find(({ reserve }) => reserve === collateralIndex)
  const loan = entries.find(({ reserve }) => reserve === loanIndex)
  return {
    collateral: collateral?.supplied ?? 0n,
    borrowShares: loan?.borrowed ?? 0n,
    supplyShares: loan?.supplied ?? 0n,
  }
}

export function toEntries({ collateral, borrowShares, supplyShares }: Position): readonly Entry[] {
  const entries: Entry[] = []
  if (collateral > 0n)
    entries.push({ reserve: collateralIndex, supplied: collateral, isCollateral: true, borrowed: 0n })
  if (supplyShares > 0n || borrowShares > 0n)
    entries.push({ reserve: loanIndex, supplied: supplyShares, isCollateral: false, borrowed: borrowShares })
  return entries
}
