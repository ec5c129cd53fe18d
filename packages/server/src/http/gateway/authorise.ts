import type { IncomingHttpHeaders } from 'node:http'
import { InvalidApiKeyError } from '../../access/accessErrors.ts'
import type { ApiKey } from '../../access/keyring.ts'
import { requireScope } from '../../access/scopes.ts'
import { callScopes } from '../../gateway/rpc/call.ts'
import { toCredential } from '../caller/credentials.ts'

/**
 * Returns the key of a request, if it has the scope to call. @throws {InvalidApiKeyError} @throws {InsufficientPermissionsError}
 */
export function authorise(key: ApiKey | undefined, headers: IncomingHttpHeaders): ApiKey {
  if (key === undefined) throw new InvalidApiKeyError(toCredential(headers) !== undefined)
  requireScope(key.scopes, callScopes)
  return key
}
