import type { Address, Hex } from 'viem'

/** A call in anybody's name. */
export type SimulatedCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
}

export type SimulatedResult = { readonly succeeded: boolean; readonly returnData: Hex; readonly gasUsed: bigint }

/** Which method of the node answered. */
export type SimulationMethod = 'eth_simulateV1' | 'eth_call' | 'debug_traceCall'

export type Simulation = { readonly method: SimulationMethod; readonly results: readonly SimulatedResult[] }
