import { exitCodes } from './exitCodes.ts'

const closingMs = 5_000

/** The first SIGINT, SIGTERM or SIGHUP aborts `signal`. `exitCode` is the exit code of the process after that. */
export type Interrupt = {
  readonly signal: AbortSignal
  /** Rejects when `signal` is aborted. */
  readonly rejected: Promise<never>
  exitCode(finished: boolean): number | null
}

/**
 * Creates an interrupt. A second SIGINT, SIGTERM or SIGHUP, or five seconds of closing, ends the process immediately.
 * Handlers of `exit`, which end child processes, still run.
 */
export function createInterrupt(): Interrupt {
  const controller = new AbortController()
  let by: NodeJS.Signals | undefined
  const exitCode = (finished: boolean) => {
    if (by === undefined) return null
    if (by === 'SIGINT') return exitCodes.interrupted
    return finished ? exitCodes.ok : exitCodes.terminated
  }
  const onSignal = (name: NodeJS.Signals) => {
    if (by !== undefined) process.exit(exitCode(false))
    by = name
    setTimeout(() => process.exit(exitCode(false)), closingMs).unref()
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  // npm and npx end without passing a signal on, so their end is taken for one.
  if (process.env['npm_command'] !== undefined) {
    const parent = process.ppid
    setInterval(() => {
      if (by === undefined && process.ppid !== parent) onSignal('SIGTERM')
    }, 250).unref()
  }
  const { signal } = controller
  const rejected = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  rejected.catch(() => {})
  return { signal, rejected, exitCode }
}

/** Resolves when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    // The listener alone keeps no event loop alive.
    const alive = setInterval(() => {}, 60_000)
    signal.addEventListener('abort', () => {
      clearInterval(alive)
      resolve()
    })
  })
}
