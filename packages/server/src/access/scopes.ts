/** What a key may do; chosen when it is made. `admin:account` grants everything. */
export const scopes = {
  'read:blockchain': 'Read chain, gas, price, mempool, DeFi, gateway, integration and metrics data, and alerts',
  'read:analytics': 'Read analytics',
  'write:alerts': 'Create, read and manage alerts',
  'stream:websocket': 'Open WebSocket streams',
  'admin:account': 'Everything',
} as const

export type Scope = keyof typeof scopes

/** Whether a key with `held` may use what any one of `needed` opens. */
export function classifyAccess(held: readonly Scope[], needed: readonly Scope[]): 'granted' | 'refused' {
  return held.includes('admin:account') || needed.some((scope) => held.includes(scope)) ? 'granted' : 'refused'
}
