import type { ChainName } from '@outrigger/core'
import type { Address, PublicClient } from 'viem'
import type { SwapTransaction } from '../router/universalRouter.ts'
import type { Fields } from './fields.ts'

export type AggregatorRequest = {
  readonly chain: ChainName
  /** Lower case, like `tokenOut`. `nativeToken` for the native currency. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly decimalsIn: number
  readonly decimalsOut: number
  readonly amountIn: bigint
  /** Basis points by which the output may fall. */
  readonly slippageBps: number
  /** Sends the transaction, and receives the output. */
  readonly from: Address
}

/** An aggregator's answer: a promised output and a transaction for it. */
export type AggregatorAnswer = {
  /** Smallest units. */
  readonly amountOut: bigint
  /** The contract that the sender must approve for the input. */
  readonly spender: Address
  readonly transaction: SwapTransaction
}

/** An answer that passed all off-chain checks. Only a simulation shows whether the swap pays the promised output. */
export type AggregatorSwap = AggregatorAnswer & {
  /**
   * Smallest units. The called contract pays the sender at least this or reverts. Null if the calldata does not specify
   * it.
   */
  readonly minAmountOut: bigint | null
  /** Contracts that the calldata allows to take the input. Only an on-chain registry can confirm them. */
  readonly operators: readonly Address[]
}

/** The terms of a swap as contained in its calldata. They are compared with the request. Addresses are lower case. */
export type SwapTerms = {
  /** Null if the calldata names only a pool. `nativeToken` for the native currency, like in `tokenOut`. */
  readonly tokenIn: Address | null
  readonly tokenOut: Address | null
  readonly amountIn: bigint
  readonly recipient: Address
  /** Minimum that the recipient gets after fees. Null if the contract does not enforce it. */
  readonly minAmountOut: bigint | null
  /** Contracts that may take the input without the sender's own approval. */
  readonly operators?: readonly Address[]
}

/** Sends one request to the aggregator. A `body` is posted as JSON. */
export type FetchJson = (path: string, body?: unknown) => Promise<Fields>

/** The API of one provider. */
export type AggregatorDefinition = {
  /** Base URL of its own service. */
  readonly url: string
  /** Headers for an API key. Null if the provider has no keys. */
  readonly toKeyHeaders: ((apiKey: string) => Readonly<Record<string, string>>) | null
  /** Headers of each request. */
  readonly headers?: Readonly<Record<string, string>>
  /** The only contracts that the provider's transactions may call, or that the user may approve as spender. */
  readonly contracts: { readonly [chain in ChainName]?: readonly Address[] }
  readonly swap: (fetchJson: FetchJson, request: AggregatorRequest) => Promise<AggregatorAnswer>
  /** Returns null for unknown calldata. May throw on malformed calldata. */
  readonly readTerms: (transaction: SwapTransaction, request: AggregatorRequest) => SwapTerms | null
  /** Reads the operators that its on-chain registry lists now. */
  readonly getOperators?: (client: PublicClient) => Promise<readonly Address[]>
}
