import type { EndpointHealth } from '../circuit/health.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import { callRpc } from '../wire/rpcCall.ts'

/** One request to one endpoint, where no other can answer for it. @throws {EndpointError} */
export type AskOne = (
  health: EndpointHealth,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>

export function createAskOne(dispatcher: Dispatcher): AskOne {
  return (health, method, params, signal) =>
    dispatcher.attempt(
      health,
      { method, run: ({ endpoint }, callSignal) => callRpc(endpoint, { method, params }, callSignal) },
      { signal, hedge: false },
    )
}
