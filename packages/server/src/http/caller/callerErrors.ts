import { ServiceError } from '../../errors/serviceError.ts'

export class PageRefusedError extends ServiceError {
  readonly code = 'INSUFFICIENT_PERMISSIONS'
  constructor() {
    super(
      'A page of another origin can change data only with an API key in X-API-Key, or with Content-Type: application/json if the setting cors lists its origin.',
    )
  }
}
