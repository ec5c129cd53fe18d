import type { Address } from 'viem'
import type { Market, Reserve } from '../../lending/market.ts'
import { toPriceUsd } from '../../lending/prices.ts'

/** A token in a protocol's contracts. Amounts are base units. */
export type LockedToken = {
  /** Lower case. */
  readonly token: Address
  readonly symbol: string
  readonly decimals: number
  /** Amount in the contracts: supplied and not borrowed. */
  readonly locked: bigint
  /** Amount owed to the protocol, with interest up to the block. */
  readonly borrowed: bigint
  /** US dollars of one whole token by the lenders' own oracles. Null if none of them prices the token. */
  readonly priceUsd: number | null
}

/**
 * @param balances balances of the contract that stores the tokens of all markets together; they replace the sums of the
 * markets
 */
export function computeLockedTokens(
  markets: readonly Market[],
  prices: ReadonlyMap<Address, number>,
  balances: ReadonlyMap<Address, bigint> | null,
): readonly LockedToken[] {
  const tokens = new Map<Address, LockedToken>()
  for (const reserve of markets.flatMap((market): readonly Reserve[] => market.reserves)) {
    const { token, symbol, decimals } = reserve
    const known = tokens.get(token)
    const locked = balances === null ? (known?.locked ?? 0n) + reserve.liquidity : (balances.get(token) ?? 0n)
    const borrowed = (known?.borrowed ?? 0n) + reserve.totalBorrowed
    tokens.set(token, { token, symbol, decimals, locked, borrowed, priceUsd: prices.get(token) ?? null })
  }
  return [...tokens.values()].sort((a, b) => toLockedUsd(b) - toLockedUsd(a))
}

/**
 * Returns dollar prices by token. Earlier markets take precedence. Anyone can create a market with its own oracle in
 * some protocols. Such a market only prices the token that is its unit, because other markets determine the dollar
 * price of that token.
 */
export function computeTokenPrices(markets: readonly Market[]): ReadonlyMap<Address, number> {
  const prices = new Map<Address, number>()
  for (const market of markets)
    for (const reserve of market.reserves) {
      const isTrusted = market.unitToken === undefined || market.unitToken === reserve.token
      const priceUsd = isTrusted ? toPriceUsd(market, reserve) : null
      if (priceUsd !== null && priceUsd > 0 && !prices.has(reserve.token)) prices.set(reserve.token, priceUsd)
    }
  return prices
}

export const toLockedUsd = (one: LockedToken): number => toUsd(one, one.locked)
export const toBorrowedUsd = (one: LockedToken): number => toUsd(one, one.borrowed)

const toUsd = ({ decimals, priceUsd }: LockedToken, amount: bigint): number =>
  (Number(amount) / 10 ** decimals) * (priceUsd ?? 0)
