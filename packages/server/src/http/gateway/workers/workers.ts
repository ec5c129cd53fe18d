import { sleep } from '@outrigger/core'
import { monotonicClock } from '@outrigger/core/internal'
import type { Logger } from 'pino'
import type { MetricsSnapshot } from '../../../metrics/metrics.ts'
import { noRestarts, step } from './restarts.ts'
import type { WorkerProcess } from './workerProcess.ts'

/** A number of workers, each of which is followed by another when it ends. */
export type Workers = {
  /** The metrics of those that answer, by their numbers from 1. */
  read(): Promise<ReadonlyMap<string, MetricsSnapshot>>
  close(): Promise<void>
}

type Parts = { readonly count: number; readonly start: () => WorkerProcess; readonly logger: Logger }

/** Resolves when all of them listen. @throws {GatewayWorkerError} one of them does not; none is left then */
export async function openWorkers({ count, start, logger }: Parts): Promise<Workers> {
  const closing = new AbortController()
  const current = new Map(Array.from({ length: count }, (_, index) => [String(index + 1), start()]))

  async function close(): Promise<void> {
    closing.abort()
    await Promise.all([...current.values()].map((worker) => worker.close()))
  }
  async function keep(number: string, worker: WorkerProcess): Promise<void> {
    let restarts = noRestarts
    for (let running = worker; ; current.set(number, running)) {
      const startedAtMs = monotonicClock.now()
      const how = await running.ended
      if (closing.signal.aborted) return
      restarts = step(restarts, monotonicClock.now() - startedAtMs)
      logger.error({ worker: number, waitMs: restarts.waitMs }, `a worker ended ${how}, another is started`)
      await sleep(restarts.waitMs, closing.signal)
      if (closing.signal.aborted) return
      running = start()
      // If it does not start, it ends, and `ended` says why.
      running.opened.catch(() => {})
    }
  }

  try {
    await Promise.all([...current.values()].map(({ opened }) => opened))
  } catch (error) {
    await close()
    throw error
  }
  for (const [number, worker] of current) void keep(number, worker)
  return {
    async read() {
      const answers = await Promise.all(
        [...current].map(async ([number, worker]) => [number, await worker.read()] as const),
      )
      return new Map(answers.flatMap(([number, snapshot]) => (snapshot === undefined ? [] : [[number, snapshot]])))
    },
    close,
  }
}
