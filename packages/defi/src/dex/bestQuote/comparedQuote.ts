import type { Address } from 'viem'
import type { SwapTransaction } from '../router/universalRouter.ts'

/**
 * What became of a promise. `kept`: the transaction brings it, within the slippage · `short`: it brings less, or less than our
 * own quote by too much · `unsafe`: it does something else than the swap · `reverted`: it does not go through · `failed`: there
 * is no transaction · `unproven`: the node cannot simulate it.
 */
type QuoteVerdict = 'kept' | 'short' | 'unsafe' | 'reverted' | 'failed' | 'unproven'

/** One way to swap: what was promised, and what its transaction brings. */
export type ComparedQuote = {
  /** `local` for the pools' own state, otherwise the aggregator's name. */
  readonly source: string
  readonly verdict: QuoteVerdict
  /** Smallest units; null where there is no answer. */
  readonly promised: bigint | null
  /** What the sender has afterwards beyond what was there, by simulation; null where it did not come so far. */
  readonly received: bigint | null
  /**
   * Smallest units: the transaction brings this much or reverts on the chain, by its calldata. Null if the calldata does not
   * tell.
   */
  readonly minAmountOut: bigint | null
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

const order: readonly QuoteVerdict[] = ['kept', 'unproven', 'short', 'unsafe', 'reverted', 'failed']

/** Those that keep their promise first, by what they bring less their gas; the others after them. */
export function rankQuotes(quotes: readonly ComparedQuote[], outPerGas = 0): readonly ComparedQuote[] {
  const toNet = ({ received, promised, gas }: ComparedQuote) =>
    Number(received ?? promised ?? 0n) - outPerGas * Number(gas ?? 0n)
  return [...quotes].sort((a, b) => {
    return order.indexOf(a.verdict) - order.indexOf(b.verdict) || toNet(b) - toNet(a) || compareExactly(a, b)
  })
}

/** Quotes that are too far below the local one, in what they promise or in what they bring, do not keep their promise. */
export function refuseShortfalls(quotes: readonly ComparedQuote[], maxShortfallBps: number): readonly ComparedQuote[] {
  const local = quotes.find(({ source }) => source === 'local')
  const own = local?.received ?? local?.promised ?? null
  if (own === null) return quotes
  return quotes.map((quote) => {
    const { source, verdict, promised, received } = quote
    if (source === 'local' || promised === null || (verdict !== 'kept' && verdict !== 'unproven')) return quote
    const least = received !== null && received < promised ? received : promised
    if (least * 10_000n >= own * BigInt(10_000 - maxShortfallBps)) return quote
    const reason = `It brings ${least} units, and our own quote brings ${own}: more than ${maxShortfallBps} basis points less.`
    return { ...quote, verdict: 'short', reason }
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
