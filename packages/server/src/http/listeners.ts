import { keepProviderEvents } from '../metrics/providerEvents.ts'
import type { NodeConfig } from '../node/config.ts'
import { listenDefaults } from '../node/configDefaults.ts'
import type { Listening, ListenOptions } from '../node/listening.ts'
import { NodeClosedError } from '../node/nodeErrors.ts'
import type { Services } from '../node/services.ts'
import { drain, listenOn } from './listen.ts'
import type { ServerOptions, Servers } from './servers.ts'

export type Listeners = {
  /** @throws {ListenError} @throws {NodeClosedError} */
  listen(wanted?: ListenOptions): Promise<Listening>
  /** Creates a token that signs a browser in with the key. Null without a dashboard or before the first `listen`. */
  createSignIn(keyId: string): string | null
  /** Rejects any later `listen`. */
  refuse(): void
  /** Returns the steps in order. Each may need the ones after it. */
  closeSteps(drainMs: number): readonly (() => unknown)[]
}

type Options = Pick<ServerOptions, 'logger' | 'readiness' | 'gateway'>

/** Creates the two listeners of a node: REST with the streams, and the gateway. They open when `listen` is called. */
export function createListeners(services: Services, settings: NodeConfig, options: Options): Listeners {
  const { logger } = options
  const { pools, familyPools, beaconPool, clock } = services
  const all = [...Object.values(pools), ...Object.values(familyPools), ...(beaconPool ? [beaconPool] : [])]
  const events = keepProviderEvents(all, clock)
  let restUrl: string | null = null
  let servers: Servers | undefined
  let isClosed = false
  let opening: Promise<unknown> | undefined
  const requireOpen = () => {
    if (isClosed) throw new NodeClosedError()
  }

  async function openPorts(wanted: ListenOptions): Promise<Listening> {
    const host = wanted.host ?? settings.host ?? listenDefaults.host
    const port = wanted.port ?? settings.port ?? listenDefaults.port
    const gatewayPort = wanted.gatewayPort ?? settings.gatewayPort ?? listenDefaults.gatewayPort
    // Loaded on demand, because most programs with a node in their process never listen.
    const { createServers } = await import('./servers.ts')
    requireOpen()
    const toRestUrl = () => restUrl
    servers ??= createServers(services, settings, { ...options, providers: { all, events }, toRestUrl })
    const { app, gateway } = servers
    services.reach.host = host
    await app.ready()
    requireOpen()
    const rest = await listenOn(app.server, host, port)
    requireOpen()
    restUrl = `http://${rest.host}:${rest.port}/api`
    const direct = await gateway.listen(host, gatewayPort).catch(async (error) => {
      restUrl = null
      await drain(app.server, 0)
      throw error
    })
    requireOpen()
    const [restAddress, gatewayAddress] = [`${rest.host}:${rest.port}`, `${direct.host}:${direct.port}`]
    gateway.announce(`http://${gatewayAddress}`)
    logger.info({ ...rest, gatewayPort: direct.port }, 'listening')
    return {
      url: restUrl,
      wsUrl: `ws://${restAddress}`,
      gatewayUrl: `http://${gatewayAddress}`,
      gatewayWsUrl: `ws://${gatewayAddress}`,
      port: rest.port,
      gatewayPort: direct.port,
    }
  }

  return {
    listen(wanted = {}) {
      const listening = openPorts(wanted)
      opening = Promise.allSettled([opening, listening])
      return listening
    },
    createSignIn: (keyId) => servers?.dashboard?.sessions.issueToken(keyId) ?? null,
    refuse() {
      isClosed = true
    },
    closeSteps: (drainMs) => [
      // A port that is being opened must be open before it can be closed.
      () => opening,
      () => servers?.sockets.close(),
      () => servers && Promise.all([drain(servers.app.server, drainMs), servers.gateway.close(drainMs)]),
      () => servers?.app.close(),
    ],
  }
}
