import type { Address } from 'viem'
import type { SwapTransaction } from '../router/universalRouter.ts'

/**
 * What became of a promise. `kept`: the transaction brings it, within the slippage · `short`: it brings less · `reverted`: it
 * does not go through · `failed`: there is no transaction · `unproven`: the node cannot simulate it.
 */
type QuoteVerdict = 'kept' | 'short' | 'reverted' | 'failed' | 'unproven'

/** One way to swap: what was promised, and what its transaction brings. */
export type ComparedQuote = {
  /** `local` for the pools' own state, otherwise the aggregator's name. */
  readonly source: string
  readonly verdict: QuoteVerdict
  /** Smallest units; null where there is no answer. */
  readonly promised: bigint | null
  /** What the sender has afterwards beyond what was there, by simulation; null where it did not come so far. */
  readonly received: bigint | null
  /** Percent of the promise that it brings more, negative for less. */
  readonly difference: number | null
  /** Of the swap alone, by simulation. */
  readonly gas: bigint | null
  readonly transaction: SwapTransaction | null
  /** Whom the sender must approve for the input, where that is a token. */
  readonly spender: Address | null
  /** Why it is not `kept`. */
  readonly reason: string | null
}

const order: readonly QuoteVerdict[] = ['kept', 'unproven', 'short', 'reverted', 'failed']

/** Those that keep their promise first, by what they bring less their gas; the others after them. */
export function rankQuotes(quotes: readonly ComparedQuote[], outPerGas = 0): readonly ComparedQuote[] {
  const toNet = ({ received, promised, gas }: ComparedQuote) =>
    Number(received ?? promised ?? 0n) - outPerGas * Number(gas ?? 0n)
  return [...quotes].sort((a, b) => {
    return order.indexOf(a.verdict) - order.indexOf(b.verdict) || toNet(b) - toNet(a) || compareExactly(a, b)
  })
}

/** Where floating point sees no difference. */
function compareExactly(a: ComparedQuote, b: ComparedQuote): number {
  const [one, other] = [a.received ?? 0n, b.received ?? 0n]
  return one === other ? 0 : one > other ? -1 : 1
}

/** To a ten-thousandth of a percent. */
export function toDifference(promised: bigint, received: bigint): number | null {
  return promised === 0n ? null : Number(((received - promised) * 1_000_000n) / promised) / 10_000
}
