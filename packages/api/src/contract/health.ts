import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'

export const healthEndpoints = {
  health: defineEndpoint({
    area: 'health',
    method: 'GET',
    path: '/v1/health',
    summary: 'Whether the service is up, and its version',
    scopes: 'public',
    cost: 0,
    errors: 'nested',
    response: t.Object({
      status: t.Enum(['healthy', 'degraded', 'unavailable'], {
        description: 'Of the providers: `healthy` when those of every chain answer, `unavailable` when none does',
      }),
      version: t.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
    }),
    example: { status: 'healthy', version: '0.1.0' },
  }),
}
