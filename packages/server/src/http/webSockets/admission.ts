import type { ApiKey } from '../../access/keyring.ts'
import { classifyAccess } from '../../access/scopes.ts'

/** Whether a key gets a WebSocket; `refusal` goes into the close frame. */
export type Admission = { readonly key: ApiKey } | { readonly refusal: string }

/**
 * @param open WebSockets the key has open of the kind it asks for
 * @param most how many a key may have
 */
export function admit(
  key: ApiKey | undefined,
  open: (key: ApiKey) => number,
  most: (key: ApiKey) => number,
): Admission {
  if (key === undefined) return { refusal: 'authentication required' }
  if (classifyAccess(key.scopes, ['stream:websocket']) === 'refused')
    return { refusal: 'the scope stream:websocket is required' }
  return open(key) < most(key)
    ? { key }
    : { refusal: `too many connections: the tier "${key.tier}" allows ${most(key)}` }
}
