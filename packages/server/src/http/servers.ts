import type { Logger } from 'pino'
import { computeLimits } from '../access/tiers.ts'
import { createApi } from '../api/api.ts'
import type { ProvidersApiParts } from '../api/providers.ts'
import type { GatewayLimits } from '../gateway/limits.ts'
import type { NodeConfig } from '../node/config.ts'
import type { Readiness } from '../node/readiness.ts'
import type { Services } from '../node/services.ts'
import { createChainStream } from '../stream/chain/chainStream.ts'
import { createLiquidationStream } from '../stream/liquidationStream.ts'
import { createMempoolStream } from '../stream/mempoolStream.ts'
import { createMevStream } from '../stream/mevStream.ts'
import { createApp } from './app.ts'
import { toCallerSettings } from './caller/callerSettings.ts'
import { createHostCheck } from './caller/hostCheck.ts'
import { createKeyless } from './caller/keyless.ts'
import { createVerifiedKeys } from './caller/verifiedKeys.ts'
import { readAssets } from './dashboard/assets.ts'
import { createSessions, noSessions } from './dashboard/sessions.ts'
import { createGateway } from './gateway/gateway.ts'
import { mountStreams } from './streamSockets.ts'

export type ServerOptions = {
  readonly logger: Logger
  readonly readiness: () => Readiness
  readonly providers: ProvidersApiParts['providers']
  readonly toRestUrl: () => string | null
  readonly gateway?: GatewayOptions | undefined
}

/** Values of the gateway that tests change. */
export type GatewayOptions = { readonly limits?: Partial<GatewayLimits>; readonly hasFastLane?: boolean }

export type Servers = ReturnType<typeof createServers>

/** Creates the servers of a node before they listen. Their modules take as long to load as the rest of the node. */
export function createServers(services: Services, settings: NodeConfig, options: ServerOptions) {
  const { logger, readiness, providers, toRestUrl } = options
  const { mempools, lending, access } = services
  const { hosts = [], gateway: gatewaySettings = {} } = settings
  const mempoolStream = createMempoolStream(mempools)
  const { cors, trustedProxies, clientIp } = toCallerSettings(settings)
  const assets = settings.dashboard === false ? undefined : readAssets()
  const dashboard = assets && { assets, sessions: createSessions({ ...services, clientIp }) }
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
    api: createApi({ ...services, gateway, mempoolStream, providers }),
    readiness,
    dashboard,
    oracleRequestsPerMinute: computeLimits({ tier: 'free' }, settings.tiers).oracleRequestsPerMinute,
    toGatewayUrl: gateway.url,
    describeGateway: gateway.describe,
    answerCall: gateway.answer,
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
