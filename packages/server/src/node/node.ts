import type { Writable } from 'node:stream'
import { type Clock, type RestPool, type Store, systemClock } from '@outrigger/core'
import {
  type BeaconOracle,
  createBeaconOracle,
  createGasOracle,
  createLrtOracle,
  type GasOracle,
  type LrtOracle,
} from '@outrigger/oracle'
import { createKeyring, type Keyring } from '../access/keyring.ts'
import { createKeyless, withLoopback } from '../access/loopback.ts'
import { createMeter } from '../access/meter.ts'
import { tiers } from '../access/tiers.ts'
import { createTokens } from '../access/tokens.ts'
import { createApi } from '../api/api.ts'
import { createApp } from '../http/app.ts'
import { createClientIp } from '../http/caller/clientIp.ts'
import { createGateway } from '../http/gateway/gateway.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createLiquidationStream } from '../stream/liquidationStream.ts'
import { createMempoolStream } from '../stream/mempoolStream.ts'
import { mountStreams } from '../stream/upgrade.ts'
import { type NodeConfig, toNodeConfig } from './config.ts'
import { createLending, type Lending } from './lending.ts'
import { toLendingRegistry } from './lendingSettings.ts'
import { drain, listenOn, NodeClosedError } from './listen.ts'
import { createLogger } from './logger.ts'
import { createMempools, type Mempools } from './mempools.ts'
import { createProviders, type Pools } from './providers.ts'
import { computeReadiness, type Readiness } from './readiness.ts'
import { openStore } from './store.ts'

export type NodeOptions = {
  /** Closes the node when aborted. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
  /** Where log lines go. @default stderr */
  readonly logTo?: Writable
}

export type ListenOptions = {
  /** @default the configuration's, else 127.0.0.1 */
  readonly host?: string
  /** @default the configuration's, else 8787; 0 takes a free one */
  readonly port?: number
  /** @default the configuration's, else 8788; 0 takes a free one */
  readonly gatewayPort?: number
}

/** Addresses without a trailing slash. */
export type Listening = {
  /** `{base_url}` of the contract, ends in `/api`. */
  readonly url: string
  /** `{ws_url}` of the contract. */
  readonly wsUrl: string
  readonly gatewayUrl: string
  readonly gatewayWsUrl: string
  readonly port: number
  readonly gatewayPort: number
}

/** A local node: providers, oracles, keys and store, usable in process, and over the wire once it listens. */
export type OutriggerNode = {
  /** One pool per configured chain. */
  readonly pools: Pools
  readonly beaconPool: RestPool | null
  readonly gas: GasOracle
  /** Null without an ethereum provider. */
  readonly lrt: LrtOracle | null
  /** Null without a beacon provider. */
  readonly beacon: BeaconOracle | null
  /** Watchers of the pending transactions, made when they are asked for. */
  readonly mempools: Mempools
  /** Lending protocols and scanners of all their positions, made when they are asked for. */
  readonly lending: Lending
  readonly keys: Keyring
  readonly store: Store
  /** What `/readyz` says. */
  readiness(): Readiness
  /**
   * Opens the REST and stream listener and the gateway's.
   * @throws {ListenError} the address is taken or not allowed
   * @throws {NodeClosedError} the node is closed, or was while it opened
   */
  listen(options?: ListenOptions): Promise<Listening>
  /** Stops accepting, lets running requests finish within `limits.drainMs`, then closes everything. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The composition root. Starts whether or not a provider answers, and keeps trying.
 *
 * @throws {InvalidConfigError}
 * @throws {StoreUnavailableError} the data directory cannot be used
 * @example
 * await using node = await createNode({ chains: { base: { endpoints: ['https://mainnet.base.org'] } } })
 * const { tiers } = await node.gas.get('base')
 * const { url } = await node.listen({ port: 0 })
 */
export async function createNode(config: NodeConfig, options: NodeOptions = {}): Promise<OutriggerNode> {
  const { log = 'silent', limits = {}, ...settings } = toNodeConfig(config)
  const { clock = systemClock, signal } = options
  const logger = createLogger(log, options.logTo)
  const store = await openStore(settings.dataDir)
  const providers = createProviders(settings, logger, options.clock)
  const { pools, beaconPool } = providers

  const gas = createGasOracle({ pools: Object.values(pools), clock })
  const lrt = pools.ethereum ? createLrtOracle({ pool: pools.ethereum, clock }) : null
  const beacon = beaconPool ? createBeaconOracle({ pool: beaconPool, clock }) : null
  const keys = createKeyring(store, { clock })
  const access = settings.access ?? 'keys'
  const keyless = createKeyless(access)
  const keyring = withLoopback(keys, access)
  const cors = settings.cors ?? ['*']
  const { mempool = 'onUse', anticipate = true } = settings
  const mempools = createMempools({ pools, store, setting: mempool })
  const lending = createLending({
    pools,
    store,
    mempools,
    gas,
    logger,
    setting: settings.lending ?? 'onUse',
    registry: toLendingRegistry(settings),
    agreement: settings.lendingAgreement ?? 1,
    anticipate: anticipate && mempool !== false,
  })
  const tokens = createTokens({ store, keyring, clock })
  const readiness = () => computeReadiness(gas)
  let restUrl: string | null = null
  const clientIp = createClientIp(settings.trustedProxies ?? (settings.trustProxy ? 1 : 0))
  const meter = createMeter(store, clock)
  const gateway = createGateway({
    pools,
    beaconPool,
    keyring,
    clientIp,
    meter,
    clock,
    logger,
    settings: settings.gateway ?? {},
    keyless,
    cors,
    toRestUrl: () => restUrl,
  })
  const mempoolStream = createMempoolStream(mempools)
  const metrics = createMetrics(providers.all, [gateway, meter, { render: () => sockets.render() }])
  const app = createApp({
    api: createApi({ tokens, pools, beaconPool, gas, lrt, beacon, gateway, mempools, mempoolStream, lending, clock }),
    keyring,
    clock,
    metrics,
    logger,
    readiness,
    bodyBytes: limits.bodyBytes ?? 262_144,
    oracleRequestsPerMinute: limits.oracleRequestsPerMinute ?? tiers.free.oracleRequestsPerMinute,
    cors,
    clientIp,
    keyless,
    toGatewayUrl: gateway.url,
  })
  const sockets = mountStreams({
    server: app.server,
    streams: { mempool: mempoolStream, liquidations: createLiquidationStream(lending) },
    keyring,
    tokens,
    keyless,
    clientIp,
    clock,
    logger,
    settings: settings.streams ?? {},
  })

  let closed: Promise<void> | undefined
  let opening: Promise<unknown> | undefined
  const requireOpen = () => {
    if (closed !== undefined) throw new NodeClosedError()
  }
  function listen(wanted: ListenOptions = {}): Promise<Listening> {
    const listening = openPorts(wanted)
    opening = Promise.allSettled([opening, listening])
    return listening
  }
  async function openPorts(wanted: ListenOptions): Promise<Listening> {
    const host = wanted.host ?? settings.host ?? '127.0.0.1'
    requireOpen()
    await app.ready()
    requireOpen()
    const rest = await listenOn(app.server, host, wanted.port ?? settings.port ?? 8787)
    requireOpen()
    const direct = await listenOn(gateway.server, host, wanted.gatewayPort ?? settings.gatewayPort ?? 8788).catch(
      async (error) => {
        await drain(app.server, 0)
        throw error
      },
    )
    requireOpen()
    restUrl = `http://${rest.host}:${rest.port}/api`
    gateway.announce(`http://${direct.host}:${direct.port}`)
    logger.info({ ...rest, gatewayPort: direct.port }, 'listening')
    return {
      url: `http://${rest.host}:${rest.port}/api`,
      wsUrl: `ws://${rest.host}:${rest.port}`,
      gatewayUrl: `http://${direct.host}:${direct.port}`,
      gatewayWsUrl: `ws://${direct.host}:${direct.port}`,
      port: rest.port,
      gatewayPort: direct.port,
    }
  }

  const close = () => {
    closed ??= shutDown()
    return closed
  }
  async function shutDown(): Promise<void> {
    signal?.removeEventListener('abort', close)
    const { drainMs = 5000 } = limits
    const steps: readonly (() => unknown)[] = [
      // A port that is being opened must be open to be closed.
      () => opening,
      () => sockets.close(),
      () => gateway.close(drainMs),
      () => Promise.all([drain(app.server, drainMs), drain(gateway.server, drainMs)]),
      () => app.close(),
      () => Promise.all([gas.close(), lrt?.close(), beacon?.close(), mempools.close(), lending.close()]),
      () => providers.close(),
      () => metrics.close(),
      () => meter.close(),
      () => keys.close(),
      () => store.close(),
    ]
    for (const step of steps)
      try {
        await step()
      } catch (error) {
        logger.error({ err: error }, 'did not close cleanly')
      }
    logger.info('closed')
  }
  if (signal?.aborted) await close()
  else signal?.addEventListener('abort', close, { once: true })

  return {
    pools,
    beaconPool,
    gas,
    lrt,
    beacon,
    mempools,
    lending,
    keys,
    store,
    readiness,
    listen,
    close,
    [Symbol.asyncDispose]: close,
  }
}
