import type { GasPrice } from '@outrigger/oracle'

/** Base fees of a chain's latest blocks, wei, the newest last. */
export type FeeTrail = { readonly chain: string; readonly fees: readonly bigint[] }

type Priced = Pick<GasPrice, 'chain' | 'blockNumber' | 'nextBaseFeePerGas'>

/**
 * Stores the base fee of each block that has a price. After a reorganization, a block replaces the stored blocks from
 * its number on.
 */
export function createFeeTrails(blocks = 60) {
  const trails = new Map<string, Map<bigint, bigint>>()
  return {
    add(prices: readonly Priced[]): void {
      for (const { chain, blockNumber, nextBaseFeePerGas } of prices) {
        const trail = trails.get(chain) ?? new Map<bigint, bigint>()
        trails.set(chain, trail.set(blockNumber, nextBaseFeePerGas))
        for (const number of trail.keys()) if (number > blockNumber) trail.delete(number)
        const [oldest] = trail.keys()
        if (trail.size > blocks && oldest !== undefined) trail.delete(oldest)
      }
    },
    list: (): readonly FeeTrail[] => [...trails].map(([chain, trail]) => ({ chain, fees: [...trail.values()] })),
  }
}
