import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Tracing } from '../metrics/tracing.ts'

/** Runs `next` within a span that ends with the response. The route is known only at that point. */
export function traceRequest(
  tracing: Tracing,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  toRoute: () => string,
  next: () => void,
): void {
  const end = tracing.trace(request, next)
  response.once('close', () => end({ route: toRoute(), status: response.statusCode }))
}
