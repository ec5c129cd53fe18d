import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { InsufficientPermissionsError, InvalidApiKeyError } from '../access/accessErrors.ts'
import type { ClientIp } from '../access/clientIp.ts'
import { toCredential } from '../access/credentials.ts'
import type { Keyring } from '../access/keyring.ts'
import { classifyAccess } from '../access/scopes.ts'
import { ContractError, toOutcome } from '../contract/errors.ts'
import { failUnread, toErrorBody, toRequestId } from '../http/failure.ts'

export class GatewayNotAvailableError extends ContractError {
  readonly code = 'NOT_AVAILABLE'
  constructor() {
    super('Direct node access is part of the interface but not available in this version.')
  }
}

/** The gateway's own listener: its address and its authentication exist, direct node access is not available yet. */
export function createGateway(keyring: Keyring, clientIp: ClientIp): Server {
  async function refuse(request: IncomingMessage): Promise<ContractError> {
    const credential = toCredential(request.headers)
    const key = credential && (await keyring.verify(credential, clientIp(request)))
    if (!key) return new InvalidApiKeyError()
    if (classifyAccess(key.scopes, ['read:blockchain']) === 'refused')
      return new InsufficientPermissionsError('read:blockchain')
    return new GatewayNotAvailableError()
  }

  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    request.resume()
    const requestId = toRequestId(request.headers['x-request-id'])
    refuse(request).then(
      (error) => send(response, error, requestId),
      () => response.writeHead(500, { 'x-request-id': requestId }).end(),
    )
  })
  return server.on('clientError', failUnread)
}

function send(response: ServerResponse, error: ContractError, requestId: string): void {
  const { status, code } = toOutcome(error.code, 'nested')
  const body = JSON.stringify(toErrorBody(code, error, 'nested', requestId))
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
    })
    .end(body)
}
