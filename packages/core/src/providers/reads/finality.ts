import type { Clock } from '../../time/clock.ts'

/** The highest final block known; asked for in the background, and only when it is needed. */
export type Finality = {
  /** Null before it is known, and on chains whose nodes do not report. */
  readonly block: bigint | null
  /** Asks whether this block has become final, to store an answer of it. Null where it is not asked now. */
  want(block: bigint, head: bigint | null): Promise<void> | null
  forget(): void
}

const refreshMs = 15_000
const unsupportedMs = 10 * 60_000
// No chain with a finality tag makes a block final sooner, so younger ones are not asked about.
const minDepth = 8n

export function createFinality(ask: () => Promise<bigint | null>, clock: Clock): Finality {
  let block: bigint | null = null
  let nextMs = Number.NEGATIVE_INFINITY
  /** Shared by all callers while it is asked. */
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
            if (final === null) nextMs = clock.now() + unsupportedMs
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
