import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { MetricsSnapshot } from '../../../metrics/metrics.ts'
import { GatewayWorkerError } from '../../../node/nodeErrors.ts'
import { type Order, type Report, toCloseMs } from './messages.ts'

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
  /** Where its log lines go. @default stderr */
  readonly logTo: Writable | undefined
}

/** In the package: beside this file, built or as a source. In the command: beside its file. */
const places = ['./gatewayWorker.js', './gatewayWorker.ts']
const readMs = 500

export function startWorker({ fd, order, logTo }: Options): WorkerProcess {
  const child = fork(findProgram(), [], {
    stdio: ['ignore', 'ignore', logTo === undefined ? 'inherit' : 'pipe', 'ipc', fd],
    // Limits of a tier may be infinite, which JSON cannot say.
    serialization: 'advanced',
  })
  if (logTo !== undefined) child.stderr?.pipe(logTo, { end: false })
  const send = (message: Order) => void (child.connected && child.send(message, () => {}))
  const reading = new Map<number, (snapshot?: MetricsSnapshot) => void>()
  let asked = 0
  let fault = ''
  let open = () => {}
  const listening = new Promise<void>((resolve) => {
    open = resolve
  })
  const ended = new Promise<string>((resolve) => {
    child.on('exit', (code, signal) => resolve(code === null ? `by ${signal}` : `with code ${code}${fault}`))
    child.on('error', ({ message }) => resolve(`before it began: ${message}`))
  })
  child.on('message', (report: Report) => {
    if (report.kind === 'listening') open()
    else if (report.kind === 'metrics') reading.get(report.id)?.(report.snapshot)
    else fault = `: ${report.message.replace(/\.$/, '')}`
  })
  send(order)

  return {
    opened: requireOpen(listening, ended),
    ended,
    async read() {
      if (!child.connected) return undefined
      asked += 1
      const id = asked
      return new Promise((resolve) => {
        const end = (snapshot?: MetricsSnapshot) => {
          clearTimeout(timer)
          reading.delete(id)
          resolve(snapshot)
        }
        const timer = setTimeout(end, readMs)
        reading.set(id, end)
        send({ kind: 'read', id })
      })
    },
    async close() {
      send({ kind: 'close' })
      const deadline = setTimeout(() => child.kill('SIGKILL'), toCloseMs(order.settings))
      await ended
      clearTimeout(deadline)
    },
  }
}

async function requireOpen(listening: Promise<void>, ended: Promise<string>): Promise<void> {
  const how = await Promise.race([listening, ended])
  if (how !== undefined) throw new GatewayWorkerError(`A worker of the gateway did not start, it ended ${how}.`)
}

function findProgram(): string {
  const found = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  if (found !== undefined) return fileURLToPath(found)
  const advice =
    'Where this package is bundled, bundle it as a further entry into the same directory, or set gateway.workers to 0.'
  throw new GatewayWorkerError(`gatewayWorker.js is missing, the program of the gateway's workers. ${advice}`)
}
