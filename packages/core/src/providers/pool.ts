import { createDispatcher, defaultRules } from './dispatcher.ts'
import { EndpointError, RpcAnswerError } from './failure.ts'
import { createHeadWatcher } from './headWatcher.ts'
import type { EndpointHealth } from './health.ts'
import { checkChainId, toObservedHead, toQuantity } from './integrity.ts'
import type { Answer, PoolOptions, ProviderPool, RpcRequest } from './poolTypes.ts'
import { callRpc } from './rpcCall.ts'
import { getChainRules } from './rules.ts'
import { checkShape } from './shape.ts'
import { toTransport } from './transport.ts'
import { isEndpointBound, isWrite, sendWrite } from './write.ts'

/**
 * A primary and any number of backups of one chain behind one face: verified before first use, hedged when late,
 * left out while they fail, lag or serve another chain, probed until they are well again.
 *
 * Nothing is asked before the first request. Close it when done; it holds timers and sockets.
 *
 * @throws {InvalidEndpointError}
 * @example
 * const pool = createProviderPool({ chain: chains.ethereum, endpoints: [primaryUrl, backupUrl] })
 * const client = createPublicClient({ chain: mainnet, transport: pool.transport })
 * await client.getBlockNumber()
 * pool.report().failoverActive // true while the backup answers
 */
export function createProviderPool(options: PoolOptions): ProviderPool {
  const { chain } = options
  const dispatcher = createDispatcher({
    ...defaultRules,
    ...getChainRules(chain),
    ...options,
    name: chain.name,
    hedgeDelayMs: options.hedgeDelayMs,
    signal: options.signal,
    async probe(endpoint, signal) {
      const ask = (method: string) => callRpc(endpoint, { method }, signal)
      const [chainId, head] = await Promise.all([ask('eth_chainId'), ask('eth_blockNumber')])
      checkChainId(endpoint, chain, 'eth_chainId', chainId)
      return toQuantity(head)
    },
  })

  /** Refuses answers that show a wrong chain or a head too far behind the other endpoints. */
  function check(request: RpcRequest, result: unknown, health: EndpointHealth): void {
    const { method } = request
    checkShape(health.endpoint, request, result)
    if (method === 'eth_chainId' || method === 'net_version') checkChainId(health.endpoint, chain, method, result)
    const head = toObservedHead(request, result)
    if (head === null) return
    dispatcher.observeHead(health, head)
    if (health.lag > BigInt(options.maxLagBlocks ?? getChainRules(chain).maxLagBlocks))
      throw new EndpointError(health.endpoint.name, 'lagging', `Its head ${head} is ${health.lag} blocks behind.`)
  }

  async function send<result = unknown>(request: RpcRequest, { signal }: { signal?: AbortSignal } = {}) {
    try {
      const answer = isWrite(request)
        ? await sendWrite(dispatcher, chain.name, request, signal)
        : await dispatcher.dispatch(
            {
              method: request.method,
              run: (endpoint, callSignal) => callRpc(endpoint, request, callSignal),
              check: (result, health) => check(request, result, health),
            },
            { signal, hedge: !isEndpointBound(request) },
          )
      return answer as Answer<result>
    } catch (error) {
      throw toAnswerError(request, error)
    }
  }

  const pool: ProviderPool = {
    chain,
    transport: (...parameters) => toTransport(pool)(...parameters),
    on: dispatcher.on,
    send,
    report: dispatcher.report,
    watchHeads: (onHead) => heads.watch(onHead),
    close: dispatcher.close,
    [Symbol.asyncDispose]: dispatcher.close,
  }
  const heads = createHeadWatcher(pool, dispatcher)
  return pool
}

function toAnswerError(request: RpcRequest, error: unknown): unknown {
  if (!(error instanceof EndpointError) || error.kind !== 'answer') return error
  return new RpcAnswerError(
    request.method,
    error.endpoint,
    error.answer as ConstructorParameters<typeof RpcAnswerError>[2],
  )
}
