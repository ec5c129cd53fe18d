/** Output per input in 10^-36. */
const unit = 10n ** 36n

/**
 * The least output of an exact input, or the most input of an exact output, along hops that each have a least price.
 *
 * @returns null if any hop has no price limit
 */
export function boundByPrices(exact: 'in' | 'out', amount: bigint, prices: readonly bigint[]): bigint | null {
  if (prices.includes(0n)) return null
  return exact === 'in'
    ? prices.reduce((given, price) => (given * price + unit - 1n) / unit, amount)
    : prices.reduceRight((wanted, price) => (wanted * unit) / price, amount)
}

/** Whether a hop keeps its least price, rounded as the router does. */
export function keepsPrice(amountIn: bigint, amountOut: bigint, price: bigint): boolean {
  return price === 0n || amountIn === 0n || (amountOut * unit) / amountIn >= price
}
