import type { EventEmitter } from 'node:events'
import { OutriggerError, type PoolEvents, type Unwatch } from '@outrigger/core'

/** Tracing is enabled, but OpenTelemetry's API is not installed. */
export class TracingMissingError extends OutriggerError {
  readonly code = 'TRACING_MISSING'
  constructor(cause: unknown) {
    super('tracing needs OpenTelemetry: npm install @opentelemetry/api @opentelemetry/sdk-trace-node', { cause })
  }
}

/** Traces requests, and the calls to providers within them. */
export type Tracing = {
  /** Runs `next` within the span of a request, which continues the caller's trace. @returns a function that ends the span */
  trace(request: TracedRequest, next: () => void): (end: { readonly route: string; readonly status: number }) => void
  close(): void
}

type TracedRequest = EventEmitter & {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

type TracedPool = {
  report(): { readonly chain: string }
  on(event: 'call', onCall: (call: PoolEvents['call']) => void): Unwatch
}

/**
 * Sends spans to the OpenTelemetry SDK that the program has registered. Without an SDK they are discarded. Names and attributes
 * follow the semantic conventions for HTTP and RPC. A provider appears by its name, never by its URL.
 *
 * @throws {TracingMissingError}
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export async function openTracing(pools: readonly TracedPool[]): Promise<Tracing> {
  const api = await import('@opentelemetry/api').catch((error: unknown) => {
    throw new TracingMissingError(error)
  })
  const { context, propagation, SpanKind, SpanStatusCode } = api
  const tracer = api.trace.getTracer('outrigger')

  function onCall(chain: string, { endpoint, method, outcome, hedge, latencyMs }: PoolEvents['call']): void {
    const endTime = Date.now()
    const attributes = {
      'rpc.system': 'jsonrpc',
      'rpc.method': method,
      'outrigger.chain': chain,
      'outrigger.endpoint': endpoint,
      'outrigger.hedge': hedge,
    }
    const span = tracer.startSpan(method, { kind: SpanKind.CLIENT, startTime: endTime - latencyMs, attributes })
    if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endTime)
  }
  const unwatch = pools.map((pool) => pool.on('call', (call) => onCall(pool.report().chain, call)))

  return {
    trace(request, next) {
      const { method = '' } = request
      const parent = propagation.extract(context.active(), request.headers)
      const attributes = { 'http.request.method': method }
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
      const inSpan = api.trace.setSpan(parent, span)
      // Listeners that wait for the body also run within the span.
      context.bind(inSpan, request)
      context.with(inSpan, next)
      return ({ route, status }) => {
        span.updateName(`${method} ${route}`)
        span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    close() {
      for (const stop of unwatch) stop()
    },
  }
}
