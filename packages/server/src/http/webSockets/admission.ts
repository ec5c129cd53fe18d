import type { ApiKey } from '../../access/keyring.ts'
import type { KeyLimits } from '../../access/limits/keyLimits.ts'
import { classifyAccess } from '../../access/scopes.ts'

/** Whether a key may open a WebSocket. `refusal` is sent in the close frame. */
export type Admission = { readonly key: ApiKey } | { readonly refusal: string }

/**
 * @param open number of WebSockets of the requested kind that the key has open
 * @param limit maximum number for the key
 */
export function admit(
  key: ApiKey | undefined,
  open: (key: ApiKey) => number,
  limit: 'gatewaySockets' | 'streamSockets',
  limits: Pick<KeyLimits, 'of'>,
): Admission {
  if (key === undefined) return { refusal: 'authentication required' }
  if (classifyAccess(key.scopes, ['stream:websocket']) === 'refused')
    return { refusal: 'the scope stream:websocket is required' }
  const most = limits.of(key)[limit]
  if (open(key) < most) return { key }
  const limiter = key.limits?.[limit] === undefined ? `the tier "${key.tier}"` : 'this key'
  return { refusal: `too many connections: ${limiter} allows ${most}` }
}
