import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'

export const healthEndpoints = {
  health: defineEndpoint({
    area: 'health',
    method: 'GET',
    path: '/v1/health',
    summary: 'Status and version of the node',
    scopes: 'public',
    cost: 0,
    errors: 'nested',
    response: t.Object({
      status: t.Enum(['healthy', 'degraded', 'unavailable'], {
        description:
          '`healthy` if the providers of every chain respond, `unavailable` if none responds, otherwise `degraded`',
      }),
      version: t.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
    }),
    example: { status: 'healthy', version: '0.1.0' },
  }),
}
