import type { Action, Undecoded } from '@outrigger/calldata'
import type { Address } from 'viem'
import type { MempoolTransactionType } from './transactionType.ts'

/** All swaps of a transaction, combined. Native currency appears as the wrapped token with a flag. */
export type SwapDetails = {
  /** Protocol id. If a router or aggregator mixes protocols, its own id. */
  readonly dex: string
  /** `in`: `amountIn` is exact, `amountOut` is the minimum · `out`: `amountOut` is exact, `amountIn` is the maximum. */
  readonly exact: 'in' | 'out'
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Input in smallest units. Null if it is determined on chain. */
  readonly amountIn: bigint | null
  readonly amountOut: bigint | null
  readonly path: readonly Address[]
  readonly isNativeIn: boolean
  readonly isNativeOut: boolean
}

/** The type of a transaction, the rule that determined it, and all decoded actions. */
export type Classification = {
  readonly type: MempoolTransactionType
  /** The rule that determined the type, such as `swap: uniswap_v2.swapExactETHForTokens`. */
  readonly rule: string
  /** Details of the swap. Null unless `type` is swap and the calldata contains both tokens. */
  readonly swap: SwapDetails | null
  readonly actions: readonly Action[]
  readonly undecoded: readonly Undecoded[]
  /**
   * Unknown addresses that get power over an account of the transaction: contracts that it runs by delegatecall, code
   * that an authorization (EIP-7702) or an upgrade gives it, modules, guards, fallback handlers and owners. They may
   * move everything that the account has, even if the calldata does not show it.
   */
  readonly unknownDelegates: readonly Address[]
}
