import type { Address } from 'viem'
import type { FlashLoan } from './opportunity.ts'

/** A flash lender of a token, at one block. */
export type FlashLender = {
  /** `balancer`, `morpho`, `aave_v3`, `spark`, `uniswap_v3`. */
  readonly source: string
  readonly lender: Address
  /** Lower case. */
  readonly token: Address
  /** The contract that holds the tokens: the lender itself, or an aToken. */
  readonly holder: Address
  /** The contract that reports the fee, if it is not the lender. */
  readonly feeSource?: Address
  /** Base units. */
  readonly available: bigint
  /** Fee as a share of the amount, 18 decimals. The fee is rounded up. */
  readonly feeWad: bigint
  /** Gas that borrowing adds. */
  readonly gas: bigint
}

const wad = 10n ** 18n

export function computeFlashFee({ feeWad }: FlashLender, amount: bigint): bigint {
  return (amount * feeWad + wad - 1n) / wad
}

/** Returns the cheapest lenders. Each of them lends more than the lenders before it. Pools in `busy` cannot lend. */
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
 * Returns the cheapest flash loan of an amount, or null if no lender has enough.
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
