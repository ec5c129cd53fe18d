/** Requests that simulations may make in a block. */
export type SimulationBudget = {
  /** Takes one; false where none is left. */
  take(): boolean
  readonly left: number
  reset(): void
}

/** @param perBlock requests; 0 for none */
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

/** A budget's requests down to a number that is left for others. */
export function toShare(budget: SimulationBudget, reserved: number): SimulationBudget {
  return {
    take: () => budget.left > reserved && budget.take(),
    get left() {
      return Math.max(0, budget.left - reserved)
    },
    reset: budget.reset,
  }
}
