import { defineUnavailable } from './endpoint.ts'

const area = { area: 'mev', access: ['read:blockchain'], cost: 0, errors: 'envelope' } as const

export const mevEndpoints = {
  mevSubmit: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/mev/{chain}/bundle/submit',
    summary: 'Submit a bundle',
  }),
  mevSimulate: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/mev/{chain}/bundle/simulate',
    summary: 'Simulate a bundle',
  }),
  mevBundle: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/mev/{chain}/bundle/{bundle_hash}',
    summary: 'Status of a bundle',
  }),
  mevCancel: defineUnavailable({
    ...area,
    method: 'DELETE',
    path: '/v1/mev/{chain}/bundle/{bundle_hash}',
    summary: 'Cancel a bundle',
  }),
  mevPrivate: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/mev/{chain}/private',
    summary: 'Send a transaction privately',
  }),
}
