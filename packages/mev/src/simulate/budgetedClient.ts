import { OutriggerError } from '@outrigger/core'
import { createPublicClient, custom, type PublicClient } from 'viem'
import type { SimulationBudget } from './simulationBudget.ts'

/** Simulations have used all requests that the budget allows in this block. */
class BudgetSpentError extends OutriggerError {
  readonly code = 'SIMULATION_BUDGET_SPENT'
  constructor() {
    super('The requests that simulations may make in this block are used up. Raise simulationsPerBlock.')
  }
}

/** Creates a client that takes one request from the budget for each request it sends. */
export function toBudgetedClient(client: PublicClient, budget: SimulationBudget): PublicClient {
  const request = (call: Parameters<PublicClient['request']>[0]) => {
    if (!budget.take()) throw new BudgetSpentError()
    return client.request(call)
  }
  return createPublicClient({
    ...(client.chain && { chain: client.chain }),
    transport: custom({ request: async (call) => request(call as never) }, { retryCount: 0 }),
  }) as PublicClient
}
