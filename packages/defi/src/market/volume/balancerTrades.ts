import { type Address, type Hex, toEventSelector } from 'viem'
import { mulUp } from '../../dex/balancer/fixedPoint.ts'
import { toLogWords } from '../../dex/logWords.ts'
import type { ToRate } from './feeRates.ts'
import { type ToTrade, type TradeLog, toAmounts } from './trade.ts'

/** `topic0` of the Vaults' swaps, by version; `topic1` is the pool. */
export const balancerSwapTopics: { readonly [version in 2 | 3]: Hex } = {
  2: toEventSelector('Swap(bytes32,address,address,uint256,uint256)'),
  3: toEventSelector('Swap(address,address,address,uint256,uint256,uint256,uint256)'),
}

/** `topic0` of what a pool of v2 emits where its fee is set anew. */
export const balancerFeeTopic = toEventSelector('SwapFeePercentageChanged(uint256)')

/** What it sets, of 1e18. */
export const toBalancerRate = ({ data }: TradeLog): bigint | null => toLogWords(data, 1)?.[0] ?? null

export type BalancerTrades = {
  readonly version: 2 | 3
  /** The pool's own token among its tokens is no trade but a deposit or a withdrawal. */
  readonly pool: Address
  readonly tokens: readonly Address[]
  /** Of 1e18; null where it is not known. v3's logs have the fee itself. */
  readonly toRate: ToRate
}

/**
 * Swaps of a pool in Balancer's Vault: (amountIn, amountOut), in v3 with (rate, fee). The fee is taken from the input: v2's
 * pools round it up, where the output is given by a base unit otherwise.
 */
export function createBalancerDecoder({ version, pool, tokens, toRate }: BalancerTrades): ToTrade {
  const toPlace = (topic: Hex | undefined) => tokens.indexOf(`0x${topic?.slice(26).toLowerCase()}`)
  return (log) => {
    const {
      topics: [topic, , tokenIn, tokenOut],
      data,
    } = log
    const words = toLogWords(data, version === 2 ? 2 : 4)
    const [from, to] = [toPlace(tokenIn), toPlace(tokenOut)]
    if (topic !== balancerSwapTopics[version] || words === null || from < 0 || to < 0) return null
    if (tokens[from] === pool || tokens[to] === pool) return null
    const [sold, bought, , logged] = words as [bigint, bigint, bigint?, bigint?]
    const rate = version === 2 ? toRate(log) : null
    const fee = version === 3 ? (logged ?? null) : rate === null ? null : mulUp(sold, rate)
    return {
      amountsIn: toAmounts(tokens.length, [from, sold]),
      amountsOut: toAmounts(tokens.length, [to, bought]),
      fees: fee === null ? null : toAmounts(tokens.length, [from, fee]),
    }
  }
}
