import type { Cancellation } from '../../time/cancel.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError, type RpcAnswer } from '../errors.ts'
import { createAsk } from './ask.ts'
import type { EndpointInterface, FamilyRequest } from './familyTypes.ts'

/** Asks each endpoint in the form it takes: one that refuses the first form is asked in the other from then on. */
export function createDialects() {
  const learned = new Set<string>()

  /** @throws {EndpointError} */
  return async function askInDialect(
    endpoint: Endpoint,
    signal: Cancellation,
    request: FamilyRequest,
    dialect: Partial<EndpointInterface> = {},
  ): Promise<unknown> {
    const ask = createAsk(endpoint, signal, dialect)
    if ('path' in request) return ask.get(request.path)
    const { method, params } = request
    const { name } = endpoint
    const { otherForm } = dialect
    const rewritten = otherForm?.rewrite(method, params) ?? null
    if (rewritten === null) return ask.rpc(method, params)
    if (learned.has(name)) return ask.rpc(method, rewritten)
    try {
      return await ask.rpc(method, params)
    } catch (error) {
      if (!isRefusal(error) || otherForm?.isNeeded(error.answer) !== true) throw error
      learned.add(name)
      return ask.rpc(method, rewritten)
    }
  }
}

const isRefusal = (error: unknown): error is EndpointError & { readonly answer: RpcAnswer } =>
  error instanceof EndpointError && typeof (error.answer as Partial<RpcAnswer> | undefined)?.message === 'string'
