import type { Writable } from 'node:stream'
import type { Logger } from 'pino'
import type { Keyring } from '../../../access/keyring.ts'
import type { Metrics, MetricsSnapshot } from '../../../metrics/metrics.ts'
import type { LogLevel, NodeConfig } from '../../../node/config.ts'
import type { Gateway } from '../gateway.ts'
import { createGatewayUrl } from '../gatewayUrl.ts'
import { type BoundSocket, bindSocket } from './boundSocket.ts'
import { startWorker } from './workerProcess.ts'
import { openWorkers, type Workers } from './workers.ts'

type Parts = {
  readonly settings: NodeConfig
  readonly count: number
  readonly metrics: Metrics
  readonly logger: Logger
  readonly logTo: Writable | undefined
  readonly toRestUrl: () => string | null
  readonly keys: Pick<Keyring, 'runHashes'>
}

/**
 * A gateway that is served by other processes. They take connections from one listening socket by themselves, so that
 * no request passes through this process. When one is killed, the system closes the connections of its callers.
 */
export function createWorkerGateway({ settings, count, metrics, logger, logTo, toRestUrl, keys }: Parts): Gateway {
  let socket: BoundSocket | undefined
  let workers: Workers | undefined
  const read = async (): Promise<ReadonlyMap<string, MetricsSnapshot>> => (await workers?.read()) ?? new Map()
  metrics.addWorkers(read)

  return {
    ...createGatewayUrl(settings.gateway?.publicUrl),
    async listen(host, port) {
      const bound = await bindSocket(host, port)
      socket = bound
      const order = {
        kind: 'open',
        settings,
        log: logger.level as LogLevel,
        restUrl: toRestUrl(),
        runHashes: keys.runHashes,
      } as const
      const start = () => startWorker({ fd: bound.fd, order, logTo })
      try {
        workers = await openWorkers({ count, start, logger })
      } catch (error) {
        bound.close()
        throw error
      }
      return { host: bound.host, port: bound.port }
    },
    async countSockets(chain) {
      const open = [...(await read()).values()].flat().filter(({ name }) => name === 'outrigger_gateway_sockets')
      const here = open.flatMap(({ values }) => values).filter(({ labels }) => labels['chain'] === chain)
      return here.reduce((sum, { value }) => sum + value, 0)
    },
    async close() {
      socket?.close()
      await workers?.close()
    },
  }
}
