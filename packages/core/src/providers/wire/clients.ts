let undici: Promise<typeof import('undici')> | undefined

/** Loads undici on first use. undici and ws take half as long to load as viem, and some programs need no connection. */
export function loadHttp(): Promise<typeof import('undici')> {
  undici ??= import('undici')
  return undici
}

/** Starts to load undici before the first request. If it cannot be loaded, that request fails with the reason. */
export function preloadHttp(): void {
  loadHttp().catch(() => {})
}

/** Loads ws on first use. */
export async function loadWebSocket(): Promise<typeof import('ws').WebSocket> {
  return (await import('ws')).WebSocket
}
