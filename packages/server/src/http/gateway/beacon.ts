import { AllProvidersFailedError, PoolClosedError, type RestPool } from '@outrigger/core'
import { redactText } from '@outrigger/core/internal'
import type { ApiKey } from '../../access/keyring.ts'
import type { CallMeter, Metered } from '../../access/ledger/callMeter.ts'
import type { KeyLimits } from '../../access/limits/keyLimits.ts'
import { ServiceError } from '../../errors/serviceError.ts'
import { createBeaconEvents } from '../../gateway/beacon/events.ts'
import { EventsRefusedError } from '../../gateway/beacon/feed.ts'
import { type BeaconPath, toBeaconPath } from '../../gateway/beacon/path.ts'
import type { GatewayLimits } from '../../gateway/limits.ts'
import { beaconCost, beaconEventCost } from '../../gateway/rpc/methodClass.ts'
import { toNotConfigured, UpstreamUnavailableError } from '../../node/chainErrors.ts'
import { UnsupportedHttpMethodError } from '../failure.ts'
import { createEventResponses } from './beaconEvents.ts'
import { forwardToBeacon } from './beaconForward.ts'
import { type ExchangeParts, type HttpExchange, sendError } from './exchange.ts'
import { GatewayFaultError, NoGatewayPathError } from './gatewayErrors.ts'

type Parts = {
  readonly beaconPool: RestPool | null
  readonly keyLimits: KeyLimits
  readonly meter: CallMeter
  readonly limits: GatewayLimits
} & ExchangeParts

type Outcome = Exclude<Metered['outcome'], 'refused'>

export type BeaconHandler = {
  /** `wanted` is the path after `/ethereum/beacon/`. */
  handle(exchange: HttpExchange, wanted: string, key: ApiKey): void
  close(): void
}

/** Handles `/ethereum/beacon/*`: streams the standard API of the beacon nodes, byte for byte. */
export function createBeaconHandler(parts: Parts): BeaconHandler {
  const { beaconPool, keyLimits, meter, limits, onAnswered, toHeaders } = parts
  const events = beaconPool && createBeaconEvents(beaconPool)
  const eventResponses = events && createEventResponses(events, limits.bufferedBytes)

  function count(key: ApiKey, cls: 'beacon' | 'event', outcome: Outcome, cu: number): void {
    const call = { chain: 'ethereum', class: cls, outcome, cached: false } as const
    meter.count(call, { keyId: key.id, method: cls === 'event' ? 'beacon event' : 'beacon', pool: 'cu', cu })
  }
  /** Ends a request. A request that no node answered costs nothing. */
  function finish(key: ApiKey, outcome: Outcome): void {
    const failed = outcome === 'failed'
    keyLimits.release(key, 'cu', beaconCost, failed)
    count(key, 'beacon', outcome, failed ? 0 : beaconCost)
  }

  function handle(exchange: HttpExchange, wanted: string, key: ApiKey): void {
    const target = requireBeaconPath(wanted, exchange.request.method ?? '')
    if (beaconPool === null || eventResponses === null) throw toNotConfigured('beacon')
    keyLimits.takeRequest(key, 'gateway')
    keyLimits.hold(key, 'cu', beaconCost)
    const onHead = (status: number) => {
      finish(key, status < 400 ? 'ok' : 'answerError')
      onAnswered(exchange, status)
      return toHeaders(exchange)
    }
    const onFailure = (error: unknown) => fail(exchange, key, error)
    const forward = (body?: Buffer) =>
      void forwardToBeacon(beaconPool, exchange, { path: target.path, body, onHead }).catch(onFailure)
    if (target.isStream) {
      const onEvent = () => {
        keyLimits.requirePool(key, 'cu', beaconEventCost)
        count(key, 'event', 'ok', beaconEventCost)
      }
      eventResponses.serve(exchange, { path: target.path, onHead, onEvent }).catch(onFailure)
    } else if (exchange.request.method === 'GET') forward()
    else
      exchange.readBody(limits.bodyBytes, (body) => {
        if (!(body instanceof ServiceError)) return forward(body)
        keyLimits.release(key, 'cu', beaconCost, true)
        sendError(exchange, body)
      })
  }

  function fail(exchange: HttpExchange, key: ApiKey, error: unknown): void {
    if (error instanceof EventsRefusedError) {
      finish(key, 'answerError')
      return void exchange.send(error.status, error.body)
    }
    finish(key, 'failed')
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
