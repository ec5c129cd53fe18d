import type { Action, Undecoded } from '@outrigger/calldata'
import type { Address } from 'viem'

/** The wire's words, in the order in which they win where a transaction does several things. */
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

export type TransactionType = (typeof transactionTypes)[number]

/** What all swaps of a transaction come to. Native currency stands as the wrapped token, with a flag beside it. */
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

export type Classification = {
  readonly type: TransactionType
  /** What decided: `swap: uniswap_v2.swapExactETHForTokens`. */
  readonly rule: string
  /** Null unless `type` is swap and both tokens are told by the calldata. */
  readonly swap: SwapDetails | null
  readonly actions: readonly Action[]
  readonly undecoded: readonly Undecoded[]
}
