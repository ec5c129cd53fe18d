import { type Address, type Hex, toHex } from 'viem'

/** A call with an arbitrary sender. */
export type SimulatedCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
  /** True if the call starts a new transaction. Only `eth_simulateV1` separates the transactions of contract senders. */
  readonly isNext?: boolean
}

export type SimulatedResult = { readonly succeeded: boolean; readonly returnData: Hex; readonly gasUsed: bigint }

/** Calls for one simulation. The accounts that pay for gas receive a sufficient balance. */
export type SimulationRequest = {
  readonly blockNumber: bigint
  readonly calls: readonly SimulatedCall[]
  /** Wei per gas. With 0, gas is free. */
  readonly gasPrice: bigint
}

/** Returns a random balance of 2 to 100 times the gas cost, in wei. The range resembles the balances of real accounts. */
export function toGasBalance(gas: bigint, gasPrice: bigint): Hex {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return toHex(gas * gasPrice * 2n + (gas * gasPrice * BigInt(random) * 98n) / 2n ** 32n)
}

/** Returns a base fee 5 % below the gas price, so that the price includes a tip. Returns no override if gas is free. */
export const toBlockOverrides = (gasPrice: bigint): { readonly baseFeePerGas?: Hex } =>
  gasPrice === 0n ? {} : { baseFeePerGas: toHex(gasPrice - gasPrice / 20n) }

/** The node's method that ran the simulation. */
export type SimulationMethod = 'eth_simulateV1' | 'eth_call' | 'debug_traceCall'

export type Simulation = { readonly method: SimulationMethod; readonly results: readonly SimulatedResult[] }
