import type { EndpointConfig } from '@outrigger/core'
import type { NodeConfig, PoolConfig } from './config.ts'
import { countWorkers } from './workerSettings.ts'

/** What one of the processes of a node may ask of an endpoint: an equal part, so that together they keep to its rate. */
export function toProcessSettings(settings: NodeConfig): NodeConfig {
  const processes = countWorkers(settings) + 1
  if (processes === 1) return settings
  const divide = <pool extends PoolConfig>(pool: pool): pool => ({
    ...pool,
    endpoints: pool.endpoints.map((endpoint) => divideRate(endpoint, processes)),
  })
  const { chains, beacon } = settings
  return {
    ...settings,
    ...(chains && { chains: Object.fromEntries(Object.entries(chains).map(([name, one]) => [name, divide(one)])) }),
    ...(beacon && { beacon: divide(beacon) }),
  }
}

function divideRate(endpoint: string | EndpointConfig, processes: number): string | EndpointConfig {
  if (typeof endpoint === 'string' || endpoint.requestsPerSecond === undefined) return endpoint
  return { ...endpoint, requestsPerSecond: endpoint.requestsPerSecond / processes }
}
