import type { FaultBehaviour, RpcCall } from './fault.ts'
import type { FaultTarget } from './target.ts'

export type RpcMessage = { readonly calls: readonly RpcCall[]; readonly isBatch: boolean }

/** Parses the JSON-RPC calls of a body. Returns `undefined` for anything else. */
export const toRpcMessage = (text: string): RpcMessage | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  const isBatch = Array.isArray(parsed)
  const calls = (isBatch ? parsed : [parsed]) as readonly RpcCall[]
  return calls.length > 0 && calls.every((call) => typeof call?.method === 'string') ? { calls, isBatch } : undefined
}

/**
 * Returns a fault's answer to a message as text, or `undefined` if the fault changes none of its calls and the message can
 * be forwarded. In a mixed batch, the other calls are sent to the target one by one.
 */
export const getFaultyAnswer = async (
  { calls, isBatch }: RpcMessage,
  behaviour: FaultBehaviour,
  target: FaultTarget,
): Promise<string | undefined> => {
  // A subscription belongs to the target's socket, so a batch that subscribes cannot be split.
  if (behaviour.call === undefined || (isBatch && calls.some(({ method }) => method === 'eth_subscribe'))) return
  const outcomes = await Promise.all(calls.map((call) => behaviour.call?.(call, target.ask)))
  if (outcomes.every((outcome) => outcome === undefined)) return
  const answers = await Promise.all(
    calls.map(async ({ id, method, params }, index) => ({
      jsonrpc: '2.0',
      id: id ?? null,
      ...(outcomes[index] ?? (await target.ask(method, Array.isArray(params) ? params : []))),
    })),
  )
  return JSON.stringify(isBatch ? answers : answers[0])
}
