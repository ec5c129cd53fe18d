import type { Logger } from 'pino'
import { ServiceError } from '../../node/serviceError.ts'
import { type Exchange, sendError } from './exchange.ts'
import { GatewayFaultError } from './gatewayErrors.ts'

/** Answers exchanges, with an error where answering fails. */
export type Attempt = {
  run(exchange: Exchange, answer: () => void): void
  fail(exchange: Exchange, error: unknown): void
}

export function createAttempt(logger: Logger): Attempt {
  function fail(exchange: Exchange, error: unknown): void {
    if (error instanceof ServiceError) return void sendError(exchange, error)
    logger.error({ requestId: exchange.requestId, err: error }, 'gateway failed')
    sendError(exchange, new GatewayFaultError())
  }
  return {
    run(exchange, answer) {
      try {
        answer()
      } catch (error) {
        fail(exchange, error)
      }
    },
    fail,
  }
}
