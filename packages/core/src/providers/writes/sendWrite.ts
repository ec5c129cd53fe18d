import type { Hex } from 'viem'
import type { Cancellation } from '../../time/cancel.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { toAnswer } from '../dispatch/answer.ts'
import type { Candidate } from '../dispatch/choose.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import type { EndpointCall } from '../dispatch/endpointCall.ts'
import { isSettled, toVerdict } from '../dispatch/verdict.ts'
import { AllProvidersFailedError, EndpointError, type FailureKind, UncertainWriteError } from '../errors.ts'
import type { Answer, RpcRequest } from '../poolTypes.ts'
import { isHash } from '../reads/shape.ts'
import { type Payload, type RpcCall, sendAlone, toCall } from '../wire/rpcCall.ts'
import { toTransactionHash } from './transactionHash.ts'

const writes = /^(?:[a-z]+_send|personal_|admin_|miner_|engine_|wallet_|anvil_|hardhat_|evm_)/
const notAccepted: readonly FailureKind[] = [
  'unreachable',
  'denied',
  'rateLimited',
  'unsupported',
  'wrongChain',
  'lagging',
  'outOfService',
  'unclear',
]
const toRank = ({ health, isReserve }: Candidate) => Number(isReserve) * 2 + Number(health.verified !== true)

export function isWrite({ method }: RpcRequest): boolean {
  return writes.test(method)
}

/**
 * Sends a write to one endpoint after the other until one accepts it. It tries the next endpoint only if the last one
 * has certainly not accepted the write. If that is uncertain, it sends nothing again and looks up the transaction by
 * its hash.
 *
 * @throws {UncertainWriteError} @throws {AllProvidersFailedError} @throws {EndpointError} of kind `answer`
 */
export async function sendWrite(
  dispatcher: Dispatcher,
  pool: string,
  request: RpcCall,
  signal: Cancellation | undefined,
): Promise<Answer<Payload>> {
  const startedAt = performance.now()
  const failures: EndpointError[] = []
  const hash = findHash(request)
  const call: EndpointCall<Payload> = {
    method: request.method,
    run: ({ endpoint }, attemptSignal) => sendAlone(endpoint, request, attemptSignal),
    check: (payload, { endpoint }) => requireHash(endpoint.name, request, payload, hash),
  }
  // Verified endpoints come first: a write is not hedged, so it should not wait for an endpoint that may hang.
  const order = [...(await dispatcher.selectEndpoints())].sort((a, b) => toRank(a) - toRank(b))
  for (const { health, isReserve } of order) {
    try {
      if (isReserve) await dispatcher.prober.recheck(health)
      const result = await dispatcher.attempt(health, call, { signal, hedge: false })
      return toAnswer(health, result, { attempts: failures.length + 1, hedged: false, startedAt })
    } catch (error) {
      const failure = toWriteFailure(error)
      failures.push(failure)
      if (isSettled(failures)) break
      if (!notAccepted.includes(failure.kind)) return lookUp(dispatcher, hash, failures, signal)
    }
  }
  const verdict = toVerdict(request.method, failures)
  if (verdict !== undefined) throw verdict
  throw new AllProvidersFailedError(pool, request.method, dispatcher.listFailures(failures))
}

const sendsTransaction = /^eth_send(?:Private)?(?:Raw)?Transaction/

/** Returns the hash of the raw transaction that a request sends. */
function findHash({ method, params }: RpcRequest): Hex | null {
  if (!sendsTransaction.test(method)) return null
  const [first] = Array.isArray(params) ? params : []
  return toTransactionHash((first as { readonly tx?: unknown } | undefined)?.tx ?? first)
}

/** Checks that the result of a write is the transaction's hash or a receipt with this hash. @throws {EndpointError} otherwise */
function requireHash(endpoint: string, { method }: RpcRequest, { value }: Payload, expected: Hex | null): void {
  if (!sendsTransaction.test(method)) return
  const hash =
    typeof value === 'object' ? (value as { readonly transactionHash?: unknown } | null)?.transactionHash : value
  if (isHash(hash) && (expected === null || hash.toLowerCase() === expected)) return
  throw new EndpointError(endpoint, 'broken', 'an answer that is not the hash of the transaction')
}

/** Returns a failure after which another endpoint may be tried. @throws any other error */
function toWriteFailure(error: unknown): EndpointError {
  if (!(error instanceof EndpointError) || error.kind === 'answer') throw error
  // A write that the node rejects with its own error was decided by the node.
  if (error.kind === 'doubtful')
    throw new EndpointError(error.endpoint, 'answer', error.message, { answer: error.answer })
  return error
}

/** Looks up a raw transaction whose delivery is uncertain. It counts as sent if any endpoint has it. */
async function lookUp(
  dispatcher: Dispatcher,
  hash: Hex | null,
  failures: readonly EndpointError[],
  signal: Cancellation | undefined,
): Promise<Answer<Payload>> {
  if (hash === null) throw new UncertainWriteError(null, failures)
  const call = toCall({ method: 'eth_getTransactionByHash', params: [hash] })
  const found = await dispatcher
    .dispatch(
      { method: call.method, run: ({ endpoint }, s) => sendAlone(endpoint, call, s), check: requirePresence },
      { signal },
    )
    .catch(() => undefined)
  if (found === undefined || found.result.value === null) throw new UncertainWriteError(hash, failures)
  const result = { value: hash, text: () => JSON.stringify(hash) }
  return { ...found, result, attempts: found.attempts + failures.length }
}

/**
 * Requires that an endpoint has the transaction. The endpoint whose answer was lost may not have it, so an empty
 * answer does not count.
 */
function requirePresence(payload: Payload, { endpoint }: EndpointHealth): void {
  if (payload.value === null)
    throw new EndpointError(endpoint.name, 'empty', 'It does not know the transaction.', { answer: payload })
}
