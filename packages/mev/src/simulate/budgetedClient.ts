import { OutriggerError } from '@outrigger/core'
import { createPublicClient, custom, type PublicClient } from 'viem'

/** Limits the requests of simulations per block. */
export type SimulationBudget = {
  /** Takes one request from the budget. Returns false if the budget is used up. */
  take(): boolean
  readonly left: number
  reset(): void
}

/** @param perBlock requests per block. With 0, no request is allowed. */
export function createSimulationBudget(perBlock: number): SimulationBudget {
  let left = perBlock
  return {
    take() {
      if (left <= 0) return false
      left -= 1
      return true
    },
    get left() {
      return left
    },
    reset() {
      left = perBlock
    },
  }
}

/** Creates a view of a budget that leaves the last `reserved` requests of each block to other users. */
export function withReserve(budget: SimulationBudget, reserved: number): SimulationBudget {
  return {
    take: () => budget.left > reserved && budget.take(),
    get left() {
      return Math.max(0, budget.left - reserved)
    },
    reset: budget.reset,
  }
}

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
