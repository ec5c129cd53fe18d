import { ServiceError } from '../../errors/serviceError.ts'

export class PageRefusedError extends ServiceError {
  readonly code = 'INSUFFICIENT_PERMISSIONS'
  constructor() {
    super(
      'A page of another origin may change something here with a key in X-API-Key, or as Content-Type: application/json where the setting cors names its origin.',
    )
  }
}
