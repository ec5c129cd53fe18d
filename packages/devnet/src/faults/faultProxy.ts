import type { Fault } from './definitions.ts'
import { createFaultSwitch } from './faultSwitch.ts'
import { openProxyServer } from './proxyServer.ts'
import { createStatsCounter, type FaultProxyStats } from './proxyStats.ts'
import { createFaultTarget } from './target.ts'

export type FaultProxy = {
  readonly url: string
  readonly wsUrl: string
  readonly fault: Fault
  readonly stats: FaultProxyStats
  /** Resolves once the fault is in force. */
  setFault(fault: Fault): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type FaultProxyParameters = {
  /** HTTP URL of the healthy endpoint: JSON-RPC, or a REST service such as a beacon node. */
  readonly target: string
  /** @default `target` with the scheme ws */
  readonly targetWs?: string
  /** Closes the proxy when aborted. */
  readonly signal?: AbortSignal
}

/**
 * Creates a proxy on 127.0.0.1, with HTTP and WebSocket on one port, that breaks on command.
 *
 * A request in flight ends with the fault under which it arrived: a hung one hangs until its client disconnects. `refuse`
 * closes everything, including requests in flight. An open WebSocket loses the frames during `hang`, and then continues.
 *
 * @example
 * const proxy = await createFaultProxy({ target: 'http://127.0.0.1:8545' })
 * await proxy.setFault({ kind: 'slow', delayMs: 3000 })
 */
export const createFaultProxy = async (parameters: FaultProxyParameters): Promise<FaultProxy> => {
  const { signal } = parameters
  signal?.throwIfAborted()
  const target = createFaultTarget(parameters.target, parameters.targetWs)
  const stats = createStatsCounter()
  const faults = createFaultSwitch((behaviour) => server.putInForce(behaviour))
  const server = await openProxyServer({ target, stats, current: () => faults })

  let closed: Promise<void> | undefined
  const shutDown = async (): Promise<void> => {
    signal?.removeEventListener('abort', close)
    await faults.close()
    await server.close()
    target.close()
  }
  const close = (): Promise<void> => {
    closed ??= shutDown()
    return closed
  }
  signal?.addEventListener('abort', close, { once: true })

  return {
    url: `http://127.0.0.1:${server.port}`,
    wsUrl: `ws://127.0.0.1:${server.port}`,
    get fault() {
      return faults.fault
    },
    get stats() {
      return stats.toStats(server.countOpenWebSockets())
    },
    setFault: faults.set,
    close,
    [Symbol.asyncDispose]: close,
  }
}
