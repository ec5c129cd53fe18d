import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { toEnvelope } from './envelope.ts'
import { mempoolParams } from './mempool.ts'
import { exposureEndpoints } from './mevExposure.ts'
import { exampleFinding, Findings, findingQuery } from './mevFinding.ts'
import { Simulation, StateChanges, Submissions } from './mevShapes.ts'
import { exampleMevStatus, MevStatus } from './mevStatus.ts'
import { named, record } from './record.ts'
import { Chain, chainParams } from './sharedParameters.ts'
import { Bigint, Int, orNull, Timestamp, toAmount, toBigint } from './wire.ts'

const area = {
  area: 'mev',
  scopes: ['read:blockchain'],
  errors: 'envelope',
  preview: true,
  // A bundle of 300,000 bytes and the 21 blobs of a block with their proofs, in hexadecimal.
  bodyBytes: 7_340_032,
} as const

const SignedTransaction = t.String({
  pattern: '^0x(?:[\\da-fA-F]{2})+$',
  description: 'Signed transaction, hexadecimal',
})
const Block = t.Optional(t.Union([t.Integer({ minimum: 0 }), t.Null()]))
const Seconds = t.Optional(t.Integer({ minimum: 0, description: 'Unix seconds; 0 for no limit' }))
const transactions = t.Array(
  t.Object({
    signed_tx: SignedTransaction,
    can_revert: t.Optional(t.Boolean({ description: 'True allows this transaction to revert' })),
  }),
  {
    minItems: 1,
    maxItems: 100,
  },
)
const Hash = t.String({ description: 'Hash of the bundle, or of the private transaction' })
const ofBundle = t.Object({
  chain: Chain,
  bundle_hash: t.String({ minLength: 1, maxLength: 200, description: 'Hash of the bundle or private transaction' }),
})

const hash = `0x${'5c'.repeat(32)}`
const accepted = { outcome: 'accepted', message: null, latency_ms: 38 } as const
const submission = { relay: 'flashbots', block_number: 21_000_001, ...accepted }
const submitted = {
  bundle_hash: hash,
  relay: 'flashbots',
  target_block: 21_000_001,
  submitted_at: '2026-01-01T00:00:00.000Z',
  submissions: [submission],
}
const submittedAtMs = named('submitted_at', Timestamp)
const Relay = t.String({ description: 'Names of the target relays, separated by commas' })

export const mevEndpoints = {
  ...exposureEndpoints,
  mevFindings: defineEndpoint({
    area: 'mev',
    scopes: ['read:blockchain'],
    errors: 'envelope',
    cost: 10,
    method: 'GET',
    path: '/v1/mev/{chain}/findings',
    summary: 'Current MEV findings, most profitable first',
    params: mempoolParams,
    query: record({
      ...findingQuery,
      limit: t.Optional(
        t.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Maximum number of findings' }),
      ),
    }),
    response: toEnvelope(Findings),
    example: {
      success: true,
      data: { chain: 'ethereum', block_number: 25_861_000, count: 1, total: 1, findings: [exampleFinding] },
      metadata: { chain: 'ethereum', cached: false, cache_ttl: 0, response_time_ms: 4 },
    },
  }),
  mevStatus: defineEndpoint({
    area: 'mev',
    scopes: ['read:blockchain'],
    errors: 'envelope',
    cost: 5,
    method: 'GET',
    path: '/v1/mev/{chain}/status',
    summary: 'Pools of the MEV detector, and how often its past findings came true',
    params: mempoolParams,
    response: toEnvelope(MevStatus),
    example: {
      success: true,
      data: exampleMevStatus,
      metadata: { chain: 'ethereum', cached: false, cache_ttl: 0, response_time_ms: 1 },
    },
  }),
  mevSubmit: defineEndpoint({
    ...area,
    cost: 50,
    method: 'POST',
    path: '/v1/mev/{chain}/bundle/submit',
    params: chainParams,
    query: t.Object({
      relay: t.Optional(
        t.String({ maxLength: 200, description: 'Names of configured relays, separated by commas. Default: all' }),
      ),
      simulate: t.Optional(
        t.Boolean({ default: true, description: 'Simulate the bundle first and reject it if it reverts' }),
      ),
    }),
    body: t.Object({
      transactions,
      target_block: Block,
      min_timestamp: Seconds,
      max_timestamp: Seconds,
      revert_on_fail: t.Optional(t.Boolean({ default: true, description: 'False allows every transaction to revert' })),
      blocks: t.Optional(
        t.Integer({
          minimum: 1,
          maximum: 25,
          description: 'Number of consecutive blocks for which the bundle is sent until it is included',
        }),
      ),
    }),
    summary: 'Submit a bundle to relays',
    response: record({
      hash: named('bundle_hash', Hash),
      relay: Relay,
      targetBlock: Int,
      transactions: t.Array(t.Object({ hash: t.String(), index: Int })),
      simulation: orNull(Simulation),
      submittedAtMs,
      submissions: Submissions,
    }),
    example: {
      ...submitted,
      transactions: [{ hash, index: 0 }],
      simulation: { success: true, coinbase_diff: '42000000000000', gas_used: 21_000, state_changes: [] },
    },
  }),
  mevSimulate: defineEndpoint({
    ...area,
    cost: 50,
    method: 'POST',
    path: '/v1/mev/{chain}/bundle/simulate',
    params: chainParams,
    body: t.Object({ transactions, block_number: Block, state_block_number: Block }),
    summary: 'Simulate a bundle on the provider of the node',
    response: record({
      success: t.Boolean({ description: 'True if every transaction that must succeed does' }),
      blockNumber: named('simulation_block', toBigint({ minimum: 0, description: 'Number of the simulated block' })),
      stateBlockNumber: named(
        'state_block',
        toBigint({ minimum: 0, description: 'Block whose state the simulation uses' }),
      ),
      method: t.Enum(['eth_callBundle', 'eth_simulateV1']),
      results: t.Array(
        record({
          hash: named('tx_hash', t.String()),
          success: t.Boolean(),
          error: orNull(t.String()),
          gasUsed: Bigint,
          gasPrice: toAmount({ description: 'wei, including the base fee' }),
          coinbaseDiff: toAmount({ description: 'wei: priority fees and payments to the builder' }),
          coinbaseTransfer: toAmount({ description: 'wei: payments to the builder only' }),
          logs: orNull(t.Array(record({ address: t.String(), topics: t.Array(t.String()), data: t.String() }))),
          stateChanges: StateChanges,
        }),
      ),
      gasUsed: named('total_gas_used', Bigint),
      coinbaseDiff: toAmount({ description: 'wei: priority fees and payments to the builder' }),
      coinbaseDiffEth: t.Number({ description: 'The same in ETH' }),
    }),
    example: {
      success: true,
      simulation_block: 21_000_001,
      state_block: 21_000_000,
      method: 'eth_simulateV1',
      results: [
        {
          tx_hash: hash,
          success: true,
          error: null,
          gas_used: 21_000,
          gas_price: '9000000000',
          coinbase_diff: '42000000000000',
          coinbase_transfer: '0',
          logs: [],
          state_changes: [],
        },
      ],
      total_gas_used: 21_000,
      coinbase_diff: '42000000000000',
      coinbase_diff_eth: 0.000042,
    },
  }),
  mevBundle: defineEndpoint({
    ...area,
    cost: 5,
    method: 'GET',
    path: '/v1/mev/{chain}/bundle/{bundle_hash}',
    params: ofBundle,
    summary: 'Status of a bundle or private transaction, and the reasons if it was not included',
    response: record({
      hash: named('bundle_hash', Hash),
      status: t.Enum(['pending', 'included', 'failed', 'expired', 'cancelled']),
      targetBlock: t.Integer({ minimum: 0, description: 'Last target block' }),
      includedBlock: orNull(t.Integer({ minimum: 0, description: 'null unless the status is included' })),
      transactions: t.Array(
        record({
          hash: t.String(),
          status: t.Enum(['pending', 'included', 'reverted', 'missing']),
          blockNumber: orNull(Int),
          gasUsed: orNull(Int),
        }),
      ),
      relay: Relay,
      submittedAtMs,
      includedAtMs: named('included_at', orNull(Timestamp)),
      submissions: Submissions,
      why: orNull(
        t.Array(
          t.Object({
            reason: t.Enum([
              ...(['not_sent', 'late', 'reverted', 'conflict', 'underpriced'] as const),
              ...(['not_simulated', 'timestamp', 'not_chosen'] as const),
            ]),
            message: t.String(),
            index: orNull(Int),
            transaction: orNull(t.String({ description: 'Hash of a conflicting transaction of another sender' })),
            relay: orNull(t.String()),
          }),
          { description: 'Most important reason first; null unless the status is failed or expired' },
        ),
      ),
    }),
    example: {
      ...submitted,
      status: 'included',
      included_block: 21_000_001,
      included_at: '2026-01-01T00:00:11.000Z',
      transactions: [{ hash, status: 'included', block_number: 21_000_001, gas_used: 21_000 }],
      why: null,
    },
  }),
  mevCancel: defineEndpoint({
    ...area,
    cost: 5,
    method: 'DELETE',
    path: '/v1/mev/{chain}/bundle/{bundle_hash}',
    params: ofBundle,
    summary: 'Cancel a bundle or private transaction at its relays',
    response: t.Object({
      bundle_hash: Hash,
      cancelled: t.Boolean({ description: 'True if every relay that received it confirmed the cancellation' }),
      message: t.String(),
    }),
    example: { bundle_hash: hash, cancelled: true, message: 'Cancelled by flashbots.' },
  }),
  mevPrivate: defineEndpoint({
    ...area,
    cost: 50,
    method: 'POST',
    path: '/v1/mev/{chain}/private',
    params: chainParams,
    body: t.Object({
      signed_tx: SignedTransaction,
      max_block_number: Block,
      hints: t.Optional(t.Array(t.Enum(['none', 'calldata', 'logs', 'all']), { maxItems: 4 })),
    }),
    summary: 'Send a transaction privately. Read its status like that of a bundle, by its hash',
    response: record({
      hash: named('tx_hash', t.String()),
      status: t.Enum(['pending', 'included', 'failed', 'expired', 'cancelled']),
      targetBlock: named('max_block', Int),
      submittedAtMs,
      submissions: Submissions,
    }),
    example: {
      tx_hash: hash,
      status: 'pending',
      max_block: 21_000_025,
      submitted_at: submitted.submitted_at,
      submissions: [submission],
    },
  }),
}
