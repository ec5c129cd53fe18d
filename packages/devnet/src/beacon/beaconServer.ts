import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { serve } from '../listen.ts'
import { type BeaconClock, computeSlot } from './beaconTime.ts'
import { createHeadEvents, type HeadEvents } from './headEvents.ts'
import { type BeaconNodeView, BeaconRequestError, beaconRoutes } from './routes.ts'
import { computeValidators } from './validators.ts'

export type BeaconServerParameters = {
  readonly clock: BeaconClock
  /** @default 1 */
  readonly chainId?: number
  /** Seed of the validator set. @default 1 */
  readonly seed?: number
  /** @default 4000 */
  readonly validatorCount?: number
  readonly signal?: AbortSignal
}

export type BeaconServer = {
  readonly url: string
  /** Makes the node lag behind its clock, or makes it optimistic. Reset with 0 and `false`. */
  setSyncing(syncing: { readonly distanceSlots: number; readonly isOptimistic?: boolean }): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const send = (response: ServerResponse, status: number, body?: unknown): void => {
  response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

/**
 * Creates a beacon node with the standard API on 127.0.0.1. Its slots, epochs and finality follow a clock: an epoch is
 * final two epochs later. Validators are synthetic and keep their statuses.
 *
 * @example
 * const beacon = await createBeaconServer({ clock: { genesisTimeMs: Date.now(), slotSeconds: 1 } })
 */
export const createBeaconServer = async (parameters: BeaconServerParameters): Promise<BeaconServer> => {
  const { clock, chainId = 1, seed = 1, validatorCount = 4000, signal } = parameters
  signal?.throwIfAborted()
  const validators = computeValidators(seed, validatorCount)
  let syncing = { distanceSlots: 0, isOptimistic: false }

  const getView = async (): Promise<BeaconNodeView> => {
    const slot = computeSlot(clock, await (clock.getNowMs ?? Date.now)())
    const syncDistance = Math.min(syncing.distanceSlots, slot)
    const { genesisTimeMs, slotSeconds } = clock
    const { isOptimistic } = syncing
    return {
      headSlot: slot - syncDistance,
      syncDistance,
      isOptimistic,
      genesisTimeMs,
      slotSeconds,
      chainId,
      validators,
    }
  }

  const events = createHeadEvents((await getView()).headSlot)
  const server = createServer((request, response) => {
    respond(request, response, getView, events).catch((error: unknown) => {
      const status = error instanceof BeaconRequestError ? error.status : error instanceof SyntaxError ? 400 : 500
      const message = status === 500 ? 'Internal error' : (error as Error).message
      send(response, status, { code: status, message })
    })
  })
  const served = await serve(server, { signal })
  // If the clock fails because its chain is down, the next tick retries.
  const announce = () => void getView().then(events.announce, () => {})
  const ticker = setInterval(announce, Math.min(250, clock.slotSeconds * 250))
  server.once('close', () => clearInterval(ticker))
  return {
    ...served,
    setSyncing: ({ distanceSlots, isOptimistic = false }) => {
      syncing = { distanceSlots, isOptimistic }
    },
  }
}

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  getView: () => Promise<BeaconNodeView>,
  events: HeadEvents,
): Promise<void> => {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/eth/v1/events') {
    const topics = query.getAll('topics').flatMap((value) => value.split(','))
    if (topics.length === 0 || topics.some((topic) => topic !== 'head'))
      throw new BeaconRequestError(400, 'This node knows the topic head only')
    return events.add(response)
  }
  for (const { method, path, answer } of beaconRoutes) {
    const match = method === request.method ? path.exec(pathname) : null
    if (match === null) continue
    const body = method === 'POST' ? await json(request) : undefined
    const answered = answer(await getView(), { id: decodeURIComponent(match[1] ?? ''), query, body })
    return 'body' in answered ? send(response, 200, answered.body) : send(response, answered.status)
  }
  throw new BeaconRequestError(404, `Unknown endpoint ${pathname}`)
}
