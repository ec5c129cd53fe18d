import { OutriggerError } from '../../errors/outriggerError.ts'
import { onAbort } from '../../time/abort.ts'
import { type Cancellation, Canceller } from '../../time/cancel.ts'
import { sleep } from '../../time/sleep.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { toAnswer } from '../dispatch/answer.ts'
import { AllProvidersFailedError, DisagreementError, EndpointError, type RpcAnswer } from '../errors.ts'
import type { Answer } from '../poolTypes.ts'
import { isSizeError } from '../wire/refusals.ts'
import type { Payload, RpcCall } from '../wire/rpcCall.ts'
import type { AgreeParts, AskOptions } from './agreeParts.ts'
import { toBallot, toErrorBallot } from './ballot.ts'
import { pinToCommonHead } from './commonHead.ts'
import { pollEndpoints } from './poll.ts'

/** `agree` is larger than the number of endpoints of the pool. Add endpoints, or lower `agree`. */
export class TooFewEndpointsError extends OutriggerError {
  readonly code = 'TOO_FEW_ENDPOINTS'
  constructor(needed: number, known: number) {
    super(`${needed} endpoints must agree, but ${known} are configured. Add endpoints, or lower the number.`)
  }
}

/**
 * An endpoint's answer or failure. A failure has no ballot and does not count. An endpoint that denies data may
 * merely lag.
 */
type Vote = { readonly said: Payload | EndpointError; readonly ballot: string | null; readonly isDenial?: boolean }

/** Pauses between rounds, because two nodes rarely get a new block at the same moment. */
const roundDelaysMs = [50, 100, 200, 300, 300, 300, 300]
const maxTimeMs = 1600

/**
 * Returns one answer that `agree` endpoints give independently. `latest` is replaced by a head that this many
 * endpoints have, because two nodes are rarely at the same head. If too few agree, the endpoints that may not have
 * seen the block yet are called again. If every endpoint has answered, all endpoints are called again.
 *
 * @throws {TooFewEndpointsError} fewer than `agree` endpoints are configured
 * @throws {DisagreementError}
 * @throws {AllProvidersFailedError} fewer than `agree` endpoints are in service, or answer
 * @throws {EndpointError} of kind `answer`: they agree on an error, or too many of them refuse the request as too large
 */
export async function readWithAgreement(request: RpcCall, parts: AgreeParts): Promise<Answer<Payload>> {
  const { dispatcher, agree, signal } = parts
  const startedAt = performance.now()
  const known = dispatcher.healths.length
  if (!(agree <= known)) throw new TooFewEndpointsError(agree, known)
  const votes = new Map<EndpointHealth, Vote>()
  let call: RpcCall | null = null
  let attempts = 0

  for (let round = 0; ; round += 1) {
    const open = await dispatcher.candidates(parts.prefer)
    if (open.length < agree)
      throw new AllProvidersFailedError(parts.name, request.method, dispatcher.listFailures(toFailures(votes)))
    const order = [...open].sort((a, b) => Number(parts.isAble(b)) - Number(parts.isAble(a)))
    call ??= await pinToCommonHead(request, order, parts, (health, said) => votes.set(health, { said, ballot: null }))
    const pinned = call
    const isDecided =
      pinned !== null &&
      (await pollEndpoints({
        order: order.filter((health) => !votes.has(health)),
        async call(health, how) {
          attempts += 1
          votes.set(health, await cast(health, pinned, how, parts))
        },
        countLacking: () => agree - toMajority(votes).length,
        hedgeDelayMs: (health) => dispatcher.hedgeDelayMs(health, request.method),
        onLate: dispatcher.onLate,
      }))
    const [winner] = toMajority(votes)
    if (isDecided && winner !== undefined) {
      const [health, { said }] = winner
      if (said instanceof EndpointError) throw said
      return toAnswer(health, said, { attempts, hedged: false, startedAt })
    }
    const waitMs = roundDelaysMs[round]
    const isLast = waitMs === undefined || performance.now() - startedAt > maxTimeMs
    if (isLast || !isTransient(votes, agree, round)) throw toFailure(request, votes, parts)
    forget(votes)
    await pause(waitMs, [signal, dispatcher.signal])
  }
}

async function pause(ms: number, signals: readonly (Cancellation | undefined)[]): Promise<void> {
  const nap = new Canceller()
  const detach = onAbort(signals, (reason) => nap.abort(reason))
  await sleep(ms, nap)
  detach()
  nap.throwIfAborted()
}

async function cast(health: EndpointHealth, call: RpcCall, how: AskOptions, { read }: AgreeParts): Promise<Vote> {
  try {
    const said = await read(health, call, how)
    return { said, ballot: toBallot(call.method, said.value) }
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error
    if (error.kind === 'empty') {
      const said = error.answer as Payload
      return { said, ballot: toBallot(call.method, said.value), isDenial: true }
    }
    return { said: error, ballot: error.kind === 'answer' ? toErrorBallot(error.answer as RpcAnswer) : null }
  }
}

type Votes = ReadonlyMap<EndpointHealth, Vote>

/** Returns the votes for the most frequent answer, in the order they were cast. */
function toMajority(votes: Votes): readonly (readonly [EndpointHealth, Vote])[] {
  const counted = [...votes].filter(([, { ballot }]) => ballot !== null)
  return counted
    .map(([, { ballot }]) => counted.filter(([, other]) => other.ballot === ballot))
    .reduce((most, alike) => (alike.length > most.length ? alike : most), [])
}

const toFailures = (votes: Votes): readonly EndpointError[] =>
  [...votes.values()].flatMap(({ said, ballot }) => (ballot === null && said instanceof EndpointError ? [said] : []))

const toSizeError = (votes: Votes): EndpointError | undefined =>
  toFailures(votes).find(({ message }) => isSizeError(message))

/** Returns whether the votes may change soon. A failure is retried once, and a lagging endpoint in every round. */
function isTransient(votes: Votes, agree: number, round: number): boolean {
  const passing =
    round === 0
      ? ['unclear', 'doubtful', 'lagging', 'broken', 'denied', 'unreachable']
      : ['unclear', 'doubtful', 'lagging']
  const permanent = toFailures(votes).filter(({ kind }) => !passing.includes(kind))
  return votes.size - permanent.length >= agree && toSizeError(votes) === undefined
}

function forget(votes: Map<EndpointHealth, Vote>): void {
  const unsure = [...votes].filter(([, { ballot, isDenial }]) => ballot === null || isDenial)
  for (const [health] of unsure.length > 0 ? unsure : [...votes]) votes.delete(health)
}

function toFailure({ method }: RpcCall, votes: Votes, { dispatcher, name, agree }: AgreeParts): Error {
  const failures = toFailures(votes)
  const tooLarge = toSizeError(votes)
  // The caller splits the request.
  if (method === 'eth_getLogs' && tooLarge !== undefined)
    return new EndpointError(tooLarge.endpoint, 'answer', tooLarge.message, { answer: tooLarge.answer })
  if (votes.size - failures.length < agree)
    return new AllProvidersFailedError(name, method, dispatcher.listFailures(failures))
  const said = dispatcher.healths.flatMap((health) => {
    const vote = votes.get(health)?.said
    return vote === undefined
      ? []
      : [{ provider: health.endpoint.name, said: vote instanceof EndpointError ? vote : vote.value }]
  })
  // An endpoint that does not have the data yet contradicts no other endpoint.
  const claims = new Set(
    [...votes.values()].flatMap(({ ballot }) => (ballot === null || ballot === 'null' ? [] : [ballot])),
  )
  if (claims.size > 1) dispatcher.emit('disagreement', { method, providers: said.map(({ provider }) => provider) })
  return new DisagreementError(method, agree, said)
}
