import { contract } from '../contract/contract.ts'
import { LiquidationStreamFilter } from '../contract/defiStream.ts'
import { StreamedOpportunity } from '../contract/lendingShapes.ts'
import { PendingTransaction } from '../contract/mempool.ts'
import { MempoolStreamFilter } from '../contract/mempoolStream.ts'
import { MevStreamFilter } from '../contract/mevFinding.ts'
import { decode, encode } from '../contract/record.ts'
import type { ServedStream } from '../contract/streams.ts'
import type { Outrigger, StopWatching, WatchParameters } from '../outrigger/outrigger.ts'
import { type ApiClient, createApiClient } from './apiClient.ts'
import { InvalidUrlError } from './apiErrors.ts'
import { type ChainWatches, createChainWatches } from './chainWatches.ts'
import { createAlertQuestions } from './readings/alerts.ts'
import { createAnalyticsQuestions } from './readings/analytics.ts'
import { readGas } from './readings/gas.ts'
import { createMarketQuestions } from './readings/market.ts'
import { readMempool, readMempoolStats, toPendingReading } from './readings/mempool.ts'
import { readFindings, reportFinding } from './readings/mev.ts'
import { createPriceQuestions } from './readings/prices.ts'
import { createReader } from './readings/reader.ts'
import { createOpener } from './stream/openSocket.ts'
import { watchStream } from './stream/watchStream.ts'
import type { WebSocketClass } from './stream/webSocket.ts'
import { watchGas } from './watchGas.ts'

/** URL of a node, and settings of the connection. Only `url` is required. */
export type ClientOptions = {
  /** URL of the node, with or without `/api` at the end: `http://127.0.0.1:8787`. */
  readonly url: string
  /**
   * API key. It is not needed for `gas.get`, `gas.watch`, `lrt` and `beacon`. Streams need the scope
   * `stream:websocket`.
   */
  readonly apiKey?: string
  /** Maximum time until a response arrives, in ms. @default 10_000 */
  readonly timeoutMs?: number
  /** Interval at which `gas.watch` polls, in ms. @default 1000 */
  readonly gasPollMs?: number
  /** Silence after which a stream reconnects, in ms. Applies to `ws`, which shows the pings of the node. @default 90_000 */
  readonly silenceMs?: number
  readonly fetch?: typeof globalThis.fetch
  /** WebSocket class for streams. @default `ws` if it is installed, otherwise the global class of the runtime */
  readonly WebSocket?: WebSocketClass
}

/** A remote node with the same functions as a node in this process. */
export type OutriggerClient = Outrigger & {
  /** One function per endpoint of the contract, in wire form. */
  readonly wire: ApiClient
  /**
   * Blocks and logs from the streams of the node. In process, use `watchBlocks` of `@outrigger/data` and `pool.watchLogs`
   * instead. The queries of `node.chain` are endpoints of `wire` here.
   */
  readonly chain: ChainWatches
}

/**
 * Creates a client of a running node. Its functions have the names and units of a node in this process (`createNode` of
 * `@outrigger/server`), see {@link Outrigger}. A bot switches between the two by changing this line.
 *
 * Each watch opens its own WebSocket, and the tier of the key limits their number. A watch reconnects automatically and
 * calls `onGap` if events may be missing. `gas.watch` polls instead.
 *
 * The functions throw {@link ApiAnswerError} when the node returns an error, and {@link ServiceUnreachableError} when no
 * response arrives.
 *
 * @throws {InvalidUrlError} if `url` is not an http or https URL
 * @example
 * await using outrigger = createClient({ url: 'http://127.0.0.1:8787', apiKey })
 * const { tiers } = await outrigger.gas.get('ethereum') // wei
 * const stop = outrigger.mempool.watch('ethereum', {
 *   types: ['swap'],
 *   minValue: 10n ** 18n,
 *   onTransaction: ({ transaction }) => console.log(transaction.hash),
 *   onError: console.error,
 * })
 */
export function createClient(options: ClientOptions): OutriggerClient {
  const { apiKey, timeoutMs = 10_000, gasPollMs = 1_000, silenceMs = 90_000, fetch } = options
  const baseUrl = toBaseUrl(options.url)
  const wire = createApiClient({ baseUrl, timeoutMs, ...(apiKey && { apiKey }), ...(fetch && { fetch }) })
  const read = createReader(wire)
  const open = createOpener({ baseUrl, wire, ...options })
  const watches = new Set<StopWatching>()

  function keep(stop: StopWatching): StopWatching {
    watches.add(stop)
    return () => {
      watches.delete(stop)
      stop()
    }
  }

  function watch(
    stream: ServedStream,
    chain: string,
    wanted: object,
    { onError, onGap }: WatchParameters,
    onData: (data: never) => void,
  ): StopWatching {
    const subscription = { stream, chain, ...wanted }
    return keep(
      watchStream({
        open: () => open(stream, chain),
        subscription,
        timeoutMs,
        silenceMs,
        onError,
        ...(onGap && { onGap }),
        onData: onData as (data: unknown) => void,
      }),
    )
  }

  const close = async () => {
    for (const stop of watches) stop()
    watches.clear()
  }

  return {
    wire,
    chain: createChainWatches(watch),
    gas: {
      get: (chain) => readGas(read, chain),
      inclusion: (chain, options = {}) =>
        read('gasInclusion', { chain, ...encode(contract.gasInclusion.query, options) }),
      backtest: (chain) => read('gasBacktest', { chain }),
      history: (chain, options = {}) => read('gasHistory', { chain, ...options }),
      watch: (chain, parameters) => keep(watchGas(() => readGas(read, chain), gasPollMs, parameters)),
    },
    lrt: {
      get: ({ tokens } = {}) => read('oracleLrtRates', tokens ? { tokens: tokens.join(',') } : {}),
    },
    beacon: { get: () => read('oracleBeaconStatus', {}) },
    prices: createPriceQuestions(read),
    market: createMarketQuestions(read),
    analytics: createAnalyticsQuestions(wire),
    alerts: createAlertQuestions(wire, read),
    positions: {
      get: (chain, parameters) => read('defiPositionHealth', { chain, ...parameters }),
    },
    liquidations: {
      get: (chain, parameters = {}) =>
        read('defiOpportunities', { chain, ...encode(contract.defiOpportunities.query, parameters) }),
      getEnded: (chain) => read('defiEndedOpportunities', { chain }),
      getStressTest: (chain) => read('defiStressTest', { chain }),
      watch: (chain, parameters) =>
        watch('liquidations', chain, { filter: encode(LiquidationStreamFilter, parameters) }, parameters, (data) =>
          parameters.onOpportunity(decode(StreamedOpportunity, data)),
        ),
    },
    mempool: {
      get: (chain, parameters = {}) => readMempool(read, chain, parameters),
      status: (chain) => read('mempoolStatus', { chain }),
      stats: (chain) => readMempoolStats(read, chain),
      watch: (chain, parameters) =>
        watch('mempool', chain, { filter: encode(MempoolStreamFilter, parameters) }, parameters, (data) =>
          parameters.onTransaction(toPendingReading(chain, decode(PendingTransaction, data))),
        ),
    },
    mev: {
      getExposure: async (chain, transaction) =>
        (await read('mevExposure', { chain, ...encode(contract.mevExposure.body, transaction) })).data,
      getStatus: async (chain) => (await read('mevStatus', { chain })).data,
      getFindings: (chain, parameters = {}) => readFindings(read, chain, parameters),
      watch: (chain, parameters) =>
        watch('mev', chain, { filter: encode(MevStreamFilter, parameters) }, parameters, (notice) =>
          reportFinding(notice, parameters),
        ),
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** @throws {InvalidUrlError} */
export function toBaseUrl(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) throw new InvalidUrlError()
  const plain = url.replace(/\/+$/, '')
  return plain.endsWith('/api') ? plain : `${plain}/api`
}
