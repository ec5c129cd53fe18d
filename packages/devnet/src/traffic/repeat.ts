/** Runs repeatedly, one run at a time. Returns a function that stops it and waits for the current run. */
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
