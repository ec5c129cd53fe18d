import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { AllProvidersFailedError, PoolClosedError, type RestPool, redactText } from '@outrigger/core'
import type { ApiKey } from '../../access/keyring.ts'
import type { Meter } from '../../access/meter.ts'
import { createBeaconEvents, EventsRefusedError } from '../../gateway/beacon/events.ts'
import { toBeaconPath } from '../../gateway/beacon/path.ts'
import type { GatewayAuth } from '../../gateway/gatewayAuth.ts'
import { GatewayFaultError, NoGatewayPathError } from '../../gateway/gatewayErrors.ts'
import { beaconCost, eventCost } from '../../gateway/rpc/methodClass.ts'
import type { GatewayLimits } from '../../gateway/settings.ts'
import { toNotConfigured, UpstreamUnavailableError } from '../../node/chainErrors.ts'
import { ContractError } from '../../node/contractError.ts'
import { UnsupportedHttpMethodError } from '../failure.ts'
import { type HttpExchange, type OnAnswered, readBody, sendError } from './exchange.ts'

type Parts = {
  readonly beaconPool: RestPool | null
  readonly gate: GatewayAuth
  readonly meter: Meter
  readonly limits: GatewayLimits
  readonly onAnswered: OnAnswered
}

const passedToNode = ['accept', 'accept-encoding', 'content-type', 'eth-consensus-version'] as const
const passedToCaller = /^(?:content-(?:type|length|encoding)|cache-control|etag|eth-[\w-]+)$/

/** `/ethereum/beacon/*`: the standard API of the beacon nodes, byte for byte and as it comes. */
export function createBeaconHandler({ beaconPool, gate, meter, limits, onAnswered }: Parts) {
  const events = beaconPool && createBeaconEvents(beaconPool)
  const streams = new Set<ServerResponse>()

  function handle(exchange: HttpExchange, wanted: string, key: ApiKey): void {
    const target = toBeaconPath(wanted)
    if (target === null) throw new NoGatewayPathError(`/ethereum/beacon/${wanted}`)
    const { method = '' } = exchange.request
    if (!target.methods.some((allowed) => allowed === method))
      throw new UnsupportedHttpMethodError(method, target.methods)
    if (beaconPool === null || events === null) throw toNotConfigured('beacon')
    gate.take(key, 1)
    if (target.isStream)
      return void serveEvents(exchange, target.path, key).catch((error) => fail(exchange, key, error))
    const forward = (body?: Buffer) =>
      void forwardTo(beaconPool, exchange, target.path, key, body).catch((error) => fail(exchange, key, error))
    if (method === 'GET') return void forward()
    readBody(exchange.request, limits.bodyBytes, (body) =>
      body instanceof ContractError ? sendError(exchange, body) : forward(body),
    )
  }

  async function forwardTo(pool: RestPool, exchange: HttpExchange, path: string, key: ApiKey, body?: Buffer) {
    const { request, response } = exchange
    const headers = Object.fromEntries(
      passedToNode.flatMap((name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    )
    const answer = await pool.open(path, { headers, ...(body && { method: 'POST', body }) })
    const { status, headers: received, body: stream } = answer.result
    if (response.destroyed) return void stream.on('error', () => {}).destroy()
    response.writeHead(status, {
      ...Object.fromEntries(Object.entries(received).filter(([name]) => passedToCaller.test(name))),
      'x-request-id': exchange.requestId,
      'x-outrigger-provider': answer.provider,
      'x-outrigger-attempts': String(answer.attempts),
    })
    finish(exchange, key, status)
    // Ends both when either breaks off; a caller sees a body cut short, as there is no way to take back a head.
    pipeline(stream, response, () => {})
  }

  async function serveEvents(exchange: HttpExchange, path: string, key: ApiKey): Promise<void> {
    const { response, requestId } = exchange
    if (events === null) return
    let stop = () => {}
    const receive = (event: string) => {
      if (response.writableEnded) return
      if (response.writableLength > limits.bufferedBytes) return void response.destroy()
      response.write(event)
      if (!event.startsWith(':')) count(key, 'ok', eventCost)
    }
    const waiting: string[] = []
    let begun = false
    stop = await events.join(path, (event) => (begun ? receive(event) : waiting.push(event)))
    if (response.destroyed) return stop()
    streams.add(response)
    response.once('close', () => {
      streams.delete(response)
      stop()
    })
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-request-id': requestId,
    })
    response.flushHeaders()
    finish(exchange, key, 200)
    begun = true
    for (const event of waiting) receive(event)
  }

  function finish(exchange: HttpExchange, key: ApiKey, status: number): void {
    count(key, status < 400 ? 'ok' : 'answerError', beaconCost)
    onAnswered(exchange, status)
  }

  function count(key: ApiKey, outcome: 'ok' | 'answerError' | 'failed', cu: number): void {
    const cls = cu === eventCost ? 'event' : 'beacon'
    meter.count(key.id, { chain: 'ethereum', class: cls, outcome, cached: false }, cu)
  }

  function fail(exchange: HttpExchange, key: ApiKey, error: unknown): void {
    if (error instanceof EventsRefusedError) {
      count(key, 'answerError', beaconCost)
      return void exchange.send(error.status, error.body)
    }
    count(key, 'failed', 0)
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
      for (const response of streams) response.end()
    },
  }
}
