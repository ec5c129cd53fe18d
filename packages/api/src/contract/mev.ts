import * as t from 'typebox'
import { defineUnavailable } from './endpoint.ts'
import { Chain, chainParams, Text } from './planned.ts'

const area = {
  area: 'mev',
  scopes: ['read:blockchain'],
  cost: 0,
  errors: 'envelope',
  params: chainParams,
  chains: ['ethereum', 'gnosis'],
} as const

const SignedTransaction = t.String({ pattern: '^0x(?:[\\da-fA-F]{2})+$', description: 'Signed, hexadecimal' })
const Block = t.Optional(t.Union([t.Integer({ minimum: 0 }), t.Null()]))
const transactions = t.Array(t.Object({ signed_tx: SignedTransaction, can_revert: t.Optional(t.Boolean()) }), {
  minItems: 1,
  maxItems: 100,
})
const ofBundle = t.Object({ chain: Chain, bundle_hash: Text })

export const mevEndpoints = {
  mevSubmit: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/mev/{chain}/bundle/submit',
    query: t.Object({ relay: t.Optional(Text), simulate: t.Optional(t.Boolean()) }),
    body: t.Object({
      transactions,
      target_block: Block,
      min_timestamp: t.Optional(t.Integer({ minimum: 0 })),
      max_timestamp: t.Optional(t.Integer({ minimum: 0 })),
      revert_on_fail: t.Optional(t.Boolean()),
    }),
    summary: 'Submit a bundle',
  }),
  mevSimulate: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/mev/{chain}/bundle/simulate',
    body: t.Object({ transactions, block_number: Block, state_block_number: Block }),
    summary: 'Simulate a bundle',
  }),
  mevBundle: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/mev/{chain}/bundle/{bundle_hash}',
    params: ofBundle,
    summary: 'Status of a bundle',
  }),
  mevCancel: defineUnavailable({
    ...area,
    method: 'DELETE',
    path: '/v1/mev/{chain}/bundle/{bundle_hash}',
    params: ofBundle,
    summary: 'Cancel a bundle',
  }),
  mevPrivate: defineUnavailable({
    ...area,
    method: 'POST',
    path: '/v1/mev/{chain}/private',
    body: t.Object({
      signed_tx: SignedTransaction,
      max_block_number: Block,
      hints: t.Optional(t.Array(t.Enum(['none', 'calldata', 'logs', 'all']))),
    }),
    summary: 'Send a transaction privately',
  }),
}
