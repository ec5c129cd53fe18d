import type { Writable } from 'node:stream'
import type { Alerts } from '@outrigger/alerts'
import type { AnalyticsQuestions } from '@outrigger/api'
import type { Clock, RestPool, Store } from '@outrigger/core'
import type { Keyring } from './access/keyring.ts'
import { createAnalyticsInProcess } from './api/analytics/inProcess.ts'
import { type ChainQuestions, createChainQuestions } from './api/chainQuestions.ts'
import { createListeners } from './http/listeners.ts'
import type { GatewayOptions } from './http/servers.ts'
import type { Counting } from './node/analytics.ts'
import type { Bundles } from './node/bundles.ts'
import { closeInOrder } from './node/closeInOrder.ts'
import { type NodeConfig, toNodeConfig } from './node/config.ts'
import type { Lending } from './node/lending.ts'
import type { Listening, ListenOptions } from './node/listening.ts'
import { createLogger } from './node/logger.ts'
import type { Mempools } from './node/mempools.ts'
import { createNodeQuestions, type NodeApi } from './node/outrigger.ts'
import type { FamilyPools, Pools } from './node/providers.ts'
import { computeReadiness, type Readiness } from './node/readiness.ts'
import { openServices, type ServiceLimits } from './node/services.ts'

/** How long `close` waits for running requests. */
const drainMs = 5_000

/** Options of a node that are not part of its configuration. */
export type NodeOptions = {
  /** Closes the node when aborted. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
  /** Where log lines go. @default stderr */
  readonly logTo?: Writable
}

/** A local node: providers, oracles, keys and store. It is usable in process, and over the network once it listens. */
export type OutriggerNode = NodeApi & {
  /** One pool per configured EVM chain. */
  readonly pools: Pools
  /** One pool per configured chain of another family: Bitcoin, Solana, Starknet, Cosmos. */
  readonly familyPools: FamilyPools
  readonly beaconPool: RestPool | null
  /** Watchers of pending transactions, created on first use. */
  readonly mempools: Mempools
  /** Lending protocols and scanners of all their positions, created on first use. */
  readonly lending: Lending
  /** Bundles and private transactions, if `mev.relays` are configured. */
  readonly bundles: Bundles
  /** Balances, blocks, transactions, histories, calls, logs and traces of every chain with a provider. */
  readonly chain: ChainQuestions
  /** Figures of chains, tokens, protocols and the market. `bars` returns all counts of a chain at once. */
  readonly analytics: AnalyticsQuestions & Counting
  /** Alerts on the node's own figures: gas, prices, performance, health and the machine. */
  readonly alerts: Alerts
  readonly keys: Keyring
  readonly store: Store
  /** Returns the content of `/readyz`. */
  readiness(): Readiness
  /**
   * Opens the listener of REST and streams, and the gateway's.
   * @throws {ListenError} the address is taken or not allowed
   * @throws {NodeClosedError} the node is closed, or was while it opened
   */
  listen(options?: ListenOptions): Promise<Listening>
  /**
   * Creates a token that signs one browser in with the key, once, within an hour: `<url of the node>/#sign-in=<token>`. Null
   * without
   * a dashboard, and before the first `listen`.
   */
  createSignIn(keyId: string): string | null
  /** Stops accepting requests, lets running ones finish within 5 s, then closes everything. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a node in this process: providers, oracles, mempools, lending, keys and store, as configured. It starts even if no
 * provider responds, and keeps trying. `listen` opens its interfaces. Close it when done.
 *
 * @throws {InvalidConfigError}
 * @throws {StoreUnavailableError} the data directory or the database cannot be used
 * @example
 * await using node = await createNode({ chains: { base: { endpoints: ['https://mainnet.base.org'] } } })
 * const { tiers } = await node.gas.get('base')
 * const { url } = await node.listen({ port: 0 })
 */
export async function createNode(config: NodeConfig, options: NodeOptions = {}): Promise<OutriggerNode> {
  return openNode(config, options)
}

/** Constants of a node that tests and the command change. */
export type NodeLimits = ServiceLimits & {
  /** How long `close` waits for running requests. @default 5000 */
  readonly drainMs?: number
  readonly gateway?: GatewayOptions
}

/** Creates a node with other constants than `createNode`. */
export async function openNode(
  config: NodeConfig,
  { clock, signal, logTo }: NodeOptions,
  limits: NodeLimits = {},
): Promise<OutriggerNode> {
  const { log = 'silent', ...settings } = toNodeConfig(config)
  const logger = createLogger(log, logTo)
  const services = await openServices(settings, { logger, clock, limits })
  const chains = [...Object.values(services.pools), ...Object.values(services.familyPools)]
  const readiness = () =>
    computeReadiness({
      gas: services.gas,
      reports: chains.map((pool) => pool.report()),
      isStoreFailing: services.storeCounts.failingSinceMs() !== null,
      nowMs: services.clock.now(),
    })
  const listeners = createListeners(services, settings, { logger, readiness, gateway: limits.gateway })

  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= shutDown()
    return closed
  }
  async function shutDown(): Promise<void> {
    signal?.removeEventListener('abort', close)
    listeners.refuse()
    await closeInOrder([...listeners.closeSteps(limits.drainMs ?? drainMs), ...services.closeSteps], logger)
    logger.info('closed')
  }
  if (signal?.aborted) await close()
  else signal?.addEventListener('abort', close, { once: true })

  const { pools, familyPools, beaconPool, mempools, lending, bundles, alerts, keys, store, counting } = services
  const { listen, createSignIn } = listeners
  return {
    pools,
    familyPools,
    beaconPool,
    ...createNodeQuestions(services),
    mempools,
    lending,
    bundles,
    chain: createChainQuestions(services),
    analytics: { ...counting, ...createAnalyticsInProcess(services) },
    alerts,
    keys,
    store,
    readiness,
    listen,
    createSignIn,
    close,
    [Symbol.asyncDispose]: close,
  }
}
