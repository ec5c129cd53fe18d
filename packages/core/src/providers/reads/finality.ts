import type { Clock } from '../../time/clock.ts'

/** The highest final block known; asked for in the background, and only when somebody needs it. */
export type Finality = {
  /** Null before it is known, and on chains whose nodes do not tell. */
  readonly block: bigint | null
  /** Somebody has an answer of this block to keep: looks whether it has become final. Null where that is not asked now. */
  want(block: bigint, head: bigint | null): Promise<void> | null
  forget(): void
}

const refreshMs = 15_000
const hopelessMs = 10 * 60_000
// No chain with a finality tag makes a block final sooner; asking about younger ones would be in vain.
const minDepth = 8n

export function createFinality(ask: () => Promise<bigint | null>, clock: Clock): Finality {
  let block: bigint | null = null
  let nextMs = Number.NEGATIVE_INFINITY
  /** Shared by all who want to know while it is asked. */
  let asking: Promise<void> | null = null
  return {
    get block() {
      return block
    },
    want(wanted, head) {
      if (block !== null && wanted <= block) return null
      if (head !== null && wanted > head - minDepth) return null
      if (asking !== null || clock.now() < nextMs) return asking
      nextMs = clock.now() + refreshMs
      asking = ask()
        .then(
          (final) => {
            if (final === null) nextMs = clock.now() + hopelessMs
            else if (block === null || final > block) block = final
          },
          () => {},
        )
        .finally(() => {
          asking = null
        })
      return asking
    },
    forget() {
      block = null
      nextMs = Number.NEGATIVE_INFINITY
    },
  }
}
