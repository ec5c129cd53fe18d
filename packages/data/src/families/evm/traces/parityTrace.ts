import type { Address, Hex } from 'viem'

/** A trace of `trace_transaction` (OpenEthereum's form). */
export type ParityTrace = {
  readonly type: 'call' | 'create' | 'suicide' | 'reward'
  readonly action: {
    readonly from?: Address
    readonly to?: Address
    readonly callType?: string
    readonly gas?: Hex
    readonly input?: Hex
    readonly value?: Hex
    readonly init?: Hex
    readonly creationMethod?: string
    readonly address?: Address
    readonly balance?: Hex
    readonly refundAddress?: Address
    /** Receiver of a reward. */
    readonly author?: Address
  }
  readonly result?: {
    readonly gasUsed: Hex
    readonly output?: Hex
    readonly address?: Address
    readonly code?: Hex
  } | null
  readonly error?: string
  readonly subtraces: number
  readonly traceAddress: readonly number[]
  readonly transactionHash?: Hex
  readonly transactionPosition?: number
  readonly blockHash?: Hex
  readonly blockNumber?: number
}

/** A call in the form of geth's `callTracer`. */
export type CallFrame = {
  readonly type: string
  readonly from: Address
  readonly to?: Address
  readonly value?: Hex
  readonly gas: Hex
  readonly gasUsed: Hex
  readonly input: Hex
  readonly output?: Hex
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly CallFrame[]
}

/** The position of a transaction, for traces that include it. */
export type TracePlace = {
  readonly transactionHash: Hex
  readonly transactionPosition: number
  readonly blockHash: Hex
  readonly blockNumber: number
}
