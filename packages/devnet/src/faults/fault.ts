import type { OutgoingHttpHeaders } from 'node:http'

export type RpcCall = { readonly id?: unknown; readonly method: string; readonly params?: unknown }
export type RpcOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** Sends a JSON-RPC call to the healthy target behind the proxy. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<RpcOutcome>

/** The behavior of the proxy while a fault is on. An empty object passes everything through. */
export type FaultBehaviour = {
  /** Closes the port and destroys every open socket. */
  readonly closed?: true
  /** Reads requests and never answers. WebSockets open but carry no frames, not even pongs. */
  readonly silent?: true
  /** Delays every exchange and frame. */
  readonly delayMs?: number
  /** Answers instead of the target, also to WebSocket upgrades. Open sockets are closed with 1013. */
  readonly refusal?: { readonly status: number; readonly headers: OutgoingHttpHeaders }
  /** Stops halfway through an answer: `reset` sends RST, `truncate` ends as if complete. */
  readonly cut?: 'reset' | 'truncate'
  /** Answers a JSON-RPC call. `undefined` forwards it to the target. */
  readonly call?: (call: RpcCall, ask: Ask) => Promise<RpcOutcome | undefined> | RpcOutcome | undefined
  /** Replaces the `result` of a subscription push. `undefined` drops it. */
  readonly push?: (result: unknown, ask: Ask) => Promise<unknown>
}

export type FaultParameters = Readonly<Record<string, number | string>>

export type FaultDefinition<parameters extends FaultParameters = FaultParameters> = {
  readonly summary: string
  /** Parameters with their defaults, which also define their types. */
  readonly defaults: parameters
  behave(parameters: parameters): FaultBehaviour
}

export const defineFault = <parameters extends FaultParameters>(
  definition: FaultDefinition<parameters>,
): FaultDefinition<parameters> => definition
