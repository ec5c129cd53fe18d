import { resolveChain } from '../../chains/registry.ts'
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

/** The chain belongs to the EVM family. Use `createProviderPool`. */
export class WrongFamilyError extends OutriggerError {
  readonly code = 'WRONG_FAMILY'
  constructor(chain: string) {
    super(`${chain} is an EVM chain: use createProviderPool.`)
  }
}

/**
 * Creates a pool for a chain outside the EVM family: a primary endpoint and any number of backups, used as one provider.
 * Verification, hedges, circuits and probes work as in `createProviderPool`. Endpoints may have different interfaces, such as
 * Bitcoin Core's and Esplora's; the pool detects the interface of each.
 *
 * @throws {WrongFamilyError}
 * @throws {InvalidEndpointError}
 * @example
 * const pool = createFamilyPool({ chain: 'bitcoin', endpoints: ['http://user:password@127.0.0.1:8332'] })
 * const { result } = await pool.send({ interface: 'core', method: 'getblockcount' })
 */
export function createFamilyPool(options: FamilyPoolOptions): FamilyPool {
  const chain = resolveChain(options.chain)
  if (chain.family === 'evm') throw new WrongFamilyError(chain.name)
  preloadHttp()
  const protocol = familyProtocols[chain.family]
  const identities = createIdentities(chain, protocol)
  const sendInDialect = createDialects()
  const dispatcher = createDispatcher({
    ...defaultRules,
    ...getChainRules(chain),
    ...options,
    name: chain.name,
    hedgeDelayMs: options.hedgeDelayMs,
    signal: options.signal,
    async probe(endpoint, signal, identity) {
      const head = await identities.probe(endpoint, signal, identity)
      // If one endpoint is on the main network, those on a test network are there by mistake.
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
        const result = await sendTo(health.endpoint, request, callSignal)
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

  /** @throws {EndpointError} the answer shows a head that is too far behind */
  function checkHead(request: FamilyRequest, health: EndpointHealth, result: unknown): void {
    const head = protocol[request.interface]?.headIn?.(request, result) ?? null
    if (head !== null) dispatcher.checkHead(health, head)
  }

  /** @throws {EndpointError} the answer contains an impossible block time */
  function checkTimes(request: FamilyRequest, { endpoint }: EndpointHealth, result: unknown): void {
    const wrong = protocol[request.interface]?.timesIn(result).find((shown) => !isPossible(shown))
    if (wrong !== undefined)
      throw new EndpointError(
        endpoint.name,
        'broken',
        `a block with the impossible time ${String(wrong.time).slice(0, 64)}`,
      )
  }

  function sendTo(endpoint: Endpoint, request: FamilyRequest, signal: Cancellation): Promise<unknown> {
    const known = identities.interfaceOf(endpoint)
    if (known !== null && known !== request.interface)
      throw new EndpointError(endpoint.name, 'unsupported', `It has the interface ${known}, not ${request.interface}.`)
    return sendInDialect(endpoint, signal, request, protocol[request.interface])
  }

  return {
    chain,
    on: dispatcher.on,
    send,
    async interfaces() {
      const known = (await listIdentified(dispatcher, interfaceOf)).map(interfaceOf)
      const isUnknown = known.length === 0 || known.includes(null)
      return Object.keys(protocol).filter((name) => isUnknown || known.includes(name))
    },
    network: identities.network,
    report: () => dispatcher.report(),
    close: dispatcher.close,
    [Symbol.asyncDispose]: dispatcher.close,
  }
}

/** Returns the endpoints in service. Waits until one of them is identified, because that also shows the network. */
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
