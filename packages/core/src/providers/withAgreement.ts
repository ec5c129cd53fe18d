import { sleep } from '../time/sleep.ts'
import { TooFewEndpointsError } from './agree.ts'
import { toBlockReference } from './blockReference.ts'
import { AllProvidersFailedError, DisagreementError } from './failure.ts'
import { pinReads } from './pin.ts'
import type { Answer, ProviderPool, RpcRequest, SendOptions } from './poolTypes.ts'
import { toTransport } from './transport.ts'

/** What the chain alone decides, to the last digit; estimates, fees and pools of transactions are each node's own. */
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

/** Two nodes seldom have a new block at the same moment. */
const patienceMs = [50, 100, 200, 400, 800]

/** Whether an endpoint differs, or says that it cannot tell, as one does that has not seen the block yet. */
function mayBeBehind(error: unknown): boolean {
  if (error instanceof DisagreementError) return true
  return error instanceof AllProvidersFailedError && error.failures.some(({ kind }) => kind === 'doubtful')
}

/**
 * The same pool, but state, logs and blocks count only when so many endpoints say the same: where one provider that lies,
 * or whose node is broken, could cost more than every read asked as often. Anything that takes a pool takes this one. It
 * shares the other's endpoints, health and cache, and closes with it.
 *
 * Where too few agree they are asked again for a second and a half, for one may be behind; then reads throw
 * `DisagreementError`.
 *
 * @throws {TooFewEndpointsError} the pool has fewer endpoints
 * @example
 * const scanner = createLiquidationScanner({ pool: withAgreement(pool, 2), store })
 */
export function withAgreement(pool: ProviderPool, agree: number): ProviderPool {
  const known = pool.report().endpoints.length
  if (agree > known) throw new TooFewEndpointsError(agree, known)

  function how(request: RpcRequest, options?: SendOptions): SendOptions | undefined {
    const reference = toBlockReference(request)
    const isPending = reference?.kind === 'tag' && reference.tag === 'pending'
    return decided.has(request.method) && !isPending ? { agree, ...options } : options
  }
  const agreeing: ProviderPool = {
    ...pool,
    async send<result>(request: RpcRequest, options?: SendOptions): Promise<Answer<result>> {
      for (const delayMs of patienceMs)
        try {
          return await pool.send<result>(request, how(request, options))
        } catch (error) {
          if (!mayBeBehind(error)) throw error
          await sleep(delayMs, options?.signal)
        }
      return pool.send(request, how(request, options))
    },
    relay: (request, options) => pool.relay(request, how(request, options)),
    pinBlock: (block) => pinReads(agreeing, block),
    transport: (...parameters) => toTransport(agreeing)(...parameters),
  }
  return agreeing
}
