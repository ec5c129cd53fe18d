import type { PublicClient } from 'viem'
import { runByScript } from './runByScript.ts'
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
  /**
   * Whether senders call as accounts without code do, or as contracts that somebody's transaction went to; those pay pools of
   * Uniswap V3's kind in their callback, whose data is the token's address. @default 'accounts'
   */
  readonly senders?: 'accounts' | 'contracts'
  /** Requests that may still be made in this block. @default without bound */
  readonly budget?: SimulationBudget
}

const methods = {
  accounts: [runBySimulate, runByScript('eth_call'), runByScript('debug_traceCall')],
  contracts: [runByScript('eth_simulateV1'), runByScript('eth_call'), runByScript('debug_traceCall')],
} as const
type Run = (typeof methods)['accounts' | 'contracts'][number]
/** By client, the methods that answered last: they are asked first. */
const lastUsed = new WeakMap<PublicClient, { readonly [senders in 'accounts' | 'contracts']?: Run }>()

/**
 * Carries calls out one after the other on top of a block, without sending anything: by `eth_simulateV1`, where a node has
 * none by `eth_call` with state overrides, otherwise by `debug_traceCall`. In the latter two, and of contracts, each sender
 * carries the code of a relay while it lasts, `tx.origin` is another, and the gas is that of the calls and the relay.
 *
 * @returns null where the node has none of them, or the budget is used up
 * @throws what the client throws when its providers do not answer, and a `RangeError` for answers that contradict earlier ones
 * @example
 * const simulation = await simulateTransactions(client, { blockNumber, calls: [{ from, to: token, data }] })
 */
export async function simulateTransactions(
  client: PublicClient,
  { blockNumber, calls, gasPrice = 0n, senders = 'accounts', budget }: SimulationParameters,
): Promise<Simulation | null> {
  const used = lastUsed.get(client)
  const first = used?.[senders]
  const others = methods[senders].filter((one) => one !== first)
  for (const run of first === undefined ? others : [first, ...others]) {
    if (budget !== undefined && !budget.take()) return null
    const simulation = await run(client, { blockNumber, calls, gasPrice })
    if (simulation === null) continue
    lastUsed.set(client, { ...used, [senders]: run })
    return simulation
  }
  if (first !== undefined) throw new RangeError('The provider has simulated before, and says now that it cannot.')
  return null
}
