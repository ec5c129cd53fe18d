import type { Action, Undecoded } from '@outrigger/calldata'
import type { Address } from 'viem'
import type { MempoolTransactionType } from './transactionType.ts'

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
  /**
   * Unknown addresses that get power over an account of the transaction: contracts that it runs by delegatecall, code that an
   * authorization (EIP-7702) or an upgrade gives it, modules, guards, fallback handlers and owners. They may move all that the
   * account holds, whatever the calldata says.
   */
  readonly unknownDelegates: readonly Address[]
}
