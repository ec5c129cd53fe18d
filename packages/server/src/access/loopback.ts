import { isLoopback } from './allowedIps.ts'
import type { ApiKey, Keyring } from './keyring.ts'

/** How callers without a key are treated: all are rejected, or programs on this machine are accepted. */
export const accessModes = ['keys', 'loopback'] as const
export type AccessMode = (typeof accessModes)[number]

/** The key used for programs on this machine. */
export const loopbackKey: ApiKey = {
  id: 'loopback',
  name: 'loopback, without a key',
  scopes: ['admin:account'],
  tier: 'unlimited',
  allowedIps: ['127.0.0.0/8', '::1'],
  createdAt: new Date(0).toISOString(),
  lastUsedAt: null,
  revokedAt: null,
}

/** Adds `loopbackKey` to the keyring if the mode is `loopback`. */
export function withLoopback(keyring: Keyring, mode: AccessMode): Keyring {
  if (mode !== 'loopback') return keyring
  return {
    ...keyring,
    find: async (id, ip) => (id === loopbackKey.id ? (isLoopback(ip) ? loopbackKey : undefined) : keyring.find(id, ip)),
  }
}
