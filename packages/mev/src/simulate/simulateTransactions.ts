import type { Address, Hex, PublicClient } from 'viem'
import { runByCall } from './runByCall.ts'
import { runBySimulate } from './runBySimulate.ts'
import type { SimulationBudget } from './simulationBudget.ts'

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

export type SimulationParameters = {
  /** On whose state; what they do leaves no trace. */
  readonly blockNumber: bigint
  /** Carried out in this order; one that reverts does not stop the next. */
  readonly calls: readonly SimulatedCall[]
  /** Requests that may still be made in this block. @default without bound */
  readonly budget?: SimulationBudget
}

const methods = [runBySimulate, runByCall('eth_call'), runByCall('debug_traceCall')]

/**
 * Carries calls out one after the other on top of a block, without sending anything: by `eth_simulateV1`, where a node has
 * none by `eth_call` with state overrides, else by `debug_traceCall`. In the latter two each sender carries the code of a
 * relay while it lasts, `tx.origin` is another, and the gas includes the relay's.
 *
 * @returns null where the node has none of them, or the budget is used up
 * @throws what the client throws when its providers do not answer
 * @example
 * const simulation = await simulateTransactions(client, { blockNumber, calls: [{ from, to: token, data }] })
 */
export async function simulateTransactions(
  client: PublicClient,
  { blockNumber, calls, budget }: SimulationParameters,
): Promise<Simulation | null> {
  for (const run of methods) {
    if (budget !== undefined && !budget.take()) return null
    const simulation = await run(client, blockNumber, calls)
    if (simulation !== null) return simulation
  }
  return null
}
