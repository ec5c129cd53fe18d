import { type Address, type Hex, toEventSelector } from 'viem'
import { mulUp } from '../../dex/balancer/fixedPoint.ts'
import { toLogWords, toTopicAddress } from '../../dex/logWords.ts'
import type { ToRate } from './feeRates.ts'
import { type ToTrade, type TradeLog, toAmounts } from './trade.ts'

/** `topic0` of the Vaults' swaps, by version. `topic1` is the pool. */
export const balancerSwapTopics: { readonly [version in 2 | 3]: Hex } = {
  2: toEventSelector('Swap(bytes32,address,address,uint256,uint256)'),
  3: toEventSelector('Swap(address,address,address,uint256,uint256,uint256,uint256)'),
}

/** `topic0` of the event with which a v2 pool changes its fee. */
export const balancerFeeTopic = toEventSelector('SwapFeePercentageChanged(uint256)')

/** Returns the new fee, with 18 decimals. */
export const toBalancerRate = ({ data }: TradeLog): bigint | null => toLogWords(data, 1)?.[0] ?? null

type BalancerTrades = {
  readonly version: 2 | 3
  /** Swaps of the pool's own token are deposits or withdrawals and not counted. */
  readonly pool: Address
  readonly tokens: readonly Address[]
  /** Fee rate with 18 decimals. Null if unknown. v3's logs contain the fee itself. */
  readonly toRate: ToRate
}

/**
 * Decodes swaps of a pool in Balancer's Vault: (amountIn, amountOut), in v3 also (rate, fee). The fee is taken from the
 * input. v2 pools round it up; for swaps with exact output it can differ by one base unit.
 */
export function createBalancerDecoder({ version, pool, tokens, toRate }: BalancerTrades): ToTrade {
  const toIndex = (topic: Hex | undefined) => (topic === undefined ? -1 : tokens.indexOf(toTopicAddress(topic)))
  return (log) => {
    const [topic, , tokenIn, tokenOut] = log.topics
    const words = toLogWords(log.data, version === 2 ? 2 : 4)
    const [from, to] = [toIndex(tokenIn), toIndex(tokenOut)]
    if (topic !== balancerSwapTopics[version] || words === null || from < 0 || to < 0) return null
    if (tokens[from] === pool || tokens[to] === pool) return null
    const [sold, bought, , logged = null] = words as [bigint, bigint, bigint?, bigint?]
    const fee = version === 3 ? logged : toFee(sold, toRate(log))
    return {
      amountsIn: toAmounts(tokens.length, [from, sold]),
      amountsOut: toAmounts(tokens.length, [to, bought]),
      fees: fee === null ? null : toAmounts(tokens.length, [from, fee]),
    }
  }
}

const toFee = (sold: bigint, rate: bigint | null): bigint | null => (rate === null ? null : mulUp(sold, rate))
