import { ServiceError } from '../../errors/serviceError.ts'

export class BodyTooLargeError extends ServiceError {
  readonly code = 'PAYLOAD_TOO_LARGE'
  constructor(bytes: number) {
    super(`The body is larger than the ${bytes} bytes this gateway accepts.`)
  }
}

export class NoGatewayPathError extends ServiceError {
  readonly code = 'NOT_FOUND'
  constructor(path: string) {
    super(
      `There is no ${path.slice(0, 100)} here. The gateway serves POST /{chain}/rpc, the WebSocket /{chain}/ws and /ethereum/beacon/….`,
    )
  }
}

export class NotTheRestPortError extends ServiceError {
  readonly code = 'NOT_FOUND'
  constructor(path: string, restUrl: string | null) {
    const where = restUrl === null ? 'on its own port, 8787 by default' : `at ${restUrl}`
    super(`There is no ${path.slice(0, 100)} here: this is the gateway's port. The REST interface listens ${where}.`)
  }
}

export class GatewayFaultError extends ServiceError {
  readonly code = 'INTERNAL_ERROR'
  constructor() {
    super('An internal error occurred. The log of the node has details under the id in X-Request-Id.')
  }
}
