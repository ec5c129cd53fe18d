import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { SwapTransaction } from '../router/universalRouter.ts'
import type { Fields } from './fields.ts'

export type AggregatorRequest = {
  readonly chain: ChainName
  /** Lower case, as `tokenOut`; `nativeToken` stands for the native currency. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly decimalsIn: number
  readonly decimalsOut: number
  readonly amountIn: bigint
  /** Basis points that the output may fall. */
  readonly slippageBps: number
  /** Sends the transaction, and receives the output. */
  readonly from: Address
}

/** What an aggregator promises, and the transaction that is to bring it. Nothing of it is checked on the chain. */
export type AggregatorSwap = {
  /** Smallest units. */
  readonly amountOut: bigint
  /** Whom the sender must approve for the input. */
  readonly spender: Address
  readonly transaction: SwapTransaction
}

/** One question to the aggregator's address; `body` is posted as JSON. */
export type Ask = (path: string, body?: unknown) => Promise<Fields>

/** How one provider is spoken to. */
export type AggregatorDefinition = {
  /** Of its own service. */
  readonly url: string
  /** Of a key; null where the provider knows no keys. */
  readonly toKeyHeaders: ((apiKey: string) => Readonly<Record<string, string>>) | null
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly swap: (ask: Ask, request: AggregatorRequest) => Promise<AggregatorSwap>
}
