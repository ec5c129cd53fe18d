import { type Address, type Hex, toHex } from 'viem'

/** A call in anybody's name. */
export type SimulatedCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
}

export type SimulatedResult = { readonly succeeded: boolean; readonly returnData: Hex; readonly gasUsed: bigint }

/** What a node is asked to carry out; senders have what the gas costs. */
export type SimulationRequest = {
  readonly blockNumber: bigint
  readonly calls: readonly SimulatedCall[]
  /** Wei; 0 for calls that cost nothing. */
  readonly gasPrice: bigint
}

/** Enough for any gas, in wei. */
export const gasBalance = toHex(10n ** 24n)

/** Which method of the node answered. */
export type SimulationMethod = 'eth_simulateV1' | 'eth_call' | 'debug_traceCall'

export type Simulation = { readonly method: SimulationMethod; readonly results: readonly SimulatedResult[] }
