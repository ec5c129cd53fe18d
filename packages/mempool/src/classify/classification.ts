import type { Action, Undecoded } from '@outrigger/calldata'
import type { Address } from 'viem'

/**
 * The types of transactions, in order of precedence: a transaction has the first type that one of its actions has. The
 * names are those of the API.
 */
export const transactionTypes = [
  'contract_deploy',
  'liquidation',
  'flashloan',
  'bridge',
  'nft',
  'swap',
  'transfer',
  'other',
] as const

export type MempoolTransactionType = (typeof transactionTypes)[number]

/** The swaps of a transaction as one. Native currency appears as the wrapped token, with a flag beside it. */
export type SwapDetails = {
  /** Protocol id: of the router or aggregator where several pools' protocols are mixed. */
  readonly dex: string
  /** `in`: `amountIn` is exact, `amountOut` the least accepted; `out`: `amountOut` is exact, `amountIn` the most given. */
  readonly exact: 'in' | 'out'
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Smallest units; null where decided on chain. */
  readonly amountIn: bigint | null
  readonly amountOut: bigint | null
  readonly path: readonly Address[]
  readonly isNativeIn: boolean
  readonly isNativeOut: boolean
}

/** What a transaction does: its type, the rule that decided, and all decoded actions. */
export type Classification = {
  readonly type: MempoolTransactionType
  /** The rule that decided: `swap: uniswap_v2.swapExactETHForTokens`. */
  readonly rule: string
  /** Null unless `type` is swap and the calldata contains both tokens. */
  readonly swap: SwapDetails | null
  readonly actions: readonly Action[]
  readonly undecoded: readonly Undecoded[]
}
