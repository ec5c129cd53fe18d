import type { Cancellation } from '../../time/cancel.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError, type RpcAnswer } from '../errors.ts'
import { createEndpointClient } from './endpointClient.ts'
import type { EndpointInterface, FamilyRequest } from './familyTypes.ts'

/**
 * Creates a function that sends each endpoint a request in the form that the endpoint accepts. It uses the second
 * form if the endpoint has rejected the first.
 */
export function createDialects() {
  const learned = new Set<string>()

  /** @throws {EndpointError} */
  return async function sendInDialect(
    endpoint: Endpoint,
    signal: Cancellation,
    request: FamilyRequest,
    dialect: Partial<EndpointInterface> = {},
  ): Promise<unknown> {
    const client = createEndpointClient(endpoint, signal, dialect)
    if ('path' in request) return client.get(request.path)
    const { method, params } = request
    const { name } = endpoint
    const { otherForm } = dialect
    const rewritten = otherForm?.rewrite(method, params) ?? null
    if (rewritten === null) return client.rpc(method, params)
    if (learned.has(name)) return client.rpc(method, rewritten)
    try {
      return await client.rpc(method, params)
    } catch (error) {
      if (!isRefusal(error) || otherForm?.isNeeded(error.answer) !== true) throw error
      learned.add(name)
      return client.rpc(method, rewritten)
    }
  }
}

const isRefusal = (error: unknown): error is EndpointError & { readonly answer: RpcAnswer } =>
  error instanceof EndpointError && typeof (error.answer as Partial<RpcAnswer> | undefined)?.message === 'string'
