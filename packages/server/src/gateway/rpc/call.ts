import {
  AllProvidersFailedError,
  PoolClosedError,
  type ProviderPool,
  RpcAnswerError,
  UncertainWriteError,
} from '@outrigger/core'
import { FilterError, findRpcAnswer, isFilterMethod, type RpcRequest, redactText } from '@outrigger/core/internal'
import type { Logger } from 'pino'
import { InsufficientPermissionsError, TierTooLowError } from '../../access/accessErrors.ts'
import type { ApiKey } from '../../access/keyring.ts'
import type { CallMeter, Metered } from '../../access/ledger/callMeter.ts'
import type { KeyLimits } from '../../access/limits/keyLimits.ts'
import { classifyAccess } from '../../access/scopes.ts'
import { computeTierReaches } from '../../access/tiers.ts'
import type { ServiceError } from '../../errors/serviceError.ts'
import { findFault, type RpcFault, rpcCodes, toErrorText } from './errors.ts'
import { createGatewayFilters, type Relayed, toOwnAnswer } from './filters.ts'
import { classifyMethod, type MethodPrice } from './methodClass.ts'
import type { RpcCall } from './request.ts'

/** A chain served by the gateway. */
export type GatewayChain = { readonly name: string; readonly pool: ProviderPool }

/** The JSON-RPC response to a call, and its origin. */
export type Reply = {
  readonly text: string
  /** Length of the text in UTF-8 bytes, if already known. */
  readonly bytes?: number | undefined
  readonly provider: string | null
  readonly attempts: number
  readonly cached: boolean
  readonly ageMs: number
  /** Compute units charged for the call. */
  readonly cu: number
  /** True if the result is empty and only one provider reported it. */
  readonly unconfirmed?: true | undefined
  /** No provider responded, or the key may not call. A single call over HTTP maps this to its status. */
  readonly trouble?: 'unavailable' | ServiceError
}

export type CallerParts = {
  readonly isAllowed: (method: string) => boolean
  readonly meter: CallMeter
  readonly keyLimits: KeyLimits
  readonly responseBytes: number
  /** Maximum number of filters of a key on one chain. */
  readonly filters: number
  /** Returns the OpenRPC document of this gateway as JSON text. */
  readonly describe: () => string
  readonly logger: Logger
}

export type Caller = (chain: GatewayChain, key: ApiKey, call: RpcCall) => Promise<Reply> | Reply

const maxMethodsKnown = 1000
/** Returns the OpenRPC document of a service. Settings do not refuse it, because it returns nothing of a chain. */
export const discoverMethod = 'rpc.discover'

type Known = MethodPrice & {
  readonly allowed: boolean
  readonly isFilter: boolean
  /**
   * The name recorded in the ledger. It is the method's name only after a node has answered it, because callers can invent names.
   */
  name: string
}

const toKnown = (method: string, allowed: boolean): Known => ({
  ...classifyMethod(method),
  allowed,
  isFilter: isFilterMethod(method),
  name: otherMethods,
})

type AllowedCall = {
  readonly chain: GatewayChain
  readonly key: ApiKey
  /** The id as JSON text. */
  readonly id: string
  readonly method: string
  readonly price: Known
  readonly count: (outcome: Metered['outcome'], cu: number, cached?: boolean) => void
}

/** Runs every call, over HTTP and sockets alike: policy, tier, limits, provider pool, meter. */
export function createCaller(parts: CallerParts): Caller {
  const { isAllowed, meter, keyLimits, responseBytes, describe, logger, ...limits } = parts
  const filters = createGatewayFilters(limits.filters)
  const known = new Map<string, Known>()
  function lookUp(method: string): Known {
    let found = known.get(method)
    if (found === undefined) {
      found = toKnown(method, method === discoverMethod || isAllowed(method))
      if (known.size < maxMethodsKnown) known.set(method, found)
    }
    return found
  }

  return call

  function call(chain: GatewayChain, key: ApiKey, call: RpcCall): Promise<Reply> | Reply {
    const id = call.id ?? 'null'
    if (call.fault !== undefined) return refuse(id, call.fault)
    const { method } = call
    if (method === 'eth_subscribe' || method === 'eth_unsubscribe')
      return refuse(id, { code: rpcCodes.methodNotFound, message: 'notifications not supported' })
    if (classifyAccess(key.scopes, callScopes) === 'refused') return refuseScope(id)
    const price = lookUp(method)
    const count = (outcome: Metered['outcome'], cu: number, cached = false) =>
      meter.count(
        { chain: chain.name, class: price.class, outcome, cached },
        { keyId: key.id, method: price.name, pool: price.pool, cu },
      )
    const refusal = refuseMethod(id, method, price, key)
    if (refusal !== null) {
      count('refused', 0)
      return refusal
    }
    let request: RpcRequest = call
    try {
      if (price.isFilter) request = filters.resolve(chain.pool, key, call)
    } catch (error) {
      count('answerError', 0)
      return toFailure(id, error, chain, logger)
    }
    return relay({ chain, key, id, method, price, count }, request)
  }

  /** Sends an allowed call, within the limits of its key. */
  function relay({ chain, key, id, method, price, count }: AllowedCall, request: RpcRequest): Promise<Reply> | Reply {
    const cu = price.cost(request.params, () => chain.pool.report().head)
    const limit = findFault(() => keyLimits.hold(key, price.pool, cu))
    if (limit !== undefined) return { ...refuse(id, limit.fault), trouble: limit.error }
    const answered = (relayed: Relayed): Reply => {
      if (price.name !== method && bookable.test(method)) price.name = method
      count('ok', cu, relayed.cached)
      keyLimits.release(key, price.pool, cu, false)
      return toRelayedReply(id, relayed, cu, responseBytes)
    }
    if (method === discoverMethod) return answered(toOwnAnswer(describe()))
    const isOwn = price.isFilter && request.method === method
    const sent = { method: request.method, params: request.params }
    const answer = isOwn ? filters.answer(chain.pool, key, sent) : chain.pool.relay(sent)
    return answer.then(answered, (error) => {
      // An error returned by a node is an answer.
      const isAnswer = error instanceof RpcAnswerError
      count(isAnswer || error instanceof FilterError ? 'answerError' : 'failed', isAnswer ? cu : 0)
      keyLimits.release(key, price.pool, cu, !isAnswer)
      return { ...toFailure(id, error, chain, logger), cu: isAnswer ? cu : 0 }
    })
  }
}

/**
 * Returns the refusal of a method that is not allowed at all or not for the tier of this key. Returns null for other
 * methods.
 */
function refuseMethod(id: string, method: string, { allowed, tier }: Known, key: ApiKey): Reply | null {
  if (!allowed) {
    const message = `The method ${shorten(method) || '""'} does not exist/is not available`
    return refuse(id, { code: rpcCodes.methodNotFound, message })
  }
  if (tier === null || computeTierReaches(key.tier, tier)) return null
  const message = `The method ${shorten(method)} does not exist/is not available below the tier "${tier}".`
  const data = { code: 'METHOD_NOT_ALLOWED', required_tier: tier }
  return { ...refuse(id, { code: rpcCodes.methodNotFound, message, data }), trouble: new TierTooLowError(tier) }
}

/** Checked for every call. A socket may open with another scope, but may call no more than HTTP. */
export const callScopes = ['read:blockchain'] as const

function refuseScope(id: string): Reply {
  const error = new InsufficientPermissionsError(callScopes[0])
  const data = { code: error.code, ...error.details }
  return { ...refuse(id, { code: rpcCodes.unauthorized, message: error.message, data }), trouble: error }
}

/** Counts UTF-8 bytes beyond one per character. Called for each part, because joining the parts would copy them. */
const countFurtherBytes = (text: string): number => Buffer.byteLength(text) - text.length

function toRelayedReply(id: string, relayed: Relayed, cu: number, responseBytes: number): Reply {
  const { result, provider, attempts, cached, ageMs, unconfirmed } = relayed
  const isTooLarge = result.length > responseBytes
  const text = isTooLarge ? toErrorText(id, tooLarge(responseBytes)) : toResultText(id, result, unconfirmed)
  const bytes = isTooLarge ? undefined : text.length + countFurtherBytes(result) + countFurtherBytes(id)
  return { text, bytes, provider, attempts, cached, ageMs, cu, unconfirmed }
}

const otherMethods = 'other'
/** Must start with a letter, because `__proto__` cannot be a field of a plain object. */
const bookable = /^[a-zA-Z][\w.:-]{0,63}$/

/** Formats a response. An unconfirmed result gets an additional member, which other clients ignore. */
export function toResultText(id: string, result: string, unconfirmed?: true): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${result}${unconfirmed ? ',"unconfirmed":true' : ''}}`
}

export function refuse(id: string, fault: RpcFault): Reply {
  return toReply(toErrorText(id, fault))
}

/** Creates a reply from the gateway itself, or from a provider without further details. */
export function toReply(text: string, provider: string | null = null): Reply {
  return { text, provider, attempts: provider === null ? 0 : 1, cached: false, ageMs: 0, cu: 0 }
}

export function tooLarge(responseBytes: number): RpcFault {
  return {
    code: rpcCodes.tooLarge,
    message: `The response is larger than ${responseBytes} bytes. Request a smaller range, or less data at once.`,
  }
}

function toFailure(id: string, error: unknown, chain: GatewayChain, logger: Logger): Reply {
  if (error instanceof FilterError) return refuse(id, { code: error.rpcCode, message: error.message })
  if (error instanceof RpcAnswerError) return toAnswered(id, error.text, error.endpoint)
  if (error instanceof UncertainWriteError) {
    const data = { code: error.code, transaction_hash: error.hash }
    return refuse(id, { code: rpcCodes.uncertain, message: redactText(error.message), data })
  }
  if (error instanceof AllProvidersFailedError) {
    // An error from a node is more specific than ours.
    const said = findRpcAnswer(error)
    if (said !== undefined) return toAnswered(id, said.answer.text, said.endpoint)
  } else if (!(error instanceof PoolClosedError)) {
    logger.error({ chain: chain.name, err: error }, 'relay failed')
    return refuse(id, {
      code: rpcCodes.internal,
      message: 'An internal error occurred. The log of the node has details.',
    })
  }
  const message = `${toSentence(redactText(error.message))} Try again, or add a provider to chains.${chain.name}.endpoints.`
  const data = { code: 'UPSTREAM_UNAVAILABLE', upstream: chain.name }
  return { ...refuse(id, { code: rpcCodes.internal, message, data }), trouble: 'unavailable' }
}

const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function toAnswered(id: string, error: string, provider: string): Reply {
  return toReply(`{"jsonrpc":"2.0","id":${id},"error":${error}}`, provider)
}

function shorten(method: string): string {
  return method.length > 64 ? `${method.slice(0, 64)}…` : method
}
