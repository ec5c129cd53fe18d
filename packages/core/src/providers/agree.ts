import { numberToHex } from 'viem'
import { BaseError } from '../errors/baseError.ts'
import type { Cancellation } from '../time/cancel.ts'
import { toBlockReference } from './blockReference.ts'
import { type Dispatcher, toAnswer } from './dispatcher.ts'
import { AllProvidersFailedError, DisagreementError, EndpointError } from './failure.ts'
import type { EndpointHealth } from './health.ts'
import { toQuantity } from './integrity.ts'
import { withBlock } from './pin.ts'
import type { Answer, RpcRequest } from './poolTypes.ts'
import { isSizeError } from './wire/classify.ts'
import { type Payload, type RpcCall, toCall } from './wire/rpcCall.ts'

export type AgreeParts = {
  readonly dispatcher: Dispatcher
  readonly name: string
  readonly agree: number
  readonly signal: Cancellation | undefined
  /** One request to one endpoint. @throws {EndpointError} */
  readonly ask: (health: EndpointHealth, call: RpcCall) => Promise<Payload>
}

export class TooFewEndpointsError extends BaseError {
  readonly code = 'TOO_FEW_ENDPOINTS'
  constructor(wanted: number, known: number) {
    super(`${wanted} endpoints are to agree, and ${known} are configured. Add endpoints, or ask fewer to agree.`)
  }
}

type Vote = { readonly health: EndpointHealth; readonly ballot: string; readonly said: Payload | EndpointError }

/**
 * One answer that `agree` endpoints give independently. `latest` is held to the lowest of their heads, since two nodes
 * are seldom at the same one.
 *
 * @throws {TooFewEndpointsError} fewer than `agree` endpoints are configured
 * @throws {DisagreementError}
 * @throws {AllProvidersFailedError} fewer than `agree` endpoints are in service
 * @throws {EndpointError} of kind `answer`: they agree that it is an error, or it is too much for one of them
 */
export async function askAgreement(request: RpcCall, parts: AgreeParts): Promise<Answer<Payload>> {
  const { dispatcher, agree } = parts
  const startedAt = performance.now()
  const known = dispatcher.healths.length
  if (agree > known) throw new TooFewEndpointsError(agree, known)
  const order = await dispatcher.candidates()
  if (order.length < agree) throw new AllProvidersFailedError(parts.name, request.method, dispatcher.failuresOf([]))
  const call = await pinToCommonHead(request, order.slice(0, agree), parts)
  const votes: Vote[] = []
  let next = 0
  return new Promise((resolve, reject) => {
    const launch = () => {
      const health = order[next++]
      if (health === undefined) return
      cast(health, call, parts).then((vote) => {
        votes.push(vote)
        const same = votes.filter(({ ballot }) => ballot === vote.ballot)
        if (vote.ballot !== '' && same.length >= agree) {
          const { health: winner, said } = same[0] as Vote
          if (said instanceof EndpointError) reject(said)
          else resolve(toAnswer(winner, said, { attempts: votes.length, hedged: false, startedAt }))
        } else if (votes.length === order.length) reject(toFailure(call, votes, parts))
        else {
          const most = Math.max(
            0,
            ...votes.map(({ ballot }) => votes.filter((one) => one.ballot === ballot && ballot !== '').length),
          )
          for (let running = next - votes.length; running < agree - most; running += 1) launch()
        }
      }, reject)
    }
    for (let index = 0; index < agree; index += 1) launch()
  })
}

async function cast(health: EndpointHealth, call: RpcCall, { ask }: AgreeParts): Promise<Vote> {
  try {
    const said = await ask(health, call)
    return { health, said, ballot: toBallot(said.value) }
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error
    // Too much for one of them is to be asked of all in parts.
    if (call.method === 'eth_getLogs' && isSizeError(error.message))
      throw new EndpointError(error.endpoint, 'answer', error.message, { answer: error.answer })
    if (error.kind === 'empty')
      return { health, said: error.answer as Payload, ballot: toBallot((error.answer as Payload).value) }
    return { health, said: error, ballot: error.kind === 'answer' ? `error ${toBallot(error.answer)}` : '' }
  }
}

function toFailure({ method }: RpcRequest, votes: readonly Vote[], { dispatcher, name, agree }: AgreeParts) {
  const failures = votes.flatMap(({ said, ballot }) => (ballot === '' && said instanceof EndpointError ? [said] : []))
  if (votes.length - failures.length < agree) return new AllProvidersFailedError(name, method, failures)
  const said = votes.map(({ health, said }) => ({
    provider: health.endpoint.name,
    said: said instanceof EndpointError ? said : said.value,
  }))
  dispatcher.emit('disagreement', { method, providers: said.map(({ provider }) => provider) })
  return new DisagreementError(method, agree, said)
}

async function pinToCommonHead(call: RpcCall, asked: readonly EndpointHealth[], parts: AgreeParts): Promise<RpcCall> {
  const reference = toBlockReference(call)
  if (reference?.kind !== 'tag' || reference.tag !== 'latest') return call
  const heads = await Promise.all(
    asked.map((health) =>
      parts.ask(health, toCall({ method: 'eth_blockNumber' })).then(
        ({ value }) => toQuantity(value),
        () => null,
      ),
    ),
  )
  const lowest = heads.reduce<bigint | null>(
    (low, head) => (head !== null && (low === null || head < low) ? head : low),
    null,
  )
  return lowest === null ? call : toCall(withBlock(call, numberToHex(lowest)))
}

// What nodes may leave out or add without disagreeing about the chain.
const essential = [
  'hash',
  'transactionHash',
  'blockHash',
  'logIndex',
  'status',
  'gasUsed',
  'data',
  'topics',
  'address',
  'code',
]

/** Two results with the same ballot say the same of the chain. */
function toBallot(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return part.toLowerCase()
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const entries = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
    const named = 'hash' in part || 'blockHash' in part || ('code' in part && 'message' in part)
    return Object.fromEntries(named ? entries.filter(([key]) => essential.includes(key)) : entries)
  })
}
