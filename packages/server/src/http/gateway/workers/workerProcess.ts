import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { OutriggerError } from '@outrigger/core'
import type { MetricsSnapshot } from '../../../metrics/metrics.ts'
import type { Order, Report } from './messages.ts'

/** A worker of the gateway did not begin to listen. The message has what it said. */
export class GatewayWorkerError extends OutriggerError {
  readonly code = 'GATEWAY_WORKER'
}

export type WorkerProcess = {
  /** Resolves once it listens. @throws {GatewayWorkerError} */
  readonly opened: Promise<void>
  /** Resolves when it has ended, with why. */
  readonly ended: Promise<string>
  /** Its metrics, unless it is silent for too long. */
  read(): Promise<MetricsSnapshot | undefined>
  /** Has it drain and end. */
  close(): Promise<void>
}

type Options = {
  readonly fd: number
  readonly order: Order & { readonly kind: 'open' }
  /** So long it may take to close. */
  readonly closeMs: number
  readonly logTo: Writable | undefined
}

/** In the package: beside this file, built or as a source. In the command: beside its file. */
const places = ['./gatewayWorker.js', './gatewayWorker.ts']
const readMs = 500

export function startWorker({ fd, order, closeMs, logTo }: Options): WorkerProcess {
  const child = fork(findProgram(), [], {
    stdio: ['ignore', 'ignore', logTo === undefined ? 'inherit' : 'pipe', 'ipc', fd],
    // Limits of a tier may be infinite, which JSON cannot say.
    serialization: 'advanced',
  })
  if (logTo !== undefined) child.stderr?.pipe(logTo, { end: false })
  const send = (message: Order) => void (child.connected && child.send(message, () => {}))
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code === null ? `by ${signal}` : `with code ${code}`))
    child.once('error', ({ message }) => resolve(`before it began: ${message}`))
  })
  const opened = waitUntilOpen(child, ended)
  // Whoever waits for it may have gone.
  opened.catch(() => {})
  send(order)
  let asked = 0

  return {
    opened,
    ended,
    read() {
      asked += 1
      const id = asked
      return new Promise((resolve) => {
        const onReport = (report: Report) => report.kind === 'metrics' && report.id === id && end(report.snapshot)
        const onDisconnect = () => end()
        const timer = setTimeout(onDisconnect, readMs)
        function end(snapshot?: MetricsSnapshot): void {
          clearTimeout(timer)
          child.off('message', onReport).off('disconnect', onDisconnect)
          resolve(snapshot)
        }
        child.on('message', onReport).on('disconnect', onDisconnect)
        send({ kind: 'read', id })
      })
    },
    async close() {
      send({ kind: 'close' })
      const deadline = setTimeout(() => child.kill('SIGKILL'), closeMs)
      await ended
      clearTimeout(deadline)
    },
  }
}

async function waitUntilOpen(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const first = once(child, 'message') as Promise<[Report]>
  const outcome = await Promise.race([first, ended])
  if (typeof outcome === 'string')
    throw new GatewayWorkerError(`A worker of the gateway ended ${outcome} at its start.`)
  const [report] = outcome
  if (report.kind === 'failed')
    throw new GatewayWorkerError(`A worker of the gateway could not start: ${report.message}`)
}

function findProgram(): string {
  const found = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  if (found !== undefined) return fileURLToPath(found)
  throw new GatewayWorkerError(
    'gatewayWorker.js is missing, the program of the gateway’s workers. Where this package is bundled, put the file beside the bundle, or set gateway.workers to 0.',
  )
}
