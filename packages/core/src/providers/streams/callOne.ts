import type { EndpointHealth } from '../circuit/health.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import { callRpc } from '../wire/rpcCall.ts'

/** Sends one request to one endpoint. Used if no other endpoint can answer it. @throws {EndpointError} */
export type CallOne = (
  health: EndpointHealth,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>

export function createCallOne(dispatcher: Dispatcher): CallOne {
  return (health, method, params, signal) =>
    dispatcher.attempt(
      health,
      { method, run: ({ endpoint }, callSignal) => callRpc(endpoint, { method, params }, callSignal) },
      { signal, hedge: false },
    )
}
