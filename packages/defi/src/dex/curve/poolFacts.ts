import type { Address } from 'viem'

/** Known facts of a pool, which save rounds of reads. */
export type PoolFacts<pool> = {
  /** Its coins in its order, including the wrapped native token. */
  readonly tokens?: readonly Address[]
  /**
   * Its complete, verified state at another block. Only changing values are then read, in one round; for a meta pool in
   * two.
   */
  readonly proven?: pool | null
}
