/** The block that a stream has reached. Callers can wait for a block. */
export type Progress = {
  set(block: bigint): void
  readonly block: bigint
  /** Resolves when the block is reached, or when the signal aborts. Never rejects. */
  reach(block: bigint, signal: AbortSignal): Promise<void>
}

export function createProgress(start: bigint): Progress {
  let reached = start
  const waiting = new Set<() => void>()
  return {
    get block() {
      return reached
    },
    set(block) {
      reached = block
      for (const check of [...waiting]) check()
    },
    reach: (block, signal) =>
      new Promise((resolve) => {
        const check = () => {
          if (reached < block && !signal.aborted) return
          waiting.delete(check)
          signal.removeEventListener('abort', check)
          resolve()
        }
        waiting.add(check)
        signal.addEventListener('abort', check)
        check()
      }),
  }
}
