import type { IncomingHttpHeaders } from 'node:http'
import type { ApiKey } from '../../access/keyring.ts'
import { requireScope } from '../../access/scopes.ts'
import { callScopes } from '../../gateway/rpc/call.ts'
import { InvalidApiKeyError } from '../caller/callerErrors.ts'

/**
 * Returns the key of a request, if it has the scope to call. @throws {InvalidApiKeyError} @throws {InsufficientPermissionsError}
 */
export function authorise(key: ApiKey | undefined, headers: IncomingHttpHeaders): ApiKey {
  if (key === undefined) throw new InvalidApiKeyError(headers)
  requireScope(key.scopes, callScopes)
  return key
}
