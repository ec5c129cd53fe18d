import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../../node/serviceError.ts'
import { toCredential } from './credentials.ts'

export class InvalidApiKeyError extends ServiceError {
  readonly code = 'INVALID_API_KEY'
  /** @param headers of the request, to distinguish a wrong key from a missing one */
  constructor(headers: IncomingHttpHeaders) {
    const wasSent = toCredential(headers) !== undefined
    super(
      wasSent
        ? 'Invalid API key'
        : 'Invalid API key: No API key was sent. Send one as X-API-Key, or as Authorization: Bearer <key>. `outrigger keys create` makes one.',
    )
  }
}

export class PageRefusedError extends ServiceError {
  readonly code = 'INSUFFICIENT_PERMISSIONS'
  constructor() {
    super(
      'A page of another origin may change something here with a key in X-API-Key, or as Content-Type: application/json where the setting cors names its origin.',
    )
  }
}
