import type { PoolReport, ProviderPool, RpcRequest, SendOptions } from '../poolTypes.ts'
import { toBlockReference } from '../reads/blockReference.ts'
import { pinReads } from '../reads/pin.ts'
import { toTransport } from '../transport.ts'
import { TooFewEndpointsError } from './agree.ts'
import { type PendingHead, watchAgreedHeads } from './agreedHeads.ts'

/** Methods whose answers depend only on the chain. Estimates, fees and the mempool differ between nodes. */
const decided = new Set([
  'eth_call',
  'eth_getBalance',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_getTransactionCount',
  'eth_getProof',
  'eth_getLogs',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
  'eth_getBlockReceipts',
  'eth_getTransactionReceipt',
])

/** How long a head may wait for enough endpoints. */
const maxWaitMs = 10_000

/**
 * Returns a view of the pool in which state, logs, blocks and heads count only if `agree` endpoints return the same.
 * Use it if a wrong answer costs more than additional requests. The view has the interface of a pool. It shares the
 * endpoints, health and cache of the pool and closes with the pool. `watchLogs` and pending transactions are
 * unchanged.
 *
 * A read throws `DisagreementError` after 1.5 seconds if too few endpoints agree. Heads are reported when enough endpoints have
 * them. Until then, or while fewer endpoints are in service, the report says `unavailable`.
 *
 * @throws {TooFewEndpointsError} the pool has fewer endpoints
 * @example
 * const scanner = createLiquidationScanner({ pool: withAgreement(pool, 2), store })
 */
export function withAgreement(pool: ProviderPool, agree: number): ProviderPool {
  const known = pool.report().endpoints.length
  if (!(agree <= known)) throw new TooFewEndpointsError(agree, known)
  const pending = new Set<PendingHead>()

  function how(request: RpcRequest, options: SendOptions = {}): SendOptions {
    const reference = toBlockReference(request)
    const isPending = reference?.kind === 'tag' && reference.tag === 'pending'
    if (!decided.has(request.method) || isPending) return options
    return { ...options, agree: Math.max(agree, options.agree ?? 1) }
  }

  function report(): PoolReport {
    const now = performance.now()
    const present = pool.report()
    const inService = present.endpoints.filter(({ status }) => status !== 'unavailable')
    const waitMs = Math.max(maxWaitMs, 2 * pool.chain.blockTimeMs)
    const isLate = [...pending].some(({ sinceMs }) => now - sinceMs > waitMs)
    if (inService.length >= agree && !isLate) return present
    const outage = { kind: 'unavailable', sinceMs: null, reason: `Fewer than ${agree} endpoints agree.` } as const
    return { ...present, status: 'unavailable', outage: present.outage ?? outage }
  }

  const agreeing: ProviderPool = {
    ...pool,
    send: (request, options) => pool.send(request, how(request, options)),
    relay: (request, options) => pool.relay(request, how(request, options)),
    pinBlock: (block) => pinReads(agreeing, block),
    transport: (...parameters) => transport(...parameters),
    watchHeads: (onHead, how) =>
      watchAgreedHeads(
        { watchHeads: (listener) => pool.watchHeads(listener, how), send: agreeing.send },
        pending,
        onHead,
      ),
    report,
  }
  const transport = toTransport(agreeing)
  return agreeing
}
