import { type Hex, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { readStarknetRows, resultOf, toRpcBlock } from '../fixtures/rows.ts'
import type { RpcBlock } from '../rpcTypes.ts'
import { type StarknetBlockBody, toBlock } from '../toBlock.ts'
import { checkBlock } from './checkBlock.ts'

type Context = Parameters<typeof readStarknetRows>[0]
const chains = {
  mainnet: stringToHex('SN_MAIN'),
  sepolia: stringToHex('SN_SEPOLIA'),
  integration: stringToHex('SN_INTEGRATION_SEPOLIA'),
}

function readRow(context: Context, name: string): StarknetBlockBody {
  const row = readStarknetRows(context).find(({ id }) => id.includes(name))
  if (row === undefined) throw new Error(`no row ${name}`)
  return toBlock(row.id.startsWith('feeder') ? toRpcBlock(row) : resultOf<RpcBlock>(row))
}

const contents = { transactionHashes: 'matches', transactions: 'matches', events: 'matches' }
const unknown = { transactionHashes: 'unknown', transactions: 'unknown', events: 'unknown', receipts: 'unknown' }

describe('a block is what it states', () => {
  const rows: readonly (readonly [name: string, chainId: Hex, receipts: string])[] = [
    ['0.9.0/block/mainnet_2800', chains.mainnet, 'unknown'],
    ['0.11.1/block/mainnet_65000', chains.mainnet, 'unknown'],
    ['0.13.2/block/sepolia_integration_35748', chains.integration, 'matches'],
    ['0.13.4/block/sepolia_integration_63881', chains.integration, 'matches'],
    ['blockWithReceipts/sepolia3100000', chains.sepolia, 'matches'],
  ]
  for (const [name, chainId, receipts] of rows)
    it(`${name}, by hash, transactions and events`, { timeout: 240_000 }, async (context) => {
      const checks = await checkBlock(readRow(context, name), chainId)
      expect(checks).toEqual({ hash: 'matches', ...contents, receipts })
    })

  it('as far as the node shows it', async (context) => {
    const withHashes = await checkBlock(readRow(context, 'blockWithHashes/sepolia3100000'), chains.sepolia)
    expect(withHashes).toEqual({ hash: 'matches', ...unknown })
    const body = readRow(context, 'blockWithReceipts/sepolia3100000')
    const stated = { transactions: null, events: null, receipts: null, stateDiff: null }
    // Nodes before JSON-RPC 0.10 do not report commitments.
    expect(await checkBlock({ ...body, commitments: stated }, chains.sepolia)).toEqual({
      ...unknown,
      hash: 'unknown',
      transactionHashes: 'matches',
    })
  })
})

describe('what a provider changed is told', () => {
  const differs = 'differs'
  const changes: Readonly<Record<string, readonly [(block: StarknetBlockBody) => StarknetBlockBody, object]>> = {
    time: [(block) => ({ ...block, timestamp: block.timestamp + 1n }), { hash: differs }],
    'state root': [(block) => ({ ...block, stateRoot: '0x1' }), { hash: differs }],
    price: [(block) => ({ ...block, l2GasPrice: { wei: 1n, fri: 1n } }), { hash: differs }],
    'left out transaction': [
      (block) => ({
        ...block,
        transactions: (block.transactions ?? []).slice(1),
        receipts: (block.receipts ?? []).slice(1),
      }),
      { transactions: differs, events: differs, receipts: differs },
    ],
    signature: [
      (block) => ({
        ...block,
        transactions: (block.transactions ?? []).map((one) => ({ ...one, signature: ['0x1'] })),
      }),
      { transactions: differs },
    ],
    nonce: [
      (block) => ({ ...block, transactions: (block.transactions ?? []).map((one) => ({ ...one, nonce: 1n })) }),
      { transactionHashes: differs },
    ],
    event: [
      (block) => ({
        ...block,
        receipts: (block.receipts ?? []).map((one) => ({ ...one, events: one.events.slice(1) })),
      }),
      { events: differs },
    ],
    fee: [
      (block) => ({ ...block, receipts: (block.receipts ?? []).map((one) => ({ ...one, fee: one.fee + 1n })) }),
      { receipts: differs },
    ],
    outcome: [
      (block) => ({ ...block, receipts: (block.receipts ?? []).map((one) => ({ ...one, revertReason: 'no' })) }),
      { receipts: differs },
    ],
  }
  for (const [what, [change, found]] of Object.entries(changes))
    it(what, async (context) => {
      const body = readRow(context, 'blockWithReceipts/sepolia3100000')
      expect(await checkBlock(change(body), chains.sepolia)).toEqual({
        hash: 'matches',
        ...contents,
        receipts: 'matches',
        ...found,
      })
    })
})
