/** Unit of prices: output per input in units of 10^-36. */
const unit = 10n ** 36n

/**
 * Returns the minimum output of an exact input, or the maximum input of an exact output. Each hop has a minimum
 * price.
 *
 * @returns null if any hop has no price limit
 */
export function boundByPrices(exact: 'in' | 'out', amount: bigint, prices: readonly bigint[]): bigint | null {
  if (prices.includes(0n)) return null
  return exact === 'in'
    ? prices.reduce((given, price) => (given * price + unit - 1n) / unit, amount)
    : prices.reduceRight((wanted, price) => (wanted * unit) / price, amount)
}

/** Returns whether a hop reaches its minimum price, rounded as the router rounds it. */
export function keepsPrice(amountIn: bigint, amountOut: bigint, price: bigint): boolean {
  return price === 0n || amountIn === 0n || (amountOut * unit) / amountIn >= price
}
