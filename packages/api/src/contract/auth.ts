import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'

export const authEndpoints = {
  authToken: defineEndpoint({
    area: 'auth',
    method: 'POST',
    path: '/v1/auth/token',
    summary: 'Exchange an API key for a one-hour token for WebSockets',
    // The token has the scopes of the key.
    scopes: 'key',
    cost: 0,
    errors: 'nested',
    // RFC 6749, 3.2: unrecognized parameters are ignored.
    body: t.Object({ grant_type: t.Literal('client_credentials') }, { additionalProperties: true }),
    response: t.Object({ access_token: t.String(), token_type: t.Literal('Bearer'), expires_in: t.Integer() }),
    example: { access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.….…', token_type: 'Bearer', expires_in: 3600 },
  }),
}
