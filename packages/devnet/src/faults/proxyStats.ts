export type FaultProxyStats = {
  /** HTTP requests and WebSocket frames from clients. */
  readonly requests: number
  /** JSON-RPC calls by method (each call of a batch counts), and other requests as `GET /path`. */
  readonly byMethod: Readonly<Record<string, number>>
  readonly webSockets: number
  readonly openWebSockets: number
  /** Requests, frames and upgrades that arrived while a fault was on, except refused connections. */
  readonly touchedWhileFaulty: number
}

export type StatsCounter = {
  /** Counts a request or frame with these calls. */
  countRequest(methods: readonly string[], isFaulty: boolean): void
  countUpgrade(isFaulty: boolean): void
  countWebSocket(): void
  toStats(openWebSockets: number): FaultProxyStats
}

const maxMethodsCounted = 500

export const createStatsCounter = (): StatsCounter => {
  const byMethod = new Map<string, number>()
  const counts = { requests: 0, webSockets: 0, touchedWhileFaulty: 0 }
  const countFaulty = (isFaulty: boolean): void => {
    if (isFaulty) counts.touchedWhileFaulty++
  }
  return {
    countRequest(methods, isFaulty) {
      counts.requests++
      countFaulty(isFaulty)
      for (const method of methods) {
        const name = byMethod.has(method) || byMethod.size < maxMethodsCounted ? method : 'other'
        byMethod.set(name, (byMethod.get(name) ?? 0) + 1)
      }
    },
    countUpgrade: countFaulty,
    countWebSocket: () => void counts.webSockets++,
    toStats: (openWebSockets) => ({ ...counts, openWebSockets, byMethod: Object.fromEntries(byMethod) }),
  }
}
