import { resolveChain } from '../chains/registry.ts'
import { getChainRules } from './circuit/chainRules.ts'
import { createDispatcher, defaultRules } from './dispatch/dispatcher.ts'
import { Pipeline } from './pipeline.ts'
import type { PoolOptions, ProviderPool, RpcRequest, SendOptions } from './poolTypes.ts'
import { checkChainId, toQuantity } from './reads/integrity.ts'
import { pinReads } from './reads/pin.ts'
import { createStreams } from './streams/streams.ts'
import { toTransport } from './transport.ts'
import { preloadHttp } from './wire/clients.ts'
import { callRpc } from './wire/rpcCall.ts'

const defaultCacheBytes = 32 * 1024 * 1024

/**
 * Creates a pool: a primary endpoint and any number of backups of one chain, used as one provider. Each endpoint is
 * verified before its first use. If an answer is late, the pool also calls backups (hedging). An endpoint gets no
 * requests while it fails, lags, denies data that other endpoints have, or serves another chain. Probes put it back
 * into service. Identical reads in flight share one request. Answers that can no longer change are cached.
 *
 * Sends nothing before the first call. Close the pool when you are done, because it has timers and sockets.
 *
 * @throws {InvalidEndpointError}
 * @throws {UnknownChainError}
 * @example
 * const pool = createProviderPool({ chain: 'ethereum', endpoints: [primaryUrl, backupUrl] })
 * const client = createPublicClient({ chain: mainnet, transport: pool.transport })
 * await client.getBlockNumber()
 * pool.report().failoverActive // true while the backup answers
 */
export function createProviderPool(options: PoolOptions): ProviderPool {
  preloadHttp()
  const { cache } = options
  const chain = resolveChain(options.chain)
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
  const maxCacheBytes = cache === false ? null : (cache?.maxBytes ?? defaultCacheBytes)
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
    async relay(request, sendOptions) {
      const answer = await pipeline.answer(request, sendOptions)
      return { ...answer, result: answer.result.text() }
    },
    pinBlock: (block) => pinReads(pool, block),
    report: () => dispatcher.report(streams.tip()),
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
