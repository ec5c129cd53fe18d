import type { ChainProfile } from '../chains/chain.ts'
import type { Cancellation } from '../time/cancel.ts'
import type { Clock } from '../time/clock.ts'
import { type EndpointHealth, isLagging } from './circuit/health.ts'
import { computeMaxLogRange, distrust, isAble, isDistrusted, learn } from './circuit/learnedLimits.ts'
import { createCoalescer } from './dispatch/coalesce.ts'
import type { Dispatcher } from './dispatch/dispatcher.ts'
import type { EndpointCall } from './dispatch/endpointCall.ts'
import { EndpointError, type RpcAnswer, RpcAnswerError } from './errors.ts'
import { toUnavailable } from './filters/filterError.ts'
import { isFilterMethod } from './filters/filterRequest.ts'
import type { Answer, RpcRequest, SendOptions } from './poolTypes.ts'
import { askAgreement } from './quorum/agree.ts'
import { type AnswerCache, createAnswerCache } from './reads/answerCache.ts'
import { toResultBlock } from './reads/blockReference.ts'
import { createFinalTags, type FinalTags } from './reads/finalTags.ts'
import { checkIdentity } from './reads/identity.ts'
import { checkChainId, toObservedHead, toQuantity } from './reads/integrity.ts'
import { toKnownChainId } from './reads/knownChainId.ts'
import { deniesShownBlock, toBehindError, toUnseenBlock } from './reads/laggingReads.ts'
import { askLogs } from './reads/logSplit.ts'
import { checkShape, hasShape, isDenial } from './reads/shape.ts'
import { askRpc } from './wire/batch.ts'
import { isPlanRefusal } from './wire/refusals.ts'
import { type Payload, type RpcCall, toCall } from './wire/rpcCall.ts'
import { isWrite, sendWrite } from './writes/sendWrite.ts'

export type PipelineOptions = {
  readonly chain: ChainProfile
  readonly dispatcher: Dispatcher
  readonly maxLagBlocks: number
  readonly clock: Clock
  /** Null keeps no answers. */
  readonly maxCacheBytes: number | null
  /** Whether a socket would report the next head at once. */
  readonly isPushing: () => boolean
}

type Parts = PipelineOptions & { readonly finalTags: FinalTags }
type ReadOptions = Pick<SendOptions, 'agree' | 'prefer'> & { readonly signal?: Cancellation | undefined }

/**
 * How a pool answers a request, from top to bottom in this file:
 * cache → coalesce → choose → hedge → attempt → verify → learn.
 */
export class Pipeline {
  readonly #parts: Parts
  readonly #cache: AnswerCache
  readonly #reads = createCoalescer<Answer<Payload>>()
  readonly #writes = createCoalescer<Answer<Payload>>()
  /** Changes with every write: an answer for `latest` that was read before is not given after. */
  #epoch = 0

  constructor(options: PipelineOptions) {
    const { dispatcher, maxCacheBytes, clock } = options
    this.#parts = { ...options, finalTags: createFinalTags() }
    this.#cache = createAnswerCache({
      maxBytes: maxCacheBytes,
      clock,
      referenceHead: dispatcher.referenceHead,
      getFinalBlock: async () => toResultBlock((await this.#ask(finalCall, {})).result.value),
    })
    // Answers it gave shortly before may be wrong too, such as old state before its old head was seen.
    dispatcher.on('status', ({ to }) => {
      if (to === 'unavailable') this.#onChanged()
    })
  }

  /** Cache, then coalesce. An answer that is known already comes at once, without a promise. */
  answer(request: RpcRequest, options: SendOptions = {}): Answer<Payload> | Promise<Answer<Payload>> {
    const call = toCall(request)
    const { agree = 1, fresh = false, signal } = options
    const chainId = fresh || agree > 1 ? null : this.#toKnownChainId(call)
    if (chainId !== null) return this.#deliver(call, chainId)
    if (isWrite(call)) return this.#delivered(call, this.#write(call, signal))
    // `agree` comes first because a caller cannot choose its text; a method may be any text.
    const key = `${agree} ${call.method} ${call.paramsText}`
    const head = this.#headName()
    const cached = fresh ? undefined : this.#cache.get(key, head)
    if (cached !== undefined) return this.#deliver(call, cached)
    const reading = this.#reads.share(key, signal, async (shared) => {
      const answer = await this.#read(call, { ...options, signal: shared })
      return this.#cache.keep(key, call, answer, head)
    })
    return this.#delivered(call, reading)
  }

  /** Asked as a whole, or for logs in as many parts as the endpoints need. */
  #read(call: RpcCall, options: ReadOptions): Promise<Answer<Payload>> {
    const { agree = 1 } = options
    if (isFilterMethod(call.method)) throw toUnavailable(call.method)
    const ask = (part: RpcCall) => (agree > 1 ? this.#askAgreement(part, agree, options) : this.#ask(part, options))
    if (call.method !== 'eth_getLogs') return ask(call)
    const { dispatcher, clock } = this.#parts
    const learned = dispatcher.healths.map((health) => health.learned)
    return askLogs(call, computeMaxLogRange(learned, agree, clock.now()), ask)
  }

  /** Choose, hedge, attempt: the dispatcher's work. `RpcRead` says what happens at each endpoint. */
  #ask(call: RpcCall, { prefer, signal }: ReadOptions): Promise<Answer<Payload>> {
    const read = new RpcRead(call, this.#parts)
    return this.#parts.dispatcher.dispatch(read, { signal, prefer })
  }

  /** The same for an answer that several endpoints must give. */
  #askAgreement(call: RpcCall, agree: number, { prefer, signal }: ReadOptions): Promise<Answer<Payload>> {
    const { dispatcher, chain, maxLagBlocks, clock } = this.#parts
    return askAgreement(call, {
      dispatcher,
      name: chain.name,
      agree,
      maxLagBlocks,
      prefer,
      signal,
      isAble: ({ learned }) => isAble(learned, call, clock.now()),
      ask: (health, asked, late) => dispatcher.attempt(health, new RpcRead(asked, this.#parts), { signal, ...late }),
    })
  }

  #write(call: RpcCall, signal: AbortSignal | undefined): Promise<Answer<Payload>> {
    const { dispatcher, chain } = this.#parts
    if (/^(?:anvil|evm|hardhat)_/.test(call.method)) this.#cache.clear()
    return this.#writes.share(`${call.method} ${call.paramsText}`, signal, (shared) =>
      sendWrite(dispatcher, chain.name, call, shared).finally(() => this.#onChanged()),
    )
  }

  /** Something was written, or an endpoint failed: later readers get no answer that was asked for before. */
  #onChanged(): void {
    this.#epoch += 1
    this.#reads.renew()
  }

  /** Names the head that `latest` means at this moment; null unless a socket would report the next one at once. */
  #headName(): string | null {
    const { isPushing, dispatcher } = this.#parts
    return isPushing() ? `${dispatcher.referenceHead()} ${this.#epoch}` : null
  }

  /** From what is known already; the endpoints show it again soon. */
  #toKnownChainId(call: RpcCall): Answer<Payload> | null {
    const { chain, dispatcher, clock } = this.#parts
    const answer = toKnownChainId(call, chain, dispatcher.healths, clock)
    if (answer !== null) dispatcher.verifySoon()
    return answer
  }

  #delivered(call: RpcCall, answering: Promise<Answer<Payload>>): Promise<Answer<Payload>> {
    return answering.then(
      (answer) => this.#deliver(call, answer),
      (error) => {
        throw toAnswerError(call, error)
      },
    )
  }

  #deliver({ method }: RpcCall, answer: Answer<Payload>): Answer<Payload> {
    const { dispatcher } = this.#parts
    dispatcher.answers[answer.cached ? 'cached' : answer.hedged ? 'hedged' : 'other'] += 1
    if (dispatcher.hears('answer')) dispatcher.emit('answer', { ...answer, method })
    return answer
  }
}

const headCall = toCall({ method: 'eth_blockNumber' })
const finalCall = toCall({ method: 'eth_getBlockByNumber', params: ['finalized', false] })

function toAnswerError({ method }: RpcRequest, error: unknown): unknown {
  if (!(error instanceof EndpointError) || error.kind !== 'answer') return error
  return new RpcAnswerError(method, error.endpoint, error.answer as RpcAnswer)
}

/** One read at one endpoint: attempt → verify → learn. */
class RpcRead implements EndpointCall<Payload> {
  readonly method: string
  readonly #call: RpcCall
  readonly #parts: Parts

  constructor(call: RpcCall, parts: Parts) {
    this.method = call.method
    this.#call = call
    this.#parts = parts
  }

  isAble({ learned }: EndpointHealth): boolean {
    return isAble(learned, this.#call, this.#parts.clock.now())
  }

  /** Attempt. It includes the further request that some answers need to be verified. */
  async run(health: EndpointHealth, signal: Cancellation): Promise<Payload> {
    try {
      const payload = await askRpc(health.endpoint, this.#call, signal)
      const verifying = this.#verify(health, payload, signal)
      if (verifying !== undefined) await verifying
      return payload
    } catch (error) {
      throw error instanceof EndpointError ? this.#toFailure(error) : error
    }
  }

  /** Verify by itself: the form of the answer, the chain, the head it shows. */
  check(payload: Payload, health: EndpointHealth): void {
    this.#check(this.#call, payload.value, health)
  }

  #check(request: RpcRequest, result: unknown, health: EndpointHealth): void {
    const { chain, dispatcher } = this.#parts
    const { endpoint } = health
    const { method } = request
    checkShape(endpoint, request, result)
    checkIdentity(endpoint, request, result)
    if (method === 'eth_chainId' || method === 'net_version') checkChainId(endpoint, chain, method, result)
    const head = toObservedHead(request, result)
    if (head === null) return
    dispatcher.observeHead(health, head)
    if (isLagging(health, this.#parts))
      throw new EndpointError(endpoint.name, 'lagging', `Its head ${head} is ${health.lag} blocks behind.`)
  }

  /** Verify against the other endpoints. Undefined where there is nothing to verify, as a rule. */
  #verify(health: EndpointHealth, payload: Payload, signal: Cancellation): Promise<void> | undefined {
    const { dispatcher, finalTags } = this.#parts
    if (dispatcher.healths.length === 1) return undefined
    const confirming = finalTags.check(this.#call, payload.value, () => this.#checkHead(health, signal))
    if (confirming !== undefined) return confirming
    const isDenied = isDenial(this.#call, payload.value)
    if (!isDenied && this.method !== 'eth_getLogs') return undefined
    return this.#checkSight(health, payload.value, signal).then(() => {
      if (isDenied) throw this.#toDenial(health, payload)
    })
  }

  /** Refuses an endpoint whose head is too far behind. */
  async #checkHead(health: EndpointHealth, signal: Cancellation): Promise<void> {
    const head = await askRpc(health.endpoint, headCall, signal)
    this.#check(headCall, head.value, health)
  }

  /**
   * Nodes silently leave out logs of blocks they have not seen yet, and deny what is in them. An endpoint that has not
   * shown the block in question shows its head first.
   */
  async #checkSight(health: EndpointHealth, value: unknown, signal: Cancellation): Promise<void> {
    const { endpoint } = health
    const { dispatcher } = this.#parts
    const head = dispatcher.referenceHead()
    const isLacking = deniesShownBlock(this.#call, value, head)
    const unseen = isLacking ? null : toUnseenBlock(health, this.#call, head)
    if (unseen !== null) {
      const shown = toQuantity((await askRpc(endpoint, headCall, signal)).value)
      if (shown !== null) dispatcher.observeHead(health, shown)
    }
    if (isLacking || (unseen !== null && (health.head ?? -1n) < unseen))
      throw new EndpointError(endpoint.name, 'lagging', 'It lacks a block that others have shown.')
  }

  /** An answer that there is nothing has to be confirmed by others. */
  #toDenial({ endpoint, learned }: EndpointHealth, payload: Payload): EndpointError {
    return isDistrusted(learned, this.method, this.#parts.clock.now())
      ? new EndpointError(endpoint.name, 'lagging', 'It has lately denied what another endpoint has.')
      : new EndpointError(endpoint.name, 'empty', `It has no ${this.method}.`, { answer: payload })
  }

  #toFailure(error: EndpointError): EndpointError {
    const { dispatcher } = this.#parts
    // A method that every node has is not unsupported, but broken for the moment, or some form of it is not in the plan.
    if (error.kind === 'unsupported' && hasShape(this.method)) {
      const kind = isPlanRefusal(error.message) ? 'doubtful' : 'broken'
      return new EndpointError(error.endpoint, kind, error.message, { answer: error.answer })
    }
    return dispatcher.healths.length > 1 ? toBehindError(error, this.#call, dispatcher.referenceHead()) : error
  }

  /** Learn what the endpoint cannot do. */
  onFailure({ endpoint, learned }: EndpointHealth, error: EndpointError): void {
    const lesson = learn(learned, this.#call, error, this.#parts.clock.now())
    if (lesson !== null) this.#tellLesson(endpoint.name, lesson)
  }

  /** Learn that it denies what others have; it is at fault only if it claims to have seen the block. */
  onDenied({ endpoint, head, learned }: EndpointHealth, { value }: Payload): void {
    const block = toResultBlock(Array.isArray(value) ? value.at(-1) : value)
    if (block === null || head === null || block > head) return
    distrust(learned, this.method, this.#parts.clock.now())
    this.#tellLesson(endpoint.name, `It denied what another endpoint has in block ${block}.`)
  }

  #tellLesson(endpoint: string, lesson: string): void {
    this.#parts.dispatcher.emit('learned', { endpoint, method: this.method, lesson })
  }
}
