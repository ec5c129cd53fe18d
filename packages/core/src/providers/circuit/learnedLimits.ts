import { LRUCache } from 'lru-cache'
import type { EndpointError } from '../errors.ts'
import type { RpcRequest } from '../poolTypes.ts'
import { readsState, toBlockReference, toLogsRange } from '../reads/blockReference.ts'
import { isMissingStateError } from '../wire/classify.ts'
import { isRangeError, toSuggestedBlocks } from '../wire/refusals.ts'

type AvoidedMethod = { readonly untilMs: number; readonly why: 'unsupported' | 'distrusted' }

/** Limits that an endpoint has shown. Each of them expires, because providers change. */
export type LearnedLimits = {
  /** Methods for which the endpoint is not called now. Bounded, so that invented method names cannot fill the memory. */
  readonly methods: LRUCache<string, AvoidedMethod>
  /** Oldest block whose state the endpoint has. */
  readonly oldestState: { readonly block: bigint; readonly untilMs: number } | null
  /** Largest block range that the endpoint accepts in one `eth_getLogs`. */
  readonly maxLogRange: { readonly blocks: bigint; readonly untilMs: number } | null
}

type MutableLearned = { -readonly [key in keyof LearnedLimits]: LearnedLimits[key] }

const unsupportedLifeMs = 10 * 60_000
const limitLifeMs = 10 * 60_000
const distrustLifeMs = 30_000
const maxMethods = 256

export function createLearnedLimits(): LearnedLimits {
  return { methods: new LRUCache({ max: maxMethods }), oldestState: null, maxLogRange: null }
}

/**
 * Learns the endpoint's limits from a failed request. Returns a description of the limit, or null if the failure
 * shows none.
 */
export function learn(
  learned: MutableLearned,
  request: RpcRequest,
  error: EndpointError,
  nowMs: number,
): string | null {
  const { method } = request
  if (error.kind === 'unsupported') {
    learned.methods.set(method, { untilMs: nowMs + unsupportedLifeMs, why: 'unsupported' })
    return `It does not have ${method}.`
  }
  if (error.kind !== 'doubtful') return null
  const range = toLogsRange(request)
  if (range !== null && isRangeError(error.message)) {
    const blocks = toSuggestedBlocks(error.message, range) ?? (range.to - range.from + 1n) / 2n
    if (blocks < 1n || (learned.maxLogRange !== null && learned.maxLogRange.blocks <= blocks)) return null
    learned.maxLogRange = { blocks, untilMs: nowMs + limitLifeMs }
    return `It accepts at most ${blocks} blocks in one eth_getLogs.`
  }
  const reference = toBlockReference(request)
  if (reference?.kind === 'number' && readsState(request) && isMissingStateError(error.message)) {
    const block = reference.number + 1n
    if (learned.oldestState !== null && learned.oldestState.block >= block) return null
    learned.oldestState = { block, untilMs: nowMs + limitLifeMs }
    return `It has no state before block ${block}.`
  }
  return null
}

/** Records that an endpoint gave an empty answer where another endpoint had data. */
export function distrust(learned: LearnedLimits, method: string, nowMs: number): void {
  learned.methods.set(method, { untilMs: nowMs + distrustLifeMs, why: 'distrusted' })
}

/** Returns whether the endpoint recently denied data that another endpoint has. If so, its empty answers do not count. */
export function isDistrusted({ methods }: LearnedLimits, method: string, nowMs: number): boolean {
  const lesson = methods.peek(method)
  return lesson !== undefined && lesson.why === 'distrusted' && lesson.untilMs > nowMs
}

/** Returns whether an endpoint is expected to be able to answer a request. */
export function isAble(learned: LearnedLimits, request: RpcRequest, nowMs: number): boolean {
  const { methods, oldestState, maxLogRange } = learned
  if (methods.size > 0 && (methods.peek(request.method)?.untilMs ?? 0) > nowMs) return false
  if (maxLogRange !== null && maxLogRange.untilMs > nowMs) {
    const range = toLogsRange(request)
    if (range !== null && range.to - range.from + 1n > maxLogRange.blocks) return false
  }
  if (oldestState !== null && oldestState.untilMs > nowMs && readsState(request)) {
    const reference = toBlockReference(request)
    if (reference?.kind === 'number' && reference.number < oldestState.block) return false
  }
  return true
}

/** Returns the largest block range that `agree` endpoints accept in one `eth_getLogs`. Null if no limit is known. */
export function computeMaxLogRange(all: readonly LearnedLimits[], agree: number, nowMs: number): bigint | null {
  const limits = all.flatMap(({ maxLogRange: limit }) =>
    limit !== null && limit.untilMs > nowMs ? [limit.blocks] : [],
  )
  const unlimited = all.length - limits.length
  return limits.sort((a, b) => (a < b ? 1 : -1))[agree - unlimited - 1] ?? null
}
