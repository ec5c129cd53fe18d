import type { Call } from '../decoder/call.ts'

/**
 * Marks of the words that OKX's apps append to calldata. They show whether one or two referrers take a commission,
 * and whether they take it from the input or the output.
 */
const forms: { readonly [mark: string]: { readonly side: 'in' | 'out'; readonly referrers: 1 | 2 } } = {
  '3ca20afc2aaa': { side: 'in', referrers: 1 },
  '3ca20afc2bbb': { side: 'out', referrers: 1 },
  '22220afc2aaa': { side: 'in', referrers: 2 },
  '22220afc2bbb': { side: 'out', referrers: 2 },
}
/**
 * Marks that are not supported: up to eight referrers (`8888…`), or a part of the output above the expected amount
 * (`7777…`).
 */
const unread: ReadonlySet<string> = new Set(['88880afc2aaa', '88880afc2bbb', '777777771111', '777777772222'])

const [word, mark, rate] = [64, 12, 24]
/** Routers express rates in units of 10^-9 since 2025. Before, the unit was 10^-4 and the maximum 300. */
const [fine, coarse, mostCoarse] = [10n ** 9n, 10_000n, 300n]

/**
 * Returns the amounts after the commission that the last words of the calldata set. A commission on the input is added
 * on top of the stated amount. A commission on the output is taken after the check of the minimum. For unsupported
 * forms the output is null, and so is the input if the commission is taken from it. Both are null if the rates add up
 * to the whole amount or more.
 *
 * @see https://github.com/okxlabs/DEX-Router-EVM-V1/blob/main/contracts/8/libraries/CommissionLib.sol
 */
export function withCommission(call: Call, amountIn: bigint, amountOut: bigint) {
  const { hex } = call.source
  const { end } = call.frame
  const markAt = (back: number) => hex.slice(end - back * word, end - back * word + mark)
  const last = markAt(1)
  if (unread.has(last)) return { amountIn: last.endsWith('aaa') ? null : amountIn, amountOut: null }
  const form = forms[last]
  if (form === undefined) return { amountIn, amountOut }
  // The word between two referrers' names the token.
  const words = form.referrers === 1 ? [1] : [1, 3]
  const rates = words.map((back) => BigInt(`0x${hex.slice(end - back * word + mark, end - back * word + rate)}`))
  const sum = rates.reduce((total, one) => total + one, 0n)
  const whole = rates.every((one) => one <= mostCoarse) ? coarse : fine
  if (sum >= whole) return { amountIn: null, amountOut: null }
  return form.side === 'in'
    ? { amountIn: amountIn + (amountIn * sum) / (whole - sum), amountOut }
    : { amountIn, amountOut: amountOut - (amountOut * sum) / whole }
}
