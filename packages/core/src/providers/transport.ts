import { createTransport, type EIP1193RequestFn, RpcRequestError } from 'viem'
import { RpcAnswerError } from './failure.ts'
import type { FailoverTransport, ProviderPool, RpcRequest } from './poolTypes.ts'

/** A pool as a viem transport. Errors the chain answered with come out in viem's own class, so reverts decode as usual. */
export function toTransport(pool: ProviderPool): FailoverTransport {
  const request = async (request: RpcRequest, options?: { signal?: AbortSignal }) => {
    try {
      const { result } = await pool.send(request, options)
      return result
    } catch (error) {
      if (!(error instanceof RpcAnswerError)) throw error
      throw new RpcRequestError({
        body: request,
        error: { code: error.rpcCode, message: error.rpcMessage, data: error.data },
        url: error.endpoint,
      })
    }
  }
  return () =>
    createTransport(
      {
        key: 'failover',
        name: `Fail-over over ${pool.report().endpoints.length} endpoints`,
        type: 'failover',
        // The pool has already tried everyone.
        retryCount: 0,
        request: request as EIP1193RequestFn,
      },
      { pool },
    )
}
