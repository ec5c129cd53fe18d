/** undici once it is loaded. It and ws take half as long to load as viem, and some programs need no connection. */
let undici: typeof import('undici') | undefined

/** HTTP connections, loaded with the first pool. */
export async function loadHttp(): Promise<typeof import('undici')> {
  undici ??= await import('undici')
  return undici
}

/** What `loadHttp` has loaded, without waiting for it. */
export function loadedHttp(): typeof import('undici') | undefined {
  return undici
}

/** Begins to load undici before the first request. If it cannot be loaded, that request fails with the reason. */
export function preloadHttp(): void {
  loadHttp().catch(() => {})
}

/** WebSockets, loaded with the first subscription. */
export async function loadWebSocket(): Promise<typeof import('ws').WebSocket> {
  return (await import('ws')).WebSocket
}
