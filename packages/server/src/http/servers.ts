import type { Logger } from 'pino'
import { computeLimits } from '../access/tiers.ts'
import { createApi } from '../api/api.ts'
import type { GatewayLimits } from '../gateway/limits.ts'
import type { AnyPool, ProviderEvent } from '../metrics/providerEvents.ts'
import type { NodeConfig } from '../node/config.ts'
import type { Readiness } from '../node/readiness.ts'
import type { Services } from '../node/services.ts'
import { createChainStream } from '../stream/chain/chainStream.ts'
import { createLiquidationStream } from '../stream/liquidationStream.ts'
import { createMempoolStream } from '../stream/mempoolStream.ts'
import { createMevStream } from '../stream/mevStream.ts'
import { createApp } from './app.ts'
import { toCallerSettings } from './caller/callerSettings.ts'
import type { ClientIp } from './caller/clientIp.ts'
import { createHostCheck } from './caller/hostCheck.ts'
import { createKeyless } from './caller/keyless.ts'
import { createVerifiedKeys } from './caller/verifiedKeys.ts'
import { type Assets, readAssets } from './dashboard/assets.ts'
import { createMevQuestions } from './dashboard/mevQuestions.ts'
import type { DashboardParts } from './dashboard/mountDashboard.ts'
import { toWireProviders } from './dashboard/providersWire.ts'
import { createSessions, noSessions } from './dashboard/sessions.ts'
import { createGateway } from './gateway/gateway.ts'
import { mountStreams } from './streamSockets.ts'

export type ServerOptions = {
  readonly logger: Logger
  readonly readiness: () => Readiness
  /** All pools of the node, and their recent events. */
  readonly providers: Providers
  readonly toRestUrl: () => string | null
  readonly gateway?: GatewayOptions | undefined
}

/** Values of the gateway that tests change. */
export type GatewayOptions = { readonly limits?: Partial<GatewayLimits>; readonly hasFastLane?: boolean }

type Providers = { readonly all: readonly AnyPool[]; readonly events: readonly ProviderEvent[] }
export type Servers = ReturnType<typeof createServers>

/** Creates the servers of a node before they listen. Their modules take as long to load as the rest of the node. */
export function createServers(services: Services, settings: NodeConfig, options: ServerOptions) {
  const { logger, readiness, providers, toRestUrl } = options
  const { mempools, lending, access } = services
  const { hosts = [], gateway: gatewaySettings = {} } = settings
  const mempoolStream = createMempoolStream(mempools)
  const { cors, trustedProxies, clientIp } = toCallerSettings(settings)
  const assets = settings.dashboard === false ? undefined : readAssets()
  const dashboard = assets && createDashboard(services, assets, clientIp, providers)
  const shared = {
    ...services,
    logger,
    cors,
    clientIp,
    sessions: dashboard?.sessions ?? noSessions,
    keyless: createKeyless(access),
  }
  const gateway = createGateway({ ...shared, ...options.gateway, settings: gatewaySettings, toRestUrl })
  const app = createApp({
    ...shared,
    api: createApi({ ...services, gateway, mempoolStream }),
    readiness,
    dashboard,
    oracleRequestsPerMinute: computeLimits({ tier: 'free' }, settings.tiers).oracleRequestsPerMinute,
    toGatewayUrl: gateway.url,
    checkHost: createHostCheck(hosts, trustedProxies, createVerifiedKeys(shared)),
  })
  const sockets = mountStreams({
    ...shared,
    server: app.server,
    streams: {
      mempool: mempoolStream,
      liquidations: createLiquidationStream(lending),
      mev: createMevStream(services),
      chain: createChainStream(services),
    },
  })
  return { app, gateway, sockets, dashboard }
}

function createDashboard(
  services: Services,
  assets: Assets,
  clientIp: ClientIp,
  { all, events }: Providers,
): DashboardParts {
  return {
    assets,
    sessions: createSessions({ ...services, clientIp }),
    questions: [
      {
        path: '/dashboard/providers',
        scopes: ['admin:account'],
        area: 'account',
        answer: () => toWireProviders(all, events, services.clock.now()),
      },
      ...createMevQuestions(services),
    ],
  }
}
