/** Requests that simulations may make in a block. */
export type SimulationBudget = {
  /** Takes one; false where none is left. */
  take(): boolean
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
    reset() {
      left = perBlock
    },
  }
}
