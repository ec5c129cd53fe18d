import { type Address, type Hex, toHex } from 'viem'

/** A call in anybody's name. */
export type SimulatedCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
  /** Whether it is the first call of another transaction. One call cannot tell transactions of contracts apart. */
  readonly isNext?: boolean
}

export type SimulatedResult = { readonly succeeded: boolean; readonly returnData: Hex; readonly gasUsed: bigint }

/** What a node is asked to carry out; senders have what the gas costs. */
export type SimulationRequest = {
  readonly blockNumber: bigint
  readonly calls: readonly SimulatedCall[]
  /** Wei; 0 for calls that cost nothing. */
  readonly gasPrice: bigint
}

/** What an account has that pays for gas, in wei: between two and a hundred times as much, as others have. */
export function toGasBalance(gas: bigint, gasPrice: bigint): Hex {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return toHex(gas * gasPrice * 2n + (gas * gasPrice * BigInt(random) * 98n) / 2n ** 32n)
}

/** The base fee of a block in which this gas price pays a tip; none where calls cost nothing. */
export const toBlockOverrides = (gasPrice: bigint): { readonly baseFeePerGas?: Hex } =>
  gasPrice === 0n ? {} : { baseFeePerGas: toHex(gasPrice - gasPrice / 20n) }

/** Which method of the node answered. */
export type SimulationMethod = 'eth_simulateV1' | 'eth_call' | 'debug_traceCall'

export type Simulation = { readonly method: SimulationMethod; readonly results: readonly SimulatedResult[] }
