import type { OutgoingHttpHeaders } from 'node:http'

export type RpcCall = { readonly id?: unknown; readonly method: string; readonly params?: unknown }
export type RpcOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** One JSON-RPC question to the healthy target behind the proxy. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<RpcOutcome>

/** What the proxy does while a fault is on, as data; an empty object passes everything through. */
export type FaultBehaviour = {
  /** The port is closed and every open socket destroyed. */
  readonly closed?: true
  /** Requests are read and never answered; WebSockets open but carry nothing, pongs included. */
  readonly silent?: true
  /** Every exchange and every frame comes this much later. */
  readonly delayMs?: number
  /** Answered in place of the target; WebSocket upgrades get it too, open sockets are closed with 1013. */
  readonly refusal?: { readonly status: number; readonly headers: OutgoingHttpHeaders }
  /** Stops half-way: `reset` sends RST, `truncate` ends as if complete. */
  readonly cut?: 'reset' | 'truncate'
  /** Answers one JSON-RPC call; `undefined` leaves it to the target. */
  readonly call?: (call: RpcCall, ask: Ask) => Promise<RpcOutcome | undefined> | RpcOutcome | undefined
  /** Replaces the `result` of a subscription push; `undefined` swallows it. */
  readonly push?: (result: unknown, ask: Ask) => Promise<unknown>
}

export type FaultParameters = Readonly<Record<string, number | string>>

export type FaultDefinition<parameters extends FaultParameters = FaultParameters> = {
  readonly summary: string
  /** Parameters with their defaults; a type of parameter follows from its default. */
  readonly defaults: parameters
  behave(parameters: parameters): FaultBehaviour
}

export const defineFault = <parameters extends FaultParameters>(
  definition: FaultDefinition<parameters>,
): FaultDefinition<parameters> => definition
