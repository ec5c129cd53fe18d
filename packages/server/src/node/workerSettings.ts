import type { GatewaySettings } from '../gateway/settings.ts'

type Settings = {
  readonly gateway?: GatewaySettings
  readonly dataDir?: string
  readonly store?: string
  readonly tracing?: boolean
}

/** How many processes beside the node's own serve its gateway. */
export const countWorkers = ({ gateway = {} }: Pick<Settings, 'gateway'>): number => gateway.workers ?? 0

export function findWorkerFaults(settings: Settings): string[] {
  if (countWorkers(settings) === 0) return []
  const { dataDir, store, tracing } = settings
  return [
    ...(dataDir === undefined && store === undefined
      ? ['gateway.workers: they share keys and usage in a store, and this node has one in memory. Set dataDir or store']
      : []),
    ...(tracing === true
      ? ['gateway.workers: have no spans, for the SDK is registered in this process only. Set tracing to false']
      : []),
  ]
}
