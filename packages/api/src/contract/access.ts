/** What a key may do; chosen when it is made. `admin:account` grants everything. */
export const scopes = {
  'read:blockchain': 'Read chain, gas, price, mempool, DeFi, gateway, integration and metrics data, and alerts',
  'read:analytics': 'Read analytics',
  'write:alerts': 'Create, read and manage alerts',
  'stream:websocket': 'Open WebSocket streams',
  'admin:account': 'Everything',
} as const

export type Scope = keyof typeof scopes

/** What a key may use, lowest first. Free is Free, Starter and Base are Pro, Growth and Scale Enterprise. */
export const tierNames = ['free', 'starter', 'base', 'growth', 'scale', 'unlimited'] as const

export type Tier = (typeof tierNames)[number]
