import type { PublicClient } from 'viem'
import { runByScript } from './runByScript.ts'
import { runBySimulate } from './runBySimulate.ts'
import type { SimulatedCall, Simulation } from './simulation.ts'
import type { SimulationBudget } from './simulationBudget.ts'

export type SimulationParameters = {
  /** Block whose state the calls run on. */
  readonly blockNumber: bigint
  /** Calls in execution order. If a call reverts, the next calls still run. */
  readonly calls: readonly SimulatedCall[]
  /**
   * Gas price in wei. The simulation funds the accounts that pay for gas. It also sets a base fee just below this price if the
   * node allows it. Contracts can detect a simulation with free gas. @default 0n
   */
  readonly gasPrice?: bigint
  /**
   * `accounts` simulates senders without code. `contracts` simulates senders that are contracts called by another account. Such
   * contracts pay Uniswap V3 style pools in the callback, which passes the token's address as data. @default 'accounts'
   */
  readonly senders?: 'accounts' | 'contracts'
  /** Limit on requests in this block. @default unlimited */
  readonly budget?: SimulationBudget
}

const methods = {
  accounts: [runBySimulate, runByScript('eth_call'), runByScript('debug_traceCall')],
  contracts: [runByScript('eth_simulateV1'), runByScript('eth_call'), runByScript('debug_traceCall')],
} as const
type Run = (typeof methods)['accounts' | 'contracts'][number]
/** The method that last worked for each client and kind of sender. It is tried first. */
const lastUsed = new WeakMap<PublicClient, { readonly [senders in 'accounts' | 'contracts']?: Run }>()

/**
 * Simulates calls in order on top of a block, without sending a transaction. Tries `eth_simulateV1` first, then `eth_call` with
 * state overrides, then `debug_traceCall`. In the last two methods, and whenever `senders` is `contracts`, each sender has relay
 * code during the simulation. `tx.origin` is then a different account, and the reported gas includes the relay.
 *
 * @returns null if the node supports none of these methods or the budget is used up
 * @throws any error of the client if no provider responds, and a `RangeError` for inconsistent responses, for example if a
 *   provider that simulated before rejects every method now
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
  if (first !== undefined) throw new RangeError('The provider could simulate before, but now reports that it cannot.')
  return null
}
