import type { PublicClient } from 'viem'
import { runByCall } from './runByCall.ts'
import { runBySimulate } from './runBySimulate.ts'
import type { SimulatedCall, Simulation } from './simulation.ts'
import type { SimulationBudget } from './simulationBudget.ts'

export type SimulationParameters = {
  /** On whose state; what they do leaves no trace. */
  readonly blockNumber: bigint
  /** Carried out in this order; one that reverts does not stop the next. */
  readonly calls: readonly SimulatedCall[]
  /**
   * Wei per gas that senders pay, out of a balance that they have for it in the simulation; also the base fee, where the node
   * lets it be set. Contracts can tell a simulation that costs nothing from a transaction. @default 0n
   */
  readonly gasPrice?: bigint
  /** Requests that may still be made in this block. @default without bound */
  readonly budget?: SimulationBudget
}

const methods = [runBySimulate, runByCall('eth_call'), runByCall('debug_traceCall')]
/** By client, the method that answered last: it is asked first. */
const lastUsed = new WeakMap<PublicClient, (typeof methods)[number]>()

/**
 * Carries calls out one after the other on top of a block, without sending anything: by `eth_simulateV1`, where a node has
 * none by `eth_call` with state overrides, otherwise by `debug_traceCall`. In the latter two each sender carries the code of a
 * relay while it lasts, `tx.origin` is another, and the gas includes the relay's.
 *
 * @returns null where the node has none of them, or the budget is used up
 * @throws what the client throws when its providers do not answer
 * @example
 * const simulation = await simulateTransactions(client, { blockNumber, calls: [{ from, to: token, data }] })
 */
export async function simulateTransactions(
  client: PublicClient,
  { blockNumber, calls, gasPrice = 0n, budget }: SimulationParameters,
): Promise<Simulation | null> {
  const first = lastUsed.get(client)
  for (const run of first === undefined ? methods : [first, ...methods.filter((one) => one !== first)]) {
    if (budget !== undefined && !budget.take()) return null
    const simulation = await run(client, { blockNumber, calls, gasPrice })
    if (simulation === null) continue
    lastUsed.set(client, run)
    return simulation
  }
  return null
}
