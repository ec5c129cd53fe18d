import type { Address, Hex } from 'viem'

/** A call with an arbitrary sender. */
export type SimulatedCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
  /** Gas limit of a call that is a transaction of its own. @default an equal share of the gas that the node allows */
  readonly gas?: bigint
  /** True if the call starts a new transaction. Only `eth_simulateV1` separates the transactions of contract senders. */
  readonly isNext?: boolean
  /** True for a whole transaction whose sender stays an account among contract senders. */
  readonly isAccount?: boolean
}

export type SimulatedResult = { readonly succeeded: boolean; readonly returnData: Hex; readonly gasUsed: bigint }

/** The node's method that ran the simulation. */
export type SimulationMethod = 'eth_simulateV1' | 'debug_traceCall'

export type Simulation = { readonly method: SimulationMethod; readonly results: readonly SimulatedResult[] }
