import { AllProvidersFailedError, PoolClosedError, type RestPool } from '@outrigger/core'
import { redactText } from '@outrigger/core/internal'
import type { ApiKey } from '../../access/keyring.ts'
import type { Meter } from '../../access/meter.ts'
import { createBeaconEvents } from '../../gateway/beacon/events.ts'
import { EventsRefusedError } from '../../gateway/beacon/feed.ts'
import { type BeaconPath, toBeaconPath } from '../../gateway/beacon/path.ts'
import type { CallLimits } from '../../gateway/callLimits.ts'
import { beaconCost, eventCost } from '../../gateway/rpc/methodClass.ts'
import type { GatewayLimits } from '../../gateway/settings.ts'
import { toNotConfigured, UpstreamUnavailableError } from '../../node/chainErrors.ts'
import { ServiceError } from '../../node/serviceError.ts'
import { UnsupportedHttpMethodError } from '../failure.ts'
import { createEventResponses } from './beaconEvents.ts'
import { forwardToBeacon } from './beaconForward.ts'
import { type HttpExchange, type OnAnswered, readBody, sendError } from './exchange.ts'
import { GatewayFaultError, NoGatewayPathError } from './gatewayErrors.ts'

type Parts = {
  readonly beaconPool: RestPool | null
  readonly callLimits: CallLimits
  readonly meter: Meter
  readonly limits: GatewayLimits
  readonly onAnswered: OnAnswered
}

export type BeaconHandler = {
  /** `wanted`: what follows `/ethereum/beacon/`. */
  handle(exchange: HttpExchange, wanted: string, key: ApiKey): void
  close(): void
}

/** `/ethereum/beacon/*`: the standard API of the beacon nodes, byte for byte and as it comes. */
export function createBeaconHandler({ beaconPool, callLimits, meter, limits, onAnswered }: Parts): BeaconHandler {
  const events = beaconPool && createBeaconEvents(beaconPool)
  const eventResponses = events && createEventResponses(events, limits.bufferedBytes)

  function count(key: ApiKey, cls: 'beacon' | 'event', outcome: 'ok' | 'answerError' | 'failed'): void {
    const cu = outcome === 'failed' ? 0 : cls === 'event' ? eventCost : beaconCost
    meter.count(key.id, { chain: 'ethereum', class: cls, outcome, cached: false }, cu)
  }

  function handle(exchange: HttpExchange, wanted: string, key: ApiKey): void {
    const target = requireBeaconPath(wanted, exchange.request.method ?? '')
    if (beaconPool === null || eventResponses === null) throw toNotConfigured('beacon')
    callLimits.take(key, 1)
    const onHead = (status: number) => {
      count(key, 'beacon', status < 400 ? 'ok' : 'answerError')
      onAnswered(exchange, status)
    }
    const onFailure = (error: unknown) => fail(exchange, key, error)
    const forward = (body?: Buffer) =>
      void forwardToBeacon(beaconPool, exchange, { path: target.path, body, onHead }).catch(onFailure)
    if (target.isStream) {
      const onEvent = () => count(key, 'event', 'ok')
      eventResponses.serve(exchange, { path: target.path, onHead, onEvent }).catch(onFailure)
    } else if (exchange.request.method === 'GET') forward()
    else
      readBody(exchange.request, limits.bodyBytes, (body) =>
        body instanceof ServiceError ? sendError(exchange, body) : forward(body),
      )
  }

  function fail(exchange: HttpExchange, key: ApiKey, error: unknown): void {
    if (error instanceof EventsRefusedError) {
      count(key, 'beacon', 'answerError')
      return void exchange.send(error.status, error.body)
    }
    count(key, 'beacon', 'failed')
    const isDown = error instanceof AllProvidersFailedError || error instanceof PoolClosedError
    sendError(
      exchange,
      isDown ? new UpstreamUnavailableError('beacon', redactText(error.message)) : new GatewayFaultError(),
    )
  }

  return {
    handle,
    close() {
      events?.close()
      eventResponses?.close()
    },
  }
}

/** @throws {NoGatewayPathError} @throws {UnsupportedHttpMethodError} */
function requireBeaconPath(wanted: string, method: string): BeaconPath {
  const target = toBeaconPath(wanted)
  if (target === null) throw new NoGatewayPathError(`/ethereum/beacon/${wanted}`)
  if (!target.methods.some((allowed) => allowed === method))
    throw new UnsupportedHttpMethodError(method, target.methods)
  return target
}
