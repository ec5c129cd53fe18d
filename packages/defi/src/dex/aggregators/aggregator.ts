import type { ChainName } from '@outrigger/core'
import type { Address, PublicClient } from 'viem'
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

/** An aggregator's answer: its promise, and the transaction that should keep it. */
export type AggregatorAnswer = {
  /** Smallest units. */
  readonly amountOut: bigint
  /** Whom the sender must approve for the input. */
  readonly spender: Address
  readonly transaction: SwapTransaction
}

/** An answer that passed every check that needs no chain. Only a simulation shows if the promise is kept. */
export type AggregatorSwap = AggregatorAnswer & {
  /** Smallest units: the called contract pays the sender this much or reverts. Null if the calldata does not tell. */
  readonly minAmountOut: bigint | null
  /** Contracts that the calldata lets take the input, and that only a registry on the chain can vouch for. */
  readonly operators: readonly Address[]
}

/** What the calldata of a swap says, checked against the request. Addresses are lower case. */
export type SwapTerms = {
  /** Null if the calldata names only a pool; `nativeToken` for the native currency, as for `tokenOut`. */
  readonly tokenIn: Address | null
  readonly tokenOut: Address | null
  readonly amountIn: bigint
  readonly recipient: Address
  /** The least that arrives at the recipient, after fees. Null if the contract does not measure it. */
  readonly minAmountOut: bigint | null
  /** Contracts that may take the input although nobody approves them. */
  readonly operators?: readonly Address[]
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
  /** The only contracts that its transactions may call and have approved. */
  readonly contracts: { readonly [chain in ChainName]?: readonly Address[] }
  readonly swap: (ask: Ask, request: AggregatorRequest) => Promise<AggregatorAnswer>
  /** Null for calldata of another form. May throw on malformed calldata. */
  readonly readTerms: (transaction: SwapTransaction, request: AggregatorRequest) => SwapTerms | null
  /** The operators that its registry on the chain names at present. */
  readonly getOperators?: (client: PublicClient) => Promise<readonly Address[]>
}
