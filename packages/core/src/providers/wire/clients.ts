/** undici once it is loaded: it and ws cost half as much to load as viem, and a program may only compute. */
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

/** Begins to, so that the first request finds it there; where it cannot be loaded, that one says why. */
export function preloadHttp(): void {
  loadHttp().catch(() => {})
}

/** WebSockets, loaded with the first subscription. */
export async function loadWebSocket(): Promise<typeof import('ws').WebSocket> {
  return (await import('ws')).WebSocket
}
