import type { ApiKey } from '../../access/keyring.ts'
import type { KeyLimits } from '../../access/limits/keyLimits.ts'
import type { ServiceError } from '../../errors/serviceError.ts'
import { type Caller, type GatewayChain, type Reply, refuse, tooLarge } from './call.ts'
import { findFault } from './errors.ts'
import type { RpcCall } from './request.ts'

const maxAtOnce = 32

/**
 * Takes the calls of a batch from the rate of its key, in order. Calls beyond the rate get the limit as their `fault`.
 *
 * @returns the calls, and the limit if not even the first one may run
 */
export function limitBatch(
  keyLimits: Pick<KeyLimits, 'takeRequest'>,
  key: ApiKey,
  calls: readonly RpcCall[],
): { readonly calls: readonly RpcCall[]; readonly refusal: ServiceError | undefined } {
  for (const [index] of calls.entries()) {
    const limit = findFault(() => keyLimits.takeRequest(key, 'gateway'))
    if (limit === undefined) continue
    const refused = calls.slice(index).map((call) => ({ ...call, fault: call.fault ?? limit.fault }))
    return { calls: [...calls.slice(0, index), ...refused], refusal: index === 0 ? limit.error : undefined }
  }
  return { calls, refusal: undefined }
}

/** Runs the calls of a batch concurrently, up to a limit. Returns replies in the order of the calls. */
export async function callBatch(
  caller: Caller,
  chain: GatewayChain,
  key: ApiKey,
  calls: readonly RpcCall[],
): Promise<readonly Reply[]> {
  const replies: Reply[] = new Array(calls.length)
  const queue = calls.entries()
  const work = async () => {
    for (const [index, call] of queue) replies[index] = await caller(chain, key, call)
  }
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, calls.length) }, work))
  return replies
}

/** Returns the response array without replies to notifications, or null if the array would be empty. */
export function toBatchText(
  calls: readonly RpcCall[],
  replies: readonly Reply[],
  responseBytes: number,
): string | null {
  const texts: string[] = []
  let length = 0
  for (const [index, { text }] of replies.entries()) {
    const call = calls[index]
    if (call?.id === undefined) continue
    const fits = length + text.length <= responseBytes
    const kept = fits ? text : refuse(call.id, tooLarge(responseBytes)).text
    length += kept.length
    texts.push(kept)
  }
  return texts.length === 0 ? null : `[${texts.join(',')}]`
}

/**
 * Summarizes a batch for headers: all providers, the sums of attempts and compute units, the oldest age. `partial` means some came from the cache.
 */
export function summarise(replies: readonly Reply[]) {
  const hits = replies.filter(({ cached }) => cached).length
  return {
    provider: [...new Set(replies.flatMap(({ provider }) => provider ?? []))].join(',') || null,
    attempts: replies.reduce((sum, { attempts }) => sum + attempts, 0),
    cache: hits === 0 ? 'miss' : hits === replies.length ? 'hit' : 'partial',
    ageMs: Math.max(0, ...replies.map(({ ageMs }) => ageMs)),
    cu: replies.reduce((sum, { cu }) => sum + cu, 0),
  } as const
}
