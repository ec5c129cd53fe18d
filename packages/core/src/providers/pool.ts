import { numberToHex } from 'viem'
import type { Cancellation } from '../time/cancel.ts'
import { getChainRules } from './circuit/chainRules.ts'
import type { EndpointHealth } from './circuit/health.ts'
import { distrust, isAble, isDistrusted, learn } from './circuit/learned.ts'
import type { EndpointCall } from './dispatch/attempt.ts'
import { createCoalescer } from './dispatch/coalesce.ts'
import { createDispatcher, defaultRules } from './dispatch/dispatcher.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointError, type RpcAnswer, RpcAnswerError } from './errors.ts'
import type { Answer, PoolOptions, ProviderPool, RpcRequest, SendOptions } from './poolTypes.ts'
import { askAgreement } from './quorum/agree.ts'
import { deniesShownBlock, toBehindError, toUnseenBlock } from './reads/behind.ts'
import { toBlockReference, toResultBlock } from './reads/blockReference.ts'
import { createFinality } from './reads/finality.ts'
import { createFinalTags } from './reads/finalTags.ts'
import { checkChainId, toObservedHead, toQuantity } from './reads/integrity.ts'
import { askLogs } from './reads/logSplit.ts'
import { pinReads } from './reads/pin.ts'
import { createReadCache, toLifetime } from './reads/readCache.ts'
import { checkShape, hasShape, isDenial } from './reads/shape.ts'
import { createStreams } from './streams/streams.ts'
import { toTransport } from './transport.ts'
import { askRpc } from './wire/batch.ts'
import { preloadHttp } from './wire/clients.ts'
import { callRpc, type Payload, type RpcCall, toCall } from './wire/rpcCall.ts'
import { isEndpointBound, isWrite, sendWrite } from './writes/sendWrite.ts'

const maxFinalityWaitMs = 2000
const defaultCache = { maxBytes: 32 * 1024 * 1024 }

/**
 * A primary and any number of backups of one chain behind one face: verified before first use, hedged when late,
 * left out while they fail, lag, deny what others show or serve another chain, probed until they are well again.
 * Identical reads in flight are one, and answers that cannot change any more are kept.
 *
 * Nothing is asked before the first request. Close it when done; it holds timers and sockets.
 *
 * @throws {InvalidEndpointError}
 * @example
 * const pool = createProviderPool({ chain: chains.ethereum, endpoints: [primaryUrl, backupUrl] })
 * const client = createPublicClient({ chain: mainnet, transport: pool.transport })
 * await client.getBlockNumber()
 * pool.report().failoverActive // true while the backup answers
 */
export function createProviderPool(options: PoolOptions): ProviderPool {
  preloadHttp()
  const { chain } = options
  const rules = { ...getChainRules(chain), ...options }
  const { clock = defaultRules.clock, cache = defaultCache } = options
  const dispatcher = createDispatcher({
    ...defaultRules,
    ...rules,
    name: chain.name,
    hedgeDelayMs: options.hedgeDelayMs,
    signal: options.signal,
    async probe(endpoint, signal, identity) {
      const ask = (method: string) => callRpc(endpoint, { method }, signal)
      if (identity) checkChainId(endpoint, chain, 'eth_chainId', await ask('eth_chainId'))
      return toQuantity(await ask('eth_blockNumber'))
    },
  })
  const { share, renew } = createCoalescer<Answer<Payload>>()
  const writes = createCoalescer<Answer<Payload>>()
  /** What was read at the head before is not to be given again. */
  let epoch = 0
  const kept = cache === false ? null : createReadCache(cache.maxBytes, clock)
  const finalTags = createFinalTags()
  const finality = createFinality(async () => {
    const { result } = await dispatcher.dispatch(toEndpointCall(toCall(finalBlock)))
    return toResultBlock(result.value)
  }, clock)

  // Its last answers may have been as bad as what put it out of service: an old head is seen after old state.
  dispatcher.on('status', ({ to }) => {
    if (to === 'unavailable') onChanged()
  })

  /** Refuses answers that show a wrong chain or a head too far behind the other endpoints. */
  function check(request: RpcRequest, result: unknown, health: EndpointHealth): void {
    const { method } = request
    checkShape(health.endpoint, request, result)
    if (method === 'eth_chainId' || method === 'net_version') checkChainId(health.endpoint, chain, method, result)
    const head = toObservedHead(request, result)
    if (head === null) return
    dispatcher.observeHead(health, head)
    if (health.lag > BigInt(rules.maxLagBlocks))
      throw new EndpointError(health.endpoint.name, 'lagging', `Its head ${head} is ${health.lag} blocks behind.`)
  }

  /**
   * Nodes leave out the logs of blocks they have not seen yet, without a word, and deny what is in them. Who has not shown
   * the block in question shows its head first.
   */
  async function checkSight(health: EndpointHealth, call: RpcCall, value: unknown, signal: Cancellation) {
    const { endpoint } = health
    const head = dispatcher.referenceHead()
    const isLacking = deniesShownBlock(call, value, head)
    const unseen = isLacking ? null : toUnseenBlock(health, call, head)
    if (unseen !== null) {
      const shown = toQuantity((await askRpc(endpoint, headCall, signal)).value)
      if (shown !== null) dispatcher.observeHead(health, shown)
    }
    if (isLacking || (unseen !== null && (health.head ?? -1n) < unseen))
      throw new EndpointError(endpoint.name, 'lagging', 'It lacks a block that others have shown.')
  }

  /** Refuses an endpoint whose head is too far behind. */
  async function checkHead(health: EndpointHealth, signal: Cancellation): Promise<void> {
    const head = await askRpc(health.endpoint, headCall, signal)
    check(headCall, head.value, health)
  }

  /** That there is nothing is a claim that others have to bear out. */
  function toDenial({ endpoint, learned }: EndpointHealth, { method }: RpcCall, payload: Payload): EndpointError {
    const isUnsound = isDistrusted(learned, method, clock.now())
    return isUnsound
      ? new EndpointError(endpoint.name, 'lagging', 'It has lately denied what another endpoint has.')
      : new EndpointError(endpoint.name, 'empty', `It has no ${method}.`, { answer: payload })
  }

  async function askOne(endpoint: Endpoint, call: RpcCall, signal: Cancellation): Promise<Payload> {
    const payload = await askRpc(endpoint, call, signal)
    const health = dispatcher.healths.find((each) => each.endpoint === endpoint)
    if (health === undefined || dispatcher.healths.length === 1) return payload
    const confirming = finalTags.check(call, payload.value, () => checkHead(health, signal))
    if (confirming !== undefined) await confirming
    const isDenied = isDenial(call, payload.value)
    if (isDenied || call.method === 'eth_getLogs') await checkSight(health, call, payload.value, signal)
    if (isDenied) throw toDenial(health, call, payload)
    return payload
  }

  function toEndpointCall(call: RpcCall): EndpointCall<Payload> {
    return {
      method: call.method,
      async run(endpoint, signal) {
        try {
          return await askOne(endpoint, call, signal)
        } catch (error) {
          // What every node has is not missing, but broken for the moment.
          if (!(error instanceof EndpointError)) throw error
          const absurd = error.kind === 'unsupported' && hasShape(call.method)
          if (absurd) throw new EndpointError(endpoint.name, 'broken', error.message, { answer: error.answer })
          throw dispatcher.healths.length > 1 ? toBehindError(error, call, dispatcher.referenceHead()) : error
        }
      },
      check: (payload, health) => check(call, payload.value, health),
      isAble: (health) => isAble(health.learned, call, clock.now()),
      onFailure(health, error) {
        const lesson = learn(health.learned, call, error, clock.now())
        if (lesson !== null) dispatcher.emit('learned', { endpoint: health.endpoint.name, method: call.method, lesson })
      },
      onDenied(health, { value }) {
        // It is at fault only if it claims to have seen the block.
        const block = toResultBlock(Array.isArray(value) ? value.at(-1) : value)
        if (block === null || health.head === null || block > health.head) return
        distrust(health.learned, call.method, clock.now())
        const lesson = `It denied what another endpoint has in block ${block}.`
        dispatcher.emit('learned', { endpoint: health.endpoint.name, method: call.method, lesson })
      },
    }
  }

  async function ask(
    call: RpcCall,
    { prefer, agree = 1 }: SendOptions,
    signal?: Cancellation,
  ): Promise<Answer<Payload>> {
    const how = { signal, prefer, hedge: !isEndpointBound(call) }
    const put = (part: RpcCall) =>
      agree <= 1
        ? dispatcher.dispatch(toEndpointCall(part), how)
        : askAgreement(part, {
            ...{ dispatcher, name: chain.name, agree, maxLagBlocks: rules.maxLagBlocks, prefer, signal },
            isAble: ({ learned }) => isAble(learned, part, clock.now()),
            ask: (health, asked, late) => dispatcher.attempt(health, toEndpointCall(asked), { signal, ...late }),
          })
    return call.method === 'eth_getLogs' ? askLogs(call, maxLogRange(agree), put) : put(call)
  }

  /** The most blocks that so many endpoints take in one eth_getLogs; null for no known limit. */
  function maxLogRange(agree: number): bigint | null {
    const limits = dispatcher.healths.flatMap(({ learned: { maxLogRange: limit } }) =>
      limit !== null && limit.untilMs > clock.now() ? [limit.blocks] : [],
    )
    const unlimited = dispatcher.healths.length - limits.length
    return limits.sort((a, b) => (a < b ? 1 : -1))[agree - unlimited - 1] ?? null
  }

  /** The head that `latest` means at this moment; null unless a socket would tell of the next one at once. */
  function liveHead(): string | null {
    return streams.isPushing() ? `${dispatcher.referenceHead()} ${epoch}` : null
  }

  /** At once from the cache, else when an endpoint has answered. */
  function answer(request: RpcRequest, options: SendOptions = {}): Answer<Payload> | Promise<Answer<Payload>> {
    const call = toCall(request)
    const identity = options.fresh || (options.agree ?? 1) > 1 ? null : toIdentity(call)
    if (identity !== null) return tell(call, identity)
    if (isWrite(call)) return told(call, write(call, options))
    // First what no caller chooses: a method may be any text.
    const key = `${options.agree ?? 1} ${call.method} ${call.paramsText}`
    const head = liveHead()
    const startedAt = performance.now()
    const hit = options.fresh ? undefined : kept?.get(key, head)
    if (hit === undefined)
      return told(
        call,
        share(key, options.signal, async (signal) => keep(key, call, await ask(call, options, signal), head)),
      )
    const { result, provider, role, block, storedAtMs } = hit
    return tell(call, {
      result,
      provider,
      role,
      attempts: 0,
      hedged: false,
      cached: true,
      ageMs: clock.now() - storedAtMs,
      block,
      latencyMs: performance.now() - startedAt,
    })
  }

  /** Which chain this is never changes: once an endpoint has shown it, nobody need be asked. They are checked meanwhile. */
  function toIdentity({ method }: RpcCall): Answer<Payload> | null {
    const { chainId } = chain
    const witness = dispatcher.healths.find(({ verifiedAtMs }) => verifiedAtMs > 0)
    if (chainId === null || witness === undefined || (method !== 'eth_chainId' && method !== 'net_version')) return null
    dispatcher.verifySoon()
    const value = method === 'eth_chainId' ? numberToHex(chainId) : String(chainId)
    const { name: provider, role } = witness.endpoint
    const result = { value, text: () => JSON.stringify(value) }
    const how = { attempts: 0, hedged: false, cached: true, block: null, latencyMs: 0 }
    return { result, provider, role, ...how, ageMs: clock.now() - witness.verifiedAtMs }
  }

  function write(call: RpcCall, { signal }: SendOptions): Promise<Answer<Payload>> {
    if (/^(?:anvil|evm|hardhat)_/.test(call.method)) forget()
    return writes.share(`${call.method} ${call.paramsText}`, signal, (shared) =>
      sendWrite(dispatcher, chain.name, call, shared).finally(onChanged),
    )
  }

  function told(call: RpcCall, answering: Promise<Answer<Payload>>): Promise<Answer<Payload>> {
    return answering.then(
      (answered) => tell(call, answered),
      (error) => {
        throw toAnswerError(call, error)
      },
    )
  }

  function tell({ method }: RpcCall, answered: Answer<Payload>): Answer<Payload> {
    dispatcher.answers[answered.cached ? 'cached' : answered.hedged ? 'hedged' : 'other'] += 1
    if (dispatcher.hears('answer')) dispatcher.emit('answer', { ...answered, method })
    return answered
  }

  /** `head` is the one at the time of asking: by now there may be another, and something written. */
  function keep(key: string, call: RpcCall, given: Answer<Payload>, head: string | null): Answer<Payload> {
    const reference = toBlockReference(call)
    const block = reference?.kind === 'number' ? reference.number : toResultBlock(given.result.value)
    const answered = { ...given, block }
    // The word of one alone is not to be told to anybody else.
    if (kept === null || given.unconfirmed) return answered
    const lifetime = toLifetime(call, given.result.value)
    if (lifetime.kind === 'none') return answered
    if (lifetime.kind === 'final') {
      const reached = dispatcher.referenceHead()
      if (reached !== null && finality.block !== null && reached < finality.block) forget()
      const { block: final } = finality
      const asked = finality.want(lifetime.block, reached)
      // What is final a moment after it was read was so then.
      const readAtMs = clock.now()
      void asked?.then(() => {
        if (finality.block !== final && clock.now() - readAtMs < maxFinalityWaitMs)
          kept.set(key, lifetime, answered, { final: finality.block, head: null })
      })
    }
    kept.set(key, lifetime, answered, { final: finality.block, head })
    return answered
  }

  /** Who reads from now on is to see what has been written, or learned. */
  function onChanged(): void {
    epoch += 1
    renew()
  }

  /** The chain is not the one it was: a local one has been set back. */
  function forget(): void {
    kept?.clear()
    finality.forget()
  }

  const pool: ProviderPool = {
    chain,
    transport: (...parameters) => transport(...parameters),
    on: dispatcher.on,
    async send<result = unknown>(request: RpcRequest, sendOptions?: SendOptions) {
      const answered = await answer(request, sendOptions)
      return { ...answered, result: answered.result.value as result }
    },
    relay(request, sendOptions) {
      const answered = answer(request, sendOptions)
      return answered instanceof Promise ? answered.then(toText) : toText(answered)
    },
    pinBlock: (block) => pinReads(pool, block),
    report: dispatcher.report,
    watchHeads: (onHead, how) => streams.watchHeads(onHead, how),
    watchLogs: (filter, onLog, how) => streams.watchLogs(filter, onLog, how),
    watchPendingTransactions: (onTransaction, how) => streams.watchPendingTransactions(onTransaction, how),
    close: dispatcher.close,
    [Symbol.asyncDispose]: dispatcher.close,
  }
  const transport = toTransport(pool)
  const streams = createStreams({ chain, dispatcher, send: pool.send })
  return pool
}

const headCall = toCall({ method: 'eth_blockNumber' })
const finalBlock: RpcRequest = { method: 'eth_getBlockByNumber', params: ['finalized', false] }

function toText({ result, ...answered }: Answer<Payload>): Answer<string> {
  return { ...answered, result: result.text() }
}

function toAnswerError(request: RpcRequest, error: unknown): unknown {
  if (!(error instanceof EndpointError) || error.kind !== 'answer') return error
  return new RpcAnswerError(request.method, error.endpoint, error.answer as RpcAnswer)
}
