/** How far something has come, and who waits for it. */
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
      for (const look of [...waiting]) look()
    },
    reach: (block, signal) =>
      new Promise((resolve) => {
        const look = () => {
          if (reached < block && !signal.aborted) return
          waiting.delete(look)
          signal.removeEventListener('abort', look)
          resolve()
        }
        waiting.add(look)
        signal.addEventListener('abort', look)
        look()
      }),
  }
}
