import type { Endpoint } from '../endpoint.ts'
import { EndpointError, type RpcAnswer } from '../errors.ts'
import type { RpcRequest } from '../poolTypes.ts'
import type { Ask, EndpointInterface } from './familyTypes.ts'

/** Asks each endpoint in the form it takes: one that refuses the first form is asked in the other from then on. */
export function createDialects() {
  const learned = new Set<string>()

  /** @throws {EndpointError} */
  return async function askInDialect(
    { name }: Endpoint,
    ask: Ask,
    { method, params }: RpcRequest,
    { otherForm }: Partial<EndpointInterface> = {},
  ): Promise<unknown> {
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
