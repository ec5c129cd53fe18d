/** Runs tasks in the order they arrive, `size` at a time. A task whose signal aborts before its turn never runs. */
export function limit(size: number): <result>(task: () => Promise<result>, signal: AbortSignal) => Promise<result> {
  const waiting: (() => void)[] = []
  let free = size
  return async (task, signal) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      signal.throwIfAborted()
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
