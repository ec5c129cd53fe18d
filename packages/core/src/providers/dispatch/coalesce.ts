import { onAbort } from '../../time/abort.ts'
import { type Cancellation, Canceller } from '../../time/cancel.ts'

type Shared<value> = {
  readonly promise: Promise<value>
  readonly controller: Canceller | undefined
  waiting: number
}

type Run<value> = (signal: Cancellation | undefined) => Promise<value>

export type Coalescer<value> = {
  /** Runs identical work once for all callers that arrive while it runs. Aborts the work when every caller has left. */
  share(key: string, signal: Cancellation | undefined, run: Run<value>): Promise<value>
  /** Prevents later callers from joining the work that is running now, because it may miss a recent change. */
  renew(): void
}

export function createCoalescer<value>(): Coalescer<value> {
  const running = new Map<string, Shared<value>>()
  function share(key: string, signal: Cancellation | undefined, run: Run<value>): Promise<value> {
    let shared = running.get(key)
    if (shared === undefined) {
      // A caller without a signal never leaves, so the work is never aborted.
      const controller = signal && new Canceller()
      const started: Shared<value> = { promise: run(controller), controller, waiting: 0 }
      const end = () => {
        if (running.get(key) === started) running.delete(key)
      }
      started.promise.then(end, end)
      running.set(key, started)
      shared = started
    }
    const { promise, controller } = shared
    shared.waiting += 1
    if (signal === undefined) return promise
    const joined = shared
    return new Promise<value>((resolve, reject) => {
      const detach = onAbort([signal], (reason) => {
        reject(reason)
        joined.waiting -= 1
        if (joined.waiting > 0) return
        // Later callers start the work again.
        if (running.get(key) === joined) running.delete(key)
        controller?.abort(reason)
      })
      promise.then(resolve, reject).finally(detach)
    })
  }
  return { share, renew: () => running.clear() }
}
