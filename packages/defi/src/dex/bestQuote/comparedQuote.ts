import type { Address } from 'viem'
import type { SwapTransaction } from '../router/universalRouter.ts'

/**
 * Whether a simulation of a quote's transaction delivers the promised output. `kept`: it delivers that, within the slippage ·
 * `short`: it delivers less, or much less than the local quote · `unsafe`: it does something other than the swap · `reverted`:
 * it reverts · `failed`: there is no transaction · `unproven`: the node cannot simulate it.
 */
type QuoteVerdict = 'kept' | 'short' | 'unsafe' | 'reverted' | 'failed' | 'unproven'

/** A quote with its promised output and the simulated output of its transaction. */
export type ComparedQuote = {
  /** `local` for the quote from the pools' own state, otherwise the aggregator's name. */
  readonly source: string
  readonly verdict: QuoteVerdict
  /** Smallest units. Null without an answer. */
  readonly promised: bigint | null
  /** Output that the sender receives in a simulation. Null if it was not simulated to the end. */
  readonly received: bigint | null
  /**
   * Smallest units. According to its calldata, the transaction brings at least this or reverts. Null if the calldata
   * does not specify it.
   */
  readonly minAmountOut: bigint | null
  /** Difference to the promise in percent, negative for less. */
  readonly difference: number | null
  /** Gas of the swap alone, by simulation. */
  readonly gas: bigint | null
  readonly transaction: SwapTransaction | null
  /** The contract that the sender must approve for the input, if the input is a token. */
  readonly spender: Address | null
  /** Why the verdict is not `kept`. */
  readonly reason: string | null
}

const order: readonly QuoteVerdict[] = ['kept', 'unproven', 'short', 'unsafe', 'reverted', 'failed']

/** Ranks kept quotes first, by output minus gas, and the others after them. */
export function rankQuotes(quotes: readonly ComparedQuote[], outPerGas = 0): readonly ComparedQuote[] {
  const toNet = ({ received, promised, gas }: ComparedQuote) =>
    Number(received ?? promised ?? 0n) - outPerGas * Number(gas ?? 0n)
  return [...quotes].sort((a, b) => {
    return order.indexOf(a.verdict) - order.indexOf(b.verdict) || toNet(b) - toNet(a) || compareExactly(a, b)
  })
}

/** Marks quotes as `short` if their promised or simulated output is too far below the local quote. */
export function refuseShortfalls(quotes: readonly ComparedQuote[], maxShortfallBps: number): readonly ComparedQuote[] {
  const local = quotes.find(({ source }) => source === 'local')
  const own = local?.received ?? local?.promised ?? null
  if (own === null) return quotes
  return quotes.map((quote) => {
    const { source, verdict, promised, received } = quote
    if (source === 'local' || promised === null || (verdict !== 'kept' && verdict !== 'unproven')) return quote
    const least = received !== null && received < promised ? received : promised
    if (least * 10_000n >= own * BigInt(10_000 - maxShortfallBps)) return quote
    const reason = `It delivers ${least} units, more than ${maxShortfallBps} basis points less than the local quote of ${own}.`
    return { ...quote, verdict: 'short', reason }
  })
}

/** Breaks ties of floating-point values exactly. */
function compareExactly(a: ComparedQuote, b: ComparedQuote): number {
  const [one, other] = [a.received ?? 0n, b.received ?? 0n]
  return one === other ? 0 : one > other ? -1 : 1
}

/** Returns the difference in percent, with four decimals. */
export function toDifference(promised: bigint, received: bigint): number | null {
  return promised === 0n ? null : Number(((received - promised) * 1_000_000n) / promised) / 10_000
}
