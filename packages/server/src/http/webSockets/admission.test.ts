import { expect, it } from 'vitest'
import type { ApiKey } from '../../access/keyring.ts'
import { computeLimits } from '../../access/tiers.ts'
import { admit } from './admission.ts'

const key = { id: 'k', tier: 'free', scopes: ['stream:websocket'] } as unknown as ApiKey

it.each([
  ['a key with room', key, 0, { key }],
  ['no key', undefined, 0, { refusal: 'authentication required' }],
  [
    'a key without the scope',
    { ...key, scopes: ['read:blockchain'] } as ApiKey,
    0,
    { refusal: 'the scope stream:websocket is required' },
  ],
  ['a key that has all its sockets', key, 1, { refusal: 'too many connections: the tier "free" allows 1' }],
  [
    'a key that has all of its own limit',
    { ...key, limits: { streamSockets: 3 } } as ApiKey,
    3,
    { refusal: 'too many connections: this key allows 3' },
  ],
])('%s', (_, who, open, admission) => {
  expect(admit(who, () => open, 'streamSockets', { of: computeLimits })).toEqual(admission)
})
