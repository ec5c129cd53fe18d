import { createTransport, type EIP1193RequestFn, RpcRequestError } from 'viem'
import { OutriggerError } from '../errors/outriggerError.ts'
import { RpcAnswerError } from './errors.ts'
import { FilterError } from './filters/filterError.ts'
import { isFilterMethod } from './filters/filterRequest.ts'
import { FilterStore } from './filters/filterStore.ts'
import type { FailoverTransport, ProviderPool, RpcRequest, SubscribeParameters } from './poolTypes.ts'
import { createSubscriptions } from './streams/subscriptions.ts'
import { FailoverTransportError } from './transportError.ts'

/**
 * Returns a pool as a viem transport. Errors of the chain are thrown in viem's own class, so reverts decode as usual. Errors
 * of the pool are thrown in a class that viem passes through.
 */
export function toTransport(pool: ProviderPool): FailoverTransport {
  const subscriptions = createSubscriptions(pool)
  // viem's watch functions expect the logs since `fromBlock`, also from past blocks.
  const filters = new FilterStore(pool, { givesPast: true })
  const request = async (body: RpcRequest, options: { signal?: AbortSignal } = {}) => {
    try {
      if (isFilterMethod(body.method)) return await filters.answer(body, options)
      return await (subscriptions.answer(body, options) ?? pool.send(body, options).then(({ result }) => result))
    } catch (error) {
      throw toViemError(body, error)
    }
  }
  const value = {
    pool,
    subscribe: async (parameters: SubscribeParameters) => {
      try {
        return subscriptions.subscribe(parameters)
      } catch (error) {
        throw toViemError({ method: 'eth_subscribe' }, error)
      }
    },
  }
  return () =>
    createTransport(
      {
        key: 'failover',
        name: `Failover over ${pool.report().endpoints.length} endpoints`,
        // This type makes viem's watch functions subscribe instead of poll.
        type: 'webSocket',
        methods: { exclude: ['eth_subscribe', 'eth_unsubscribe'] },
        // The pool has already tried every endpoint.
        retryCount: 0,
        request: request as EIP1193RequestFn,
      },
      value,
    )
}

/**
 * Converts an error for viem, which decodes reverts with geth's code 3. If there is no data, viem reads the reason
 * from the message.
 */
function toRpcError(error: RpcAnswerError): {
  readonly code: number
  readonly message: string
  readonly data: unknown
} {
  const { rpcCode: code, rpcMessage: message, data } = error
  return { code: error.isRevert ? 3 : code, message, data }
}

function toViemError(body: RpcRequest, error: unknown): unknown {
  if (error instanceof RpcAnswerError)
    return new RpcRequestError({ body, error: toRpcError(error), url: error.endpoint })
  if (error instanceof FilterError) {
    const { rpcCode: code, message } = error
    return new RpcRequestError({ body, error: { code, message }, url: '' })
  }
  return error instanceof OutriggerError ? new FailoverTransportError(error) : error
}
