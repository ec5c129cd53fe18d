/** Permissions of a key, chosen when it is created. `admin:account` grants all of them. */
export const scopes = {
  'read:blockchain': 'Read chain, gas, price, mempool, DeFi, gateway, integration and metrics data, and alerts',
  'read:analytics': 'Read analytics',
  'write:alerts': 'Create, read and manage alerts',
  'stream:websocket': 'Open WebSocket streams',
  'admin:account': 'Everything',
} as const

export type Scope = keyof typeof scopes

/** Tiers of a key, lowest first. Plans: free is Free, starter and base are Pro, growth and scale are Enterprise. */
export const tierNames = ['free', 'starter', 'base', 'growth', 'scale', 'unlimited'] as const

export type Tier = (typeof tierNames)[number]
