import type { Address } from 'viem'
import type { FlashLoan } from './opportunity.ts'

/** Lenders of a token for the length of one transaction, at one block. */
export type FlashLender = {
  /** `balancer`, `morpho`, `aave_v3`, `spark`, `uniswap_v3`. */
  readonly source: string
  readonly lender: Address
  /** Lower case. */
  readonly token: Address
  /** Where the lender's tokens are: itself, or an aToken. */
  readonly holder: Address
  /** The contract that reports its fee, where it is another one. */
  readonly feeSource?: Address
  /** Base units. */
  readonly available: bigint
  /** Part of the amount, 18 decimals, rounded up. */
  readonly feeWad: bigint
  /** Gas that borrowing adds. */
  readonly gas: bigint
}

const wad = 10n ** 18n

export function computeFlashFee({ feeWad }: FlashLender, amount: bigint): bigint {
  return (amount * feeWad + wad - 1n) / wad
}

/** The lenders that are the cheapest for some amount, each for more than the ones before it; a pool in `busy` cannot lend. */
export function toLoanTiers(
  lenders: readonly FlashLender[],
  token: Address,
  busy: readonly Address[] = [],
): readonly FlashLender[] {
  const cheapest = lenders
    .filter((one) => one.token === token && one.available > 0n && !busy.includes(one.lender))
    .sort((a, b) => Number(a.feeWad - b.feeWad) || Number(a.gas - b.gas))
  let most = 0n
  return cheapest.filter(({ available }) => {
    const isMore = available > most
    if (isMore) most = available
    return isMore
  })
}

/**
 * The cheapest that has enough; null where nobody has.
 *
 * @param busy pools that the sale goes through
 * @example
 * pickFlashLoan(lenders, usdc, 1_000_000n)?.fee
 */
export function pickFlashLoan(
  lenders: readonly FlashLender[],
  token: Address,
  amount: bigint,
  busy: readonly Address[] = [],
): FlashLoan | null {
  const lender = toLoanTiers(lenders, token, busy).find(({ available }) => available >= amount)
  return lender ? toFlashLoan(lender, amount) : null
}

export function toFlashLoan(lender: FlashLender, amount: bigint): FlashLoan {
  return {
    source: lender.source,
    lender: lender.lender,
    holder: lender.holder,
    fee: computeFlashFee(lender, amount),
    gas: lender.gas,
  }
}
