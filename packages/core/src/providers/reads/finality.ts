import type { Clock } from '../../time/clock.ts'

/** The highest known final block. It is requested in the background, and only when needed. */
export type Finality = {
  /** Number of the block. Null until it is known, and on chains whose nodes do not report it. */
  readonly block: bigint | null
  /** Checks whether this block has become final, so that its answer can be stored. Null if no check is needed now. */
  refresh(block: bigint, head: bigint | null): Promise<void> | null
  forget(): void
}

const refreshMs = 15_000
const unsupportedMs = 10 * 60_000
// No chain with a finality tag makes a block final sooner, so younger blocks are not checked.
const minDepth = 8n

export function createFinality(getFinalBlock: () => Promise<bigint | null>, clock: Clock): Finality {
  let block: bigint | null = null
  let nextMs = Number.NEGATIVE_INFINITY
  /** Shared by all callers while the request runs. */
  let refreshing: Promise<void> | null = null
  return {
    get block() {
      return block
    },
    refresh(needed, head) {
      if (block !== null && needed <= block) return null
      if (head !== null && needed > head - minDepth) return null
      if (refreshing !== null || clock.now() < nextMs) return refreshing
      nextMs = clock.now() + refreshMs
      refreshing = getFinalBlock()
        .then(
          (final) => {
            if (final === null) nextMs = clock.now() + unsupportedMs
            else if (block === null || final > block) block = final
          },
          () => {},
        )
        .finally(() => {
          refreshing = null
        })
      return refreshing
    },
    forget() {
      block = null
      nextMs = Number.NEGATIVE_INFINITY
    },
  }
}
