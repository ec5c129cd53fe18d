import type { Cancellation } from '../../time/cancel.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError, type FailureKind } from '../errors.ts'
import { redactMessage } from '../redact.ts'
import { toTarget } from '../rest/restPool.ts'
import { classifyRpcError, isStatusDecisive } from '../wire/classify.ts'
import { exchange } from '../wire/connection.ts'
import { type ErrorRule, isOk, sendAlone, statusError, toCall } from '../wire/rpcCall.ts'
import { parseExactJson } from './exactJson.ts'
import type { EndpointClient, EndpointInterface } from './familyTypes.ts'

/** Creates a client for one endpoint. It classifies errors by the rules of `dialect`. */
export function createEndpointClient(
  endpoint: Endpoint,
  signal: Cancellation,
  dialect: Partial<EndpointInterface> = {},
): EndpointClient {
  const { rpcErrors = defaultRpcErrors, restErrors = defaultRestErrors } = dialect
  return {
    async rpc(method, params) {
      const payload = await sendAlone(endpoint, toCall({ method, params }), signal, rpcErrors).catch(
        (error: unknown) => {
          throw toRpcFailure(endpoint, method, error)
        },
      )
      if (payload.value === null) throw toDenial(endpoint, method)
      return parseExactJson(payload.text())
    },
    async get(path) {
      const response = await exchange(endpoint, { method: 'GET', path: toTarget(endpoint.url, path) }, signal)
      const { status, headers } = response
      const body = response.body.toString()
      if (!isOk(status)) {
        if (isAtFault(status)) throw statusError(endpoint, response)
        throw toRefusal(endpoint, restErrors(status, body), status, body)
      }
      return toBody(endpoint, body, String(headers['content-type'] ?? ''))
    },
  }
}

// REST-only servers answer a POST with one of these.
const noSuchRoute = /^HTTP status (?:404|405|501)$/

function toRpcFailure(endpoint: Endpoint, method: string, error: unknown): unknown {
  if (!(error instanceof EndpointError)) return error
  if (error.kind === 'empty') return toDenial(endpoint, method)
  return noSuchRoute.test(error.message) ? new EndpointError(endpoint.name, 'unsupported', error.message) : error
}

/** Creates the error for missing data. Another endpoint must confirm that the data does not exist. */
const toDenial = (endpoint: Endpoint, what: string) =>
  new EndpointError(endpoint.name, 'empty', `It has no ${what}.`, { answer: null })

const isAtFault = (status: number) => status < 400 || [401, 402, 403, 407, 408, 429, 502, 503, 504].includes(status)

const defaultRpcErrors: ErrorRule = (error, status) =>
  isStatusDecisive(status, error) ? undefined : classifyRpcError(error)

/**
 * Classifies an HTTP status as in most REST interfaces: 404 means no data, 405 and 501 mean no route, 500 means a
 * fault of the node.
 */
export function defaultRestErrors(status: number): FailureKind {
  if (status === 404) return 'empty'
  if (status === 405 || status === 501) return 'unsupported'
  return status >= 500 ? 'broken' : 'answer'
}

function toRefusal(endpoint: Endpoint, kind: FailureKind, status: number, body: string): EndpointError {
  if (kind === 'empty') return toDenial(endpoint, 'such thing')
  const text = redactMessage(body, endpoint.secrets)
  return new EndpointError(endpoint.name, kind, `HTTP status ${status}: ${text}`, { answer: { status, body: text } })
}

function toBody(endpoint: Endpoint, body: string, contentType: string): unknown {
  try {
    return parseExactJson(body)
  } catch {
    if (contentType.startsWith('text/plain')) return body
    throw new EndpointError(endpoint.name, 'broken', `an answer that is not JSON (${body.length} characters)`)
  }
}
