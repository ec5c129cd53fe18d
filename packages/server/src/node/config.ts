import { lendingChains } from '@outrigger/api/contract'
import {
  type ChainName,
  chains,
  type EndpointConfig,
  getChain,
  InvalidEndpointError,
  OutriggerError,
} from '@outrigger/core'
import { toEndpoints, toSuggestion } from '@outrigger/core/internal'
import { resolveToken } from '@outrigger/oracle/internal'
import * as t from 'typebox'
import { Check, Errors } from 'typebox/value'
import { InvalidAllowedIpError, toIpMatcher } from '../access/allowedIps.ts'
import { type AccessMode, accessModes } from '../access/loopback.ts'
import { type TierSettings, TierSettingsSchema } from '../access/tiers.ts'
import type { TrustedProxies } from '../access/trustedProxies.ts'
import { type AddressIndexSettings, AddressIndexSettingsSchema, findIndexFaults } from './addressIndexSettings.ts'
import { type AlertSettings, AlertSettingsSchema, findAlertFaults } from './alertSettings.ts'
import { type AnalyticsSettings, AnalyticsSettingsSchema } from './analyticsSettings.ts'
import { toFaultLines } from './configFaults.ts'
import { type GatewaySettings, GatewaySettingsSchema } from './gatewaySettings.ts'
import { type LendingSettings, lendingSchemas } from './lendingSettings.ts'
import { type MarketSettings, MarketSettingsSchema } from './marketSettings.ts'
import { findRelayFaults, type MevSettings, MevSettingsSchema } from './mevSettings.ts'
import { type PriceSettings, PriceSettingsSchema } from './priceSettings.ts'
import { findSwapFaults, type SwapSettings, SwapSettingsSchema } from './swapSettings.ts'
import type { WatchSetting } from './watchSetting.ts'

/** Log levels of a node, from the quietest to the most detailed. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
/** How much a node logs. Each level includes the levels before it. `silent` logs nothing. */
export type LogLevel = (typeof logLevels)[number]

const strict = { additionalProperties: false } as const

const Endpoints = t.Array(
  t.Union([
    t.String(),
    t.Object(
      {
        url: t.String(),
        wsUrl: t.Optional(t.Union([t.String(), t.Literal(false)])),
        name: t.Optional(t.String({ pattern: '^[\\w.-]{1,40}$' })),
        headers: t.Optional(t.Record(t.String(), t.String())),
        requestsPerSecond: t.Optional(t.Number({ exclusiveMinimum: 0 })),
        maxBatch: t.Optional(t.Integer({ minimum: 1, maximum: 1000 })),
      },
      strict,
    ),
  ]),
  { minItems: 1 },
)

const pool = {
  endpoints: Endpoints,
  timeoutMs: t.Optional(t.Integer({ minimum: 1 })),
  hedgeDelayMs: t.Optional(t.Integer({ minimum: 0 })),
  retries: t.Optional(t.Integer({ minimum: 0, maximum: 10 })),
}

const chain = {
  ...pool,
  chainId: t.Optional(t.Integer({ minimum: 1 })),
  cache: t.Optional(t.Union([t.Literal(false), t.Object({ maxBytes: t.Integer({ minimum: 1 }) }, strict)])),
}

const Watching = t.Optional(t.Union([t.Literal('atStart'), t.Literal('onUse'), t.Literal(false)]))

const Port = t.Integer({ minimum: 0, maximum: 65_535 })

/** JSON Schema of the settings of a node, and of a configuration file. */
export const NodeConfigSchema = t.Object(
  {
    chains: t.Optional(t.Record(t.String(), t.Object(chain, strict))),
    beacon: t.Optional(t.Object(pool, strict)),
    dataDir: t.Optional(t.String({ minLength: 1 })),
    store: t.Optional(t.String({ minLength: 1 })),
    peerPort: t.Optional(Port),
    peerAddress: t.Optional(t.String({ pattern: '^[^\\s/]+:\\d{1,5}$' })),
    host: t.Optional(t.String({ minLength: 1 })),
    port: t.Optional(Port),
    gatewayPort: t.Optional(Port),
    log: t.Optional(t.Enum([...logLevels])),
    tracing: t.Optional(t.Boolean()),
    dashboard: t.Optional(t.Boolean()),
    access: t.Optional(t.Enum([...accessModes])),
    cors: t.Optional(t.Union([t.Literal(false), t.Array(t.String({ minLength: 1 }))])),
    hosts: t.Optional(t.Array(t.String({ pattern: '^[\\w.-]+$' }))),
    trustedProxies: t.Optional(t.Union([t.Integer({ minimum: 0 }), t.Array(t.String())])),
    tiers: t.Optional(TierSettingsSchema),
    gateway: t.Optional(GatewaySettingsSchema),
    mempool: Watching,
    lending: Watching,
    ...lendingSchemas,
    mev: t.Optional(MevSettingsSchema),
    prices: t.Optional(PriceSettingsSchema),
    market: t.Optional(MarketSettingsSchema),
    swaps: t.Optional(SwapSettingsSchema),
    analytics: t.Optional(AnalyticsSettingsSchema),
    addressIndex: t.Optional(AddressIndexSettingsSchema),
    alerts: t.Optional(AlertSettingsSchema),
  },
  strict,
)

export type PoolConfig = {
  /** Primary endpoint first, then its backups. */
  readonly endpoints: readonly (string | EndpointConfig)[]
  /** Longest wait for one endpoint. @default 5000 */
  readonly timeoutMs?: number
  /** Delay before a request also goes to the backups (hedging). @default learned from the endpoint's latency */
  readonly hedgeDelayMs?: number
  /** Additional rounds over all endpoints if all of them have failed quickly. @default 1 */
  readonly retries?: number
}

export type ChainConfig = PoolConfig & {
  /** Maximum bytes of cached answers that cannot change any more. False disables the cache. @default 32 MiB */
  readonly cache?: { readonly maxBytes: number } | false
  /** The expected answer to `eth_chainId`, for forks and local chains. @default the chain's own */
  readonly chainId?: number
}

/** Settings of a node. All have defaults. A node without `chains` has no providers. `…Ms` fields are milliseconds. */
export type NodeConfig = LendingSettings & {
  /** Chains by name, e.g. `{ base: { endpoints: ['https://…'] } }`. */
  readonly chains?: { readonly [chain in ChainName]?: ChainConfig }
  /** Endpoints of the standard beacon API. */
  readonly beacon?: PoolConfig
  /** Directory of the database. @default data is lost when the process ends */
  readonly dataDir?: string
  /**
   * A PostgreSQL database that replaces the one in the data directory, for one node or several:
   * `postgres://user:password@host/name`. The data directory then contains only data of this machine.
   * @default the data directory's own
   */
  readonly store?: string
  /** Port on `host` that the other nodes connect to. Used with `store`. 0 picks a free port. @default 0 */
  readonly peerPort?: number
  /**
   * Address of this node for the other nodes, as `host:port`. Used with `store`. @default the machine's name and the
   * port above
   */
  readonly peerAddress?: string
  /** @default 127.0.0.1 */
  readonly host?: string
  /** Port of REST and streams. 0 picks a free port. @default 8787 */
  readonly port?: number
  /** Port of the gateway. 0 picks a free port. @default 8788 */
  readonly gatewayPort?: number
  /**
   * `keys`: every caller needs an API key. `loopback`: programs on this machine need no key, but web pages in its browsers and
   * all
   * other callers do. Do not use `loopback` behind a proxy, which would make all its callers local. @default keys
   */
  readonly access?: AccessMode
  /** Whether a browser that requests `/` gets the dashboard. @default true */
  readonly dashboard?: boolean
  /** Log level. Lines go to stderr as JSON. @default silent */
  readonly log?: LogLevel
  /**
   * Origins whose pages may read answers. `*` allows all, `false` none. Credentials are headers, which a foreign page does not
   * have.
   * @default ['*']
   */
  readonly cors?: false | readonly string[]
  /** Host names besides localhost that programs on this machine may use for the node. @default none */
  readonly hosts?: readonly string[]
  /** OpenTelemetry spans of requests and of calls to providers. The program registers the SDK. @default false */
  readonly tracing?: boolean
  /**
   * Number of proxies in front of the node, or their addresses and CIDR ranges. The caller is the last address of
   * `X-Forwarded-For` that is not a proxy's. @default 0
   */
  readonly trustedProxies?: TrustedProxies
  /** Limits of keys by tier. Omitted limits keep their defaults. Oracle requests without a key have the limit of `free`. */
  readonly tiers?: TierSettings
  /** Direct node access: its URL and methods. */
  readonly gateway?: GatewaySettings
  /**
   * When the mempools of ethereum, gnosis, optimism and arbitrum are watched: `atStart`, or `onUse`, from the first request or
   * subscription on. Watching costs calls to the providers. `false` disables it. @default onUse
   */
  readonly mempool?: WatchSetting
  /**
   * When the books of borrowers on ethereum, optimism, arbitrum, polygon, base and gnosis are built: `atStart`, or `onUse`, from
   * the
   * first request for liquidations or figures on. Building a book reads logs back to the deployment of its protocol, once.
   * `false`
   * disables it, but positions of an address can still be read. @default onUse
   */
  readonly lending?: WatchSetting
  /** MEV detection on the watched mempools, and relays that bundles are sent to. */
  readonly mev?: MevSettings
  /** Sources of token prices. */
  readonly prices?: PriceSettings
  /** Sources of market figures: value locked, yields, volumes. */
  readonly market?: MarketSettings
  /** Sources of swaps in addition to the pools themselves. */
  readonly swaps?: SwapSettings
  /** Counters of the chains, and figures of the whole market. */
  readonly analytics?: AnalyticsSettings
  /** Local indexes of addresses in `dataDir`, for history if nodes offer neither Otterscan's methods nor `trace_filter`. */
  readonly addressIndex?: AddressIndexSettings
  /** Allowed destinations of alerts. */
  readonly alerts?: AlertSettings
}

/** The configuration of a node is invalid. The message names every invalid field and its expected value. */
export class InvalidConfigError extends OutriggerError {
  readonly code = 'INVALID_CONFIG'
}

/**
 * Validates settings from any source (a file, flags, code).
 *
 * @throws {InvalidConfigError} names every invalid field
 * @example const node = await createNode(toNodeConfig(JSON.parse(await readFile('outrigger.json', 'utf8'))))
 */
export function toNodeConfig(value: unknown): NodeConfig {
  // Compiling the schema takes twenty times as long as one check without compiling.
  const faults = Check(NodeConfigSchema, value) ? [] : toFaultLines(NodeConfigSchema, Errors(NodeConfigSchema, value))
  for (const name of Object.keys((value as NodeConfig | null)?.chains ?? {})) {
    const profile = Object.hasOwn(chains, name) ? chains[name as ChainName] : undefined
    if (profile === undefined) faults.push(`chains.${name}: is not a known chain.${toSuggestion(name, names)} ${known}`)
  }
  if (faults.length === 0)
    for (const find of [
      findEndpointFaults,
      findFamilyFaults,
      findAgreementFaults,
      findProxyFaults,
      findAccessFaults,
      findWatchFaults,
      findStoreFaults,
      findAlertFaults,
      findRelayFaults,
      findIndexFaults,
      findSwapFaults,
    ])
      faults.push(...find(value as NodeConfig))
  if (faults.length > 0) throw new InvalidConfigError(`The configuration is wrong: ${faults.join('; ')}`)
  return value as NodeConfig
}

function findEndpointFaults({ chains: configured = {}, beacon }: NodeConfig): string[] {
  const pools = Object.entries(configured).map(([name, { endpoints }]) => [`chains.${name}`, endpoints] as const)
  return [...pools, ...(beacon ? [['beacon', beacon.endpoints] as const] : [])].flatMap(([field, endpoints]) => {
    try {
      toEndpoints(endpoints)
      return []
    } catch (error) {
      if (!(error instanceof InvalidEndpointError)) throw error
      return [`${field}.endpoints: ${error.message}`]
    }
  })
}

/** Reports settings that only pools of EVM chains have. */
function findFamilyFaults({ chains: configured = {} }: NodeConfig): string[] {
  return Object.entries(configured).flatMap(([name, settings]) =>
    getChain(name).family === 'evm'
      ? []
      : (['chainId', 'cache'] as const).flatMap((field) =>
          settings[field] === undefined ? [] : [`chains.${name}.${field}: is for EVM chains only. Leave it out`],
        ),
  )
}

function findAgreementFaults({ chains: configured = {}, lendingAgreement = 1 }: NodeConfig): string[] {
  return Object.entries(configured).flatMap(([name, { endpoints }]) =>
    lendingChains.some((chain) => chain === name) && endpoints.length < lendingAgreement
      ? [`lendingAgreement: ${lendingAgreement} endpoints must agree, but chains.${name} has only ${endpoints.length}`]
      : [],
  )
}

function findProxyFaults({ trustedProxies = [] }: NodeConfig): string[] {
  try {
    if (typeof trustedProxies !== 'number') toIpMatcher(trustedProxies)
    return []
  } catch (error) {
    if (!(error instanceof InvalidAllowedIpError)) throw error
    return [`trustedProxies: ${error.message}`]
  }
}

function findAccessFaults({ access, trustedProxies = 0 }: NodeConfig): string[] {
  const isProxied = typeof trustedProxies === 'number' ? trustedProxies > 0 : trustedProxies.length > 0
  return access === 'loopback' && isProxied
    ? ['access: "loopback" does not work behind a proxy. Set "keys", or remove trustedProxies']
    : []
}

function findStoreFaults({ store }: NodeConfig): string[] {
  if (store === undefined || (/^postgres(ql)?:\/\/./.test(store) && URL.canParse(store))) return []
  return ['store: must be the URL of a PostgreSQL database, such as postgres://user:password@host:5432/name']
}

function findWatchFaults({ prices: { watch = [] } = {} }: NodeConfig): string[] {
  return watch.flatMap((text) => {
    const [chain = '', symbol = ''] = text.split(/:(.*)/)
    try {
      resolveToken(getChain(chain).name as ChainName, symbol)
      return []
    } catch (error) {
      if (!(error instanceof OutriggerError)) throw error
      return [`prices.watch: ${error.message}`]
    }
  })
}

const names = Object.keys(chains)
const known = `Possible: ${names.join(', ')}`
