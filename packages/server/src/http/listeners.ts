import type { Logger } from 'pino'
import { createApi } from '../api/api.ts'
import { keepProviderEvents } from '../metrics/providerEvents.ts'
import type { NodeConfig } from '../node/config.ts'
import { limitDefaults, listenDefaults } from '../node/configDefaults.ts'
import type { Listening, ListenOptions } from '../node/listening.ts'
import { NodeClosedError } from '../node/nodeErrors.ts'
import type { Readiness } from '../node/readiness.ts'
import type { Services } from '../node/services.ts'
import { createChainStream } from '../stream/chain/chainStream.ts'
import { createLiquidationStream } from '../stream/liquidationStream.ts'
import { createMempoolStream } from '../stream/mempoolStream.ts'
import { createApp } from './app.ts'
import { type ClientIp, createClientIp } from './caller/clientIp.ts'
import { createHostCheck } from './caller/hostCheck.ts'
import { createKeyless } from './caller/keyless.ts'
import { type Assets, readAssets } from './dashboard/assets.ts'
import { createGasQuestions } from './dashboard/gasQuestions.ts'
import { createLiquidationQuestions } from './dashboard/liquidationQuestions.ts'
import { createMempoolQuestions } from './dashboard/mempoolQuestions.ts'
import { createMevQuestions } from './dashboard/mevQuestions.ts'
import type { DashboardParts } from './dashboard/mountDashboard.ts'
import { toWireProviders } from './dashboard/providersWire.ts'
import { createSessions, noSessions } from './dashboard/sessions.ts'
import { createGateway } from './gateway/gateway.ts'
import { drain, listenOn } from './listen.ts'
import { mountStreams } from './streamSockets.ts'

export type Listeners = {
  /** @throws {ListenError} @throws {NodeClosedError} */
  listen(wanted?: ListenOptions): Promise<Listening>
  /** A token that signs a browser in as the key; null without a dashboard. */
  createSignIn(keyId: string): string | null
  /** Refuses any further `listen`. */
  refuse(): void
  /** In order: each may need the ones after it. */
  closeSteps(drainMs: number): readonly (() => unknown)[]
}

type Options = { readonly logger: Logger; readonly readiness: () => Readiness }

/** The two listeners of a node: REST with the streams, and the gateway. They are open once `listen` is called. */
export function createListeners(services: Services, settings: NodeConfig, options: Options): Listeners {
  const { logger } = options
  let restUrl: string | null = null
  const { app, gateway, sockets, dashboard } = createServers(services, settings, {
    ...options,
    toRestUrl: () => restUrl,
  })
  let isClosed = false
  let opening: Promise<unknown> | undefined
  const requireOpen = () => {
    if (isClosed) throw new NodeClosedError()
  }

  async function openPorts(wanted: ListenOptions): Promise<Listening> {
    const host = wanted.host ?? settings.host ?? listenDefaults.host
    const port = wanted.port ?? settings.port ?? listenDefaults.port
    const gatewayPort = wanted.gatewayPort ?? settings.gatewayPort ?? listenDefaults.gatewayPort
    requireOpen()
    services.reach.host = host
    await app.ready()
    requireOpen()
    const rest = await listenOn(app.server, host, port)
    requireOpen()
    const direct = await listenOn(gateway.server, host, gatewayPort).catch(async (error) => {
      await drain(app.server, 0)
      throw error
    })
    requireOpen()
    const [restAddress, gatewayAddress] = [`${rest.host}:${rest.port}`, `${direct.host}:${direct.port}`]
    restUrl = `http://${restAddress}/api`
    gateway.announce(`http://${gatewayAddress}`)
    logger.info({ ...rest, gatewayPort: direct.port }, 'listening')
    return {
      url: restUrl,
      wsUrl: `ws://${restAddress}`,
      gatewayUrl: `http://${gatewayAddress}`,
      gatewayWsUrl: `ws://${gatewayAddress}`,
      port: rest.port,
      gatewayPort: direct.port,
    }
  }

  return {
    listen(wanted = {}) {
      const listening = openPorts(wanted)
      opening = Promise.allSettled([opening, listening])
      return listening
    },
    createSignIn: (keyId) => dashboard?.sessions.issueToken(keyId) ?? null,
    refuse() {
      isClosed = true
    },
    closeSteps: (drainMs) => [
      // A port that is being opened must be open to be closed.
      () => opening,
      sockets.close,
      () => gateway.close(drainMs),
      () => Promise.all([drain(app.server, drainMs), drain(gateway.server, drainMs)]),
      () => app.close(),
    ],
  }
}

type ServerOptions = Options & { readonly toRestUrl: () => string | null }

function createServers(services: Services, settings: NodeConfig, { logger, readiness, toRestUrl }: ServerOptions) {
  const { mempools, lending, access } = services
  const { limits = {}, cors = ['*'], hosts = [], trustedProxies = settings.trustProxy ? 1 : 0 } = settings
  const mempoolStream = createMempoolStream(mempools)
  const clientIp = createClientIp(trustedProxies)
  const assets = settings.dashboard === false ? undefined : readAssets()
  const dashboard = assets && createDashboard(services, assets, clientIp)
  const shared = {
    ...services,
    logger,
    cors,
    clientIp,
    sessions: dashboard?.sessions ?? noSessions,
    keyless: createKeyless(access),
  }
  const gateway = createGateway({ ...shared, settings: settings.gateway ?? {}, toRestUrl })
  const app = createApp({
    ...shared,
    api: createApi({ ...services, gateway, mempoolStream }),
    readiness,
    dashboard,
    bodyBytes: limits.bodyBytes ?? limitDefaults.bodyBytes,
    oracleRequestsPerMinute: limits.oracleRequestsPerMinute ?? limitDefaults.oracleRequestsPerMinute,
    healthRequestsPerMinute: limits.healthRequestsPerMinute ?? limitDefaults.healthRequestsPerMinute,
    toGatewayUrl: gateway.url,
    checkHost: createHostCheck(hosts, trustedProxies),
  })
  const sockets = mountStreams({
    ...shared,
    server: app.server,
    streams: {
      ...{ mempool: mempoolStream, liquidations: createLiquidationStream(lending) },
      chain: createChainStream(services),
    },
    settings: settings.streams ?? {},
  })
  return { app, gateway, sockets, dashboard }
}

function createDashboard(services: Services, assets: Assets, clientIp: ClientIp): DashboardParts {
  const { pools, familyPools, beaconPool, clock } = services
  const all = [...Object.values(pools), ...Object.values(familyPools), ...(beaconPool ? [beaconPool] : [])]
  const events = keepProviderEvents(all, clock)
  return {
    assets,
    sessions: createSessions({ ...services, clientIp }),
    questions: [
      {
        ...{ path: '/dashboard/providers', scopes: ['admin:account'], area: 'account' },
        answer: () => toWireProviders(all, events, clock.now()),
      },
      ...createGasQuestions(services),
      ...createLiquidationQuestions(services),
      ...createMempoolQuestions(services),
      ...createMevQuestions(services),
    ],
  }
}
