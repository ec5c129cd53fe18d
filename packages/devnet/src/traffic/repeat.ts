/** Runs again and again, never twice at a time; answers how to stop, which waits for the run under way. */
export const repeat = (
  run: () => void | Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= Promise.resolve()
      .then(run)
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
