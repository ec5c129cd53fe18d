import { OutriggerError } from '../../errors/outriggerError.ts'
import { type Cancellation, Canceller } from '../../time/cancel.ts'
import { getChainRules } from '../circuit/chainRules.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { recordUnverified } from '../circuit/recordOutcome.ts'
import { createDispatcher, type Dispatcher, defaultRules } from '../dispatch/dispatcher.ts'
import type { EndpointCall } from '../dispatch/endpointCall.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError, RestAnswerError, type RpcAnswer, RpcAnswerError } from '../errors.ts'
import { toShape } from '../rest/restPool.ts'
import { preloadHttp } from '../wire/clients.ts'
import { createDialects } from './dialects.ts'
import type { FamilyPool, FamilyPoolOptions, FamilyRequest, FamilySendOptions } from './familyTypes.ts'
import { createIdentities } from './identities.ts'
import { familyProtocols } from './registry.ts'
import { isPossible } from './shownTimes.ts'

/** The chain is of the EVM family, which `createProviderPool` serves. */
export class WrongFamilyError extends OutriggerError {
  readonly code = 'WRONG_FAMILY'
  constructor(chain: string) {
    super(`${chain} is an EVM chain: use createProviderPool.`)
  }
}

/**
 * A primary endpoint and any number of backups of one chain outside the EVM family, used as one provider: verified, hedged,
 * taken out of service and probed as those of `createProviderPool`. Endpoints may have different interfaces, such as Bitcoin
 * Core's and Esplora's; which one each has is found out.
 *
 * @throws {WrongFamilyError}
 * @throws {InvalidEndpointError}
 * @example
 * const pool = createFamilyPool({ chain: chains.bitcoin, endpoints: ['http://user:password@127.0.0.1:8332'] })
 * const { result } = await pool.send({ interface: 'core', method: 'getblockcount' })
 */
export function createFamilyPool(options: FamilyPoolOptions): FamilyPool {
  const { chain } = options
  if (chain.family === 'evm') throw new WrongFamilyError(chain.name)
  preloadHttp()
  const protocol = familyProtocols[chain.family]
  const identities = createIdentities(chain, protocol)
  const askInDialect = createDialects()
  const dispatcher = createDispatcher({
    ...defaultRules,
    ...getChainRules(chain),
    ...options,
    name: chain.name,
    hedgeDelayMs: options.hedgeDelayMs,
    signal: options.signal,
    async probe(endpoint, signal, identity) {
      const head = await identities.probe(endpoint, signal, identity)
      // One on the main network shows that others are on a test network by mistake.
      for (const health of dispatcher.healths)
        if (identities.isMistaken(health.endpoint)) recordUnverified(health, false)
      return head
    },
  })
  const interfaceOf = ({ endpoint }: EndpointHealth) => identities.interfaceOf(endpoint)

  async function send<result>(request: FamilyRequest, { signal, prefer }: FamilySendOptions = {}) {
    const call: EndpointCall<result | null> = {
      method: 'path' in request ? toShape(request.path) : request.method,
      isAble: (health) => [request.interface, null].includes(interfaceOf(health)),
      async run(health, callSignal) {
        const result = await put(request, health.endpoint, callSignal)
        checkTimes(request, health, result)
        checkHead(request, health, result)
        return result as result
      },
    }
    try {
      const answer = await dispatcher.dispatch(call, { signal, prefer })
      dispatcher.answers[answer.hedged ? 'hedged' : 'other'] += 1
      if (dispatcher.hears('answer')) dispatcher.emit('answer', { ...answer, method: call.method })
      return answer
    } catch (error) {
      throw toAnswerError(request, error)
    }
  }

  /** An answer that shows a head too far behind is none. @throws {EndpointError} */
  function checkHead(request: FamilyRequest, health: EndpointHealth, result: unknown): void {
    const head = protocol[request.interface]?.headIn?.(request, result) ?? null
    if (head === null) return
    dispatcher.observeHead(health, head)
    if (dispatcher.isLagging(health))
      throw new EndpointError(health.endpoint.name, 'lagging', `Its head ${head} is ${health.lag} blocks behind.`)
  }

  /** An answer with a time that no block can have is none. @throws {EndpointError} */
  function checkTimes(request: FamilyRequest, { endpoint }: EndpointHealth, result: unknown): void {
    const wrong = protocol[request.interface]?.timesIn(result).find((shown) => !isPossible(shown))
    if (wrong !== undefined)
      throw new EndpointError(endpoint.name, 'broken', `a block with the time ${String(wrong.time).slice(0, 64)}`)
  }

  function put(request: FamilyRequest, endpoint: Endpoint, signal: Cancellation): Promise<unknown> {
    const spoken = identities.interfaceOf(endpoint)
    if (spoken !== null && spoken !== request.interface)
      throw new EndpointError(endpoint.name, 'unsupported', `It has the interface ${spoken}, not ${request.interface}.`)
    return askInDialect(endpoint, signal, request, protocol[request.interface])
  }

  return {
    chain,
    on: dispatcher.on,
    send,
    async interfaces() {
      const spoken = (await listIdentified(dispatcher, interfaceOf)).map(interfaceOf)
      const isUnknown = spoken.length === 0 || spoken.includes(null)
      return Object.keys(protocol).filter((name) => isUnknown || spoken.includes(name))
    },
    network: identities.network,
    report: dispatcher.report,
    close: dispatcher.close,
    [Symbol.asyncDispose]: dispatcher.close,
  }
}

/** Endpoints in service; where none has been identified yet, once one has been, as it shows the network too. */
async function listIdentified(
  dispatcher: Dispatcher,
  interfaceOf: (health: EndpointHealth) => string | null,
): Promise<readonly EndpointHealth[]> {
  const found = await dispatcher.candidates()
  if (!found.every((health) => interfaceOf(health) === null)) return found
  await Promise.any(found.map((health) => dispatcher.prober.waitUntilVerified(health, new Canceller()))).catch(() => {})
  return dispatcher.candidates()
}

function toAnswerError(request: FamilyRequest, error: unknown): unknown {
  if (!(error instanceof EndpointError) || error.kind !== 'answer') return error
  if ('path' in request) {
    const { status, body } = error.answer as { readonly status: number; readonly body: string }
    return new RestAnswerError(request.path, status, body)
  }
  return new RpcAnswerError(request.method, error.endpoint, error.answer as RpcAnswer)
}
