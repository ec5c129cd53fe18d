import { getChainRules } from './circuit/chainRules.ts'
import { createDispatcher, defaultRules } from './dispatch/dispatcher.ts'
import { Pipeline } from './pipeline.ts'
import type { Answer, PoolOptions, ProviderPool, RpcRequest, SendOptions } from './poolTypes.ts'
import { checkChainId, toQuantity } from './reads/integrity.ts'
import { pinReads } from './reads/pin.ts'
import { createStreams } from './streams/streams.ts'
import { toTransport } from './transport.ts'
import { preloadHttp } from './wire/clients.ts'
import { callRpc, type Payload } from './wire/rpcCall.ts'

const defaultCache = { maxBytes: 32 * 1024 * 1024 }

/**
 * A primary endpoint and any number of backups of one chain, used as one provider. Each endpoint is verified before its
 * first use. A late answer is hedged: backups are asked as well. An endpoint gets no requests while it fails, lags,
 * denies what others show or serves another chain; it is probed until it is well again. Identical reads in flight share
 * one request, and answers that can no longer change are cached.
 *
 * Makes no request before the first call. Close it when done: it holds timers and sockets.
 *
 * @throws {InvalidEndpointError}
 * @example
 * const pool = createProviderPool({ chain: chains.ethereum, endpoints: [primaryUrl, backupUrl] })
 * const client = createPublicClient({ chain: mainnet, transport: pool.transport })
 * await client.getBlockNumber()
 * pool.report().failoverActive // true while the backup answers
 */
export function createProviderPool(options: PoolOptions): ProviderPool {
  preloadHttp()
  const { chain, cache = defaultCache } = options
  const rules = { ...defaultRules, ...getChainRules(chain), ...options }
  const dispatcher = createDispatcher({
    ...rules,
    name: chain.name,
    hedgeDelayMs: options.hedgeDelayMs,
    signal: options.signal,
    async probe(endpoint, signal, identity) {
      const ask = (method: string) => callRpc(endpoint, { method }, signal)
      if (identity) checkChainId(endpoint, chain, 'eth_chainId', await ask('eth_chainId'))
      return toQuantity(await ask('eth_blockNumber'))
    },
  })
  const { maxLagBlocks, clock } = rules
  const maxCacheBytes = cache === false ? null : cache.maxBytes
  const isPushing = () => streams.isPushing()
  const pipeline = new Pipeline({ chain, dispatcher, maxLagBlocks, clock, maxCacheBytes, isPushing })

  const pool: ProviderPool = {
    chain,
    transport: (...parameters) => transport(...parameters),
    on: dispatcher.on,
    async send<result = unknown>(request: RpcRequest, sendOptions?: SendOptions) {
      const answer = await pipeline.answer(request, sendOptions)
      return { ...answer, result: answer.result.value as result }
    },
    relay(request, sendOptions) {
      const answer = pipeline.answer(request, sendOptions)
      return answer instanceof Promise ? answer.then(toText) : toText(answer)
    },
    pinBlock: (block) => pinReads(pool, block),
    report: dispatcher.report,
    watchHeads: (onHead, how) => streams.watchHeads(onHead, how),
    watchLogs: (filter, onLog, how) => streams.watchLogs(filter, onLog, how),
    watchPendingTransactions: (onTransaction, how) => streams.watchPendingTransactions(onTransaction, how),
    close: dispatcher.close,
    [Symbol.asyncDispose]: dispatcher.close,
  }
  const transport = toTransport(pool)
  const streams = createStreams({ chain, dispatcher, send: pool.send })
  return pool
}

/** Field by field, since copying by spread costs a cached answer a twentieth of its time. */
function toText(answer: Answer<Payload>): Answer<string> {
  const { provider, role, attempts, hedged, cached, ageMs, block, latencyMs } = answer
  const text = { result: answer.result.text(), provider, role, attempts, hedged, cached, ageMs, block, latencyMs }
  return answer.unconfirmed ? { ...text, unconfirmed: true } : text
}
