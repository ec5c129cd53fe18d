import type { ChainProfile } from '../chains/chain.ts'
import type { Cancellation } from '../time/cancel.ts'
import type { Clock } from '../time/clock.ts'
import type { EndpointHealth } from './circuit/health.ts'
import { computeMaxLogRange, distrust, isAble, isDistrusted, learn } from './circuit/learnedLimits.ts'
import { createCoalescer } from './dispatch/coalesce.ts'
import type { Dispatcher } from './dispatch/dispatcher.ts'
import type { EndpointCall } from './dispatch/endpointCall.ts'
import { EndpointError, type RpcAnswer, RpcAnswerError } from './errors.ts'
import { toUnavailable } from './filters/filterError.ts'
import { isFilterMethod } from './filters/filterRequest.ts'
import type { Answer, RpcRequest, SendOptions } from './poolTypes.ts'
import { readWithAgreement } from './quorum/agree.ts'
import { type AnswerCache, createAnswerCache } from './reads/answerCache.ts'
import { toResultBlock } from './reads/blockReference.ts'
import { createFinalTags, type FinalTags } from './reads/finalTags.ts'
import { checkIdentity } from './reads/identity.ts'
import { checkChainId, toObservedHead, toQuantity } from './reads/integrity.ts'
import { toKnownChainId } from './reads/knownChainId.ts'
import { deniesShownBlock, toBehindError, toUnseenBlock } from './reads/laggingReads.ts'
import { readLogs } from './reads/logSplit.ts'
import { checkShape, hasShape, isDenial } from './reads/shape.ts'
import { sendRpc } from './wire/batch.ts'
import { isPlanRefusal } from './wire/refusals.ts'
import { type Payload, type RpcCall, toCall } from './wire/rpcCall.ts'
import { isWrite, sendWrite } from './writes/sendWrite.ts'

export type PipelineOptions = {
  readonly chain: ChainProfile
  readonly dispatcher: Dispatcher
  readonly maxLagBlocks: number
  readonly clock: Clock
  /** Maximum size of the cache in bytes. Null turns the cache off. */
  readonly maxCacheBytes: number | null
  /** Returns whether a socket pushes every new head. */
  readonly isPushing: () => boolean
}

type Parts = PipelineOptions & { readonly finalTags: FinalTags }
type ReadOptions = Pick<SendOptions, 'agree' | 'prefer'> & { readonly signal?: Cancellation | undefined }

/**
 * Answers the requests of a pool. The path of a read, from top to bottom in this file:
 * 1. the cache (`reads/answerCache.ts`), then an identical read in flight (`dispatch/coalesce.ts`);
 * 2. the dispatcher (`dispatch/dispatch.ts`) chooses endpoints, hedges and fails over;
 * 3. `RpcRead` sends the request to one endpoint, checks the answer, and learns from failures.
 */
export class Pipeline {
  readonly #parts: Parts
  readonly #cache: AnswerCache
  readonly #reads = createCoalescer<Answer<Payload>>()
  readonly #writes = createCoalescer<Answer<Payload>>()
  /** Increases with each write and each failure. Answers for `latest` from an earlier epoch are not used. */
  #epoch = 0

  constructor(options: PipelineOptions) {
    const { dispatcher, maxCacheBytes, clock } = options
    this.#parts = { ...options, finalTags: createFinalTags() }
    this.#cache = createAnswerCache({
      maxBytes: maxCacheBytes,
      clock,
      referenceHead: dispatcher.referenceHead,
      getFinalBlock: async () => toResultBlock((await this.#dispatch(finalCall, {})).result.value),
    })
    // The endpoint's last answers may be wrong too, for example old state from before its old head was noticed.
    dispatcher.on('status', ({ to }) => {
      if (to === 'unavailable') this.#onChanged()
    })
  }

  /** Answers a request and counts the answer. */
  async answer(request: RpcRequest, options: SendOptions = {}): Promise<Answer<Payload>> {
    const call = toCall(request)
    const { method } = call
    const answer = await this.#answer(call, options).catch((error) => {
      throw toAnswerError(call, error)
    })
    const { dispatcher } = this.#parts
    dispatcher.answers[answer.cached ? 'cached' : answer.hedged ? 'hedged' : 'other'] += 1
    if (dispatcher.hears('answer')) dispatcher.emit('answer', { ...answer, method })
    return answer
  }

  async #answer(call: RpcCall, options: SendOptions): Promise<Answer<Payload>> {
    const { agree = 1, fresh = false, signal } = options
    const chainId = fresh || agree > 1 ? null : this.#toKnownChainId(call)
    if (chainId !== null) return chainId
    if (isWrite(call)) return this.#write(call, signal)
    // `agree` comes first because a caller cannot choose its text. A method name may contain any text.
    const key = `${agree} ${call.method} ${call.paramsText}`
    const head = this.#headName()
    const cached = fresh ? undefined : this.#cache.get(key, head)
    if (cached !== undefined) return cached
    return this.#reads.share(key, signal, async (shared) => {
      const answer = await this.#read(call, { ...options, signal: shared })
      return this.#cache.keep(key, call, answer, head)
    })
  }

  /** Reads from as many endpoints as must agree. Splits `eth_getLogs` into ranges that the endpoints accept. */
  #read(call: RpcCall, options: ReadOptions): Promise<Answer<Payload>> {
    const { agree = 1 } = options
    if (isFilterMethod(call.method)) throw toUnavailable(call.method)
    const read = (part: RpcCall) =>
      agree > 1 ? this.#readWithAgreement(part, agree, options) : this.#dispatch(part, options)
    if (call.method !== 'eth_getLogs') return read(call)
    const { dispatcher, clock } = this.#parts
    const learned = dispatcher.healths.map((health) => health.learned)
    return readLogs(call, computeMaxLogRange(learned, agree, clock.now()), read)
  }

  /** The dispatcher chooses the endpoints. `RpcRead` does the work at each of them. */
  #dispatch(call: RpcCall, { prefer, signal }: ReadOptions): Promise<Answer<Payload>> {
    return this.#parts.dispatcher.dispatch(new RpcRead(call, this.#parts), { signal, prefer })
  }

  #readWithAgreement(call: RpcCall, agree: number, { prefer, signal }: ReadOptions): Promise<Answer<Payload>> {
    const { dispatcher, chain, maxLagBlocks, clock } = this.#parts
    return readWithAgreement(call, {
      dispatcher,
      name: chain.name,
      agree,
      maxLagBlocks,
      prefer,
      signal,
      isAble: ({ learned }) => isAble(learned, call, clock.now()),
      read: (health, part, how) => dispatcher.attempt(health, new RpcRead(part, this.#parts), { signal, ...how }),
    })
  }

  #write(call: RpcCall, signal: AbortSignal | undefined): Promise<Answer<Payload>> {
    const { dispatcher, chain } = this.#parts
    if (/^(?:anvil|evm|hardhat)_/.test(call.method)) this.#cache.clear()
    return this.#writes.share(`${call.method} ${call.paramsText}`, signal, (shared) =>
      sendWrite(dispatcher, chain.name, call, shared).finally(() => this.#onChanged()),
    )
  }

  /** After a write or a failed endpoint, later reads do not use earlier answers for `latest`. */
  #onChanged(): void {
    this.#epoch += 1
    this.#reads.renew()
  }

  /** Returns an identifier of the head that `latest` means now. Null if no socket pushes the next head. */
  #headName(): string | null {
    const { isPushing, dispatcher } = this.#parts
    return isPushing() ? `${dispatcher.referenceHead()} ${this.#epoch}` : null
  }

  /** Returns the chain id if an endpoint has shown it. Also requests it again from the endpoints soon. */
  #toKnownChainId(call: RpcCall): Answer<Payload> | null {
    const { chain, dispatcher, clock } = this.#parts
    const answer = toKnownChainId(call, chain, dispatcher.healths, clock)
    if (answer !== null) dispatcher.prober.verifySoon()
    return answer
  }
}

const headCall = toCall({ method: 'eth_blockNumber' })
const finalCall = toCall({ method: 'eth_getBlockByNumber', params: ['finalized', false] })

function toAnswerError({ method }: RpcRequest, error: unknown): unknown {
  if (!(error instanceof EndpointError) || error.kind !== 'answer') return error
  return new RpcAnswerError(method, error.endpoint, error.answer as RpcAnswer)
}

/** One read from one endpoint: send, check the answer, learn from a failure. */
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

  /** Sends the request, and the additional request that some answers need to be checked. */
  async run(health: EndpointHealth, signal: Cancellation): Promise<Payload> {
    try {
      const payload = await sendRpc(health.endpoint, this.#call, signal)
      if (this.#parts.dispatcher.healths.length > 1) await this.#verify(health, payload, signal)
      return payload
    } catch (error) {
      throw error instanceof EndpointError ? this.#toFailure(error) : error
    }
  }

  /** Checks the answer alone: its form, its chain and the head it shows. */
  check({ value }: Payload, health: EndpointHealth): void {
    this.#check(this.#call, value, health)
  }

  #check(request: RpcRequest, result: unknown, health: EndpointHealth): void {
    const { chain, dispatcher } = this.#parts
    const { endpoint } = health
    const { method } = request
    checkShape(endpoint, request, result)
    checkIdentity(endpoint, request, result)
    if (method === 'eth_chainId' || method === 'net_version') checkChainId(endpoint, chain, method, result)
    const head = toObservedHead(request, result)
    if (head !== null) dispatcher.checkHead(health, head)
  }

  /** Checks the answer against what other endpoints have shown. @throws {EndpointError} */
  async #verify(health: EndpointHealth, payload: Payload, signal: Cancellation): Promise<void> {
    const { finalTags } = this.#parts
    await finalTags.check(this.#call, payload.value, async () => {
      const head = await sendRpc(health.endpoint, headCall, signal)
      this.#check(headCall, head.value, health)
    })
    const isDenied = isDenial(this.#call, payload.value)
    if (isDenied || this.method === 'eth_getLogs') await this.#checkSight(health, payload.value, signal)
    if (isDenied) throw this.#toDenial(health, payload)
  }

  /**
   * Checks whether the endpoint has seen the requested block. Nodes silently omit logs of blocks they have not seen,
   * and deny the contents of these blocks. An endpoint that has not shown the block must show its head first.
   */
  async #checkSight(health: EndpointHealth, value: unknown, signal: Cancellation): Promise<void> {
    const { endpoint } = health
    const { dispatcher } = this.#parts
    const head = dispatcher.referenceHead()
    const isLacking = deniesShownBlock(this.#call, value, head)
    const unseen = isLacking ? null : toUnseenBlock(health, this.#call, head)
    if (unseen !== null) {
      const shown = toQuantity((await sendRpc(endpoint, headCall, signal)).value)
      if (shown !== null) dispatcher.observeHead(health, shown)
    }
    if (isLacking || (unseen !== null && (health.head ?? -1n) < unseen))
      throw new EndpointError(endpoint.name, 'lagging', 'It lacks a block that other endpoints have.')
  }

  /** Converts an empty answer to a failure of kind `empty`, so that the dispatcher calls other endpoints to confirm it. */
  #toDenial({ endpoint, learned }: EndpointHealth, payload: Payload): EndpointError {
    return isDistrusted(learned, this.method, this.#parts.clock.now())
      ? new EndpointError(endpoint.name, 'lagging', 'It recently denied data that another endpoint has.')
      : new EndpointError(endpoint.name, 'empty', `It has no ${this.method}.`, { answer: payload })
  }

  #toFailure(error: EndpointError): EndpointError {
    const { dispatcher } = this.#parts
    // Every node has these methods. So the endpoint is broken for the moment, or the plan excludes this form of the request.
    if (error.kind === 'unsupported' && hasShape(this.method)) {
      const kind = isPlanRefusal(error.message) ? 'doubtful' : 'broken'
      return new EndpointError(error.endpoint, kind, error.message, { answer: error.answer })
    }
    return dispatcher.healths.length > 1 ? toBehindError(error, this.#call, dispatcher.referenceHead()) : error
  }

  onFailure({ endpoint, learned }: EndpointHealth, error: EndpointError): void {
    const lesson = learn(learned, this.#call, error, this.#parts.clock.now())
    if (lesson !== null) this.#emitLesson(endpoint.name, lesson)
  }

  /** Distrusts the endpoint if it claims to have seen the block. */
  onDenied({ endpoint, head, learned }: EndpointHealth, { value }: Payload): void {
    const block = toResultBlock(Array.isArray(value) ? value.at(-1) : value)
    if (block === null || head === null || block > head) return
    distrust(learned, this.method, this.#parts.clock.now())
    this.#emitLesson(endpoint.name, `It denied data of block ${block} that another endpoint has.`)
  }

  #emitLesson(endpoint: string, lesson: string): void {
    this.#parts.dispatcher.emit('learned', { endpoint, method: this.method, lesson })
  }
}
