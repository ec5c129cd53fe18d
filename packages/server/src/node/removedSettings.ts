const noLongerSet = 'its default always applies. Delete it'

/** Settings that this version no longer has, by path, and what to do. A node refuses them, so that no limit changes unnoticed. */
export const removedSettings: Readonly<Record<string, string>> = {
  trustProxy: 'set trustedProxies to 1',
  anticipate: 'pending price updates are used while the mempool is watched. Delete it',
  gasHistory: noLongerSet,
  streams: 'set socketsPerKey as streamSockets in tiers.<tier>. Delete the rest',
  limits: 'set oracleRequestsPerMinute in tiers.free. Delete the rest',
  'gateway.tiers': 'set gatewayRequestsPerSecond and gatewaySockets in tiers.<tier>',
  'gateway.filters': 'to refuse filters, add "eth_*Filter*" to gateway.denyMethods',
  ...below('gateway', ['bodyBytes', 'batchItems', 'responseBytes', 'nesting', 'requestTimeoutMs', 'connections']),
  ...below('gateway', ['sockets', 'pendingCalls', 'subscriptions', 'bufferedBytes', 'pingIntervalMs', 'fastLane']),
  ...below('mev', ['searchHistory', 'maxPools', 'simulationsPerBlock', 'confirmations']),
  ...below('prices', ['ttlMs', 'timeoutMs', 'tolerance', 'minLiquidityUsd']),
  ...below('market', ['ttlMs', 'timeoutMs', 'maxBytes']),
  ...below('swaps', ['maxShortfallBps', 'timeoutMs', 'maxBytes']),
  ...below('analytics', ['maxBlocks', 'maxMs']),
}

function below(section: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`${section}.${name}`, noLongerSet]))
}
