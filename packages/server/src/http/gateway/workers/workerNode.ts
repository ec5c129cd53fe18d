import type { Server } from 'node:http'
import { systemClock } from '@outrigger/core/internal'
import { createMetrics, type Metrics } from '../../../metrics/metrics.ts'
import { addPoolMetrics } from '../../../metrics/poolMetrics.ts'
import { addUpstreamCalls } from '../../../metrics/upstreamCalls.ts'
import { addUsageMetrics } from '../../../metrics/usageMetrics.ts'
import { openAccess } from '../../../node/access.ts'
import { closeInOrder } from '../../../node/closeInOrder.ts'
import { limitDefaults } from '../../../node/configDefaults.ts'
import { openLeases } from '../../../node/leases.ts'
import { createLogger } from '../../../node/logger.ts'
import { toProcessSettings } from '../../../node/processSettings.ts'
import { createProviders } from '../../../node/providers.ts'
import { openStore } from '../../../node/store.ts'
import { toCallerSettings } from '../../caller/callerSettings.ts'
import { createKeyless } from '../../caller/keyless.ts'
import { createGateway } from '../gateway.ts'
import { type Order, socketFd } from './messages.ts'

export type WorkerNode = Pick<Metrics, 'snapshot'> & { close(): Promise<void> }

/** A node with nothing but the gateway, on the store and the data directory of the node that started it. */
export async function openWorkerNode({
  settings,
  log,
  restUrl,
  runHashes,
}: Order & { readonly kind: 'open' }): Promise<WorkerNode> {
  const logger = createLogger(log)
  const store = await openStore(settings)
  const metrics = createMetrics()
  const leases = await openLeases({ store, logger, metrics, address: () => null })
  const providers = createProviders(toProcessSettings(settings), logger)
  const access = await openAccess({ settings, store, clock: systemClock, logger, leases, runHashes })
  const unwatchPools = addPoolMetrics(metrics, providers.all)
  addUpstreamCalls(metrics, providers.all)
  addUsageMetrics(metrics, access.meter)
  const gateway = createGateway({
    ...{ ...access, ...providers, metrics, tracing: null, clock: systemClock, logger, ...toCallerSettings(settings) },
    keyless: createKeyless(access.access),
    // A filter would be unknown to the other workers, who serve the next connection.
    settings: { ...settings.gateway, filters: 0 },
    toRestUrl: () => restUrl,
  })
  await listenOnInherited(gateway.server)
  const closeSteps = [
    () => gateway.close(settings.limits?.drainMs ?? limitDefaults.drainMs),
    providers.close,
    unwatchPools,
    access.closeLimits,
    access.ledger.close,
    access.keys.close,
    leases.close,
    store.close,
  ]
  return {
    snapshot: metrics.snapshot,
    close: () => closeInOrder(closeSteps, logger),
  }
}

function listenOnInherited(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ fd: socketFd }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
