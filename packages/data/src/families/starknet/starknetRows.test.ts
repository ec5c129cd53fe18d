import { type Hex, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { feeTokens } from './feeTokens.ts'
import { readStarknetRows, resultOf, type StarknetRow, toRpcBlock } from './fixtures/rows.ts'
import { computeTransactionHash } from './hash/computeTransactionHash.ts'
import type { RpcBlock, RpcEmittedEvent, RpcReceipt, RpcTransaction } from './rpcTypes.ts'
import { toBlock } from './toBlock.ts'
import { toReceipt } from './transaction/toReceipt.ts'
import { toTransaction } from './transaction/toTransaction.ts'
import { toTransfers, transferKey, withoutFee } from './transaction/toTransfers.ts'

const isFeeder = ({ format }: StarknetRow) => format.startsWith('feeder')
const isBlock = (row: StarknetRow) => isFeeder(row) || row.id.startsWith('rpc:block')
const blockOf = (row: StarknetRow): RpcBlock => (isFeeder(row) ? toRpcBlock(row) : resultOf<RpcBlock>(row))
const rowOf = (rows: readonly StarknetRow[], name: string) =>
  rows.find(({ id }) => id.startsWith(`rpc:${name}`)) as StarknetRow

const toNetwork = ({ id }: StarknetRow) =>
  id.includes('integration') ? 'SN_INTEGRATION_SEPOLIA' : id.includes('mainnet') ? 'SN_MAIN' : 'SN_SEPOLIA'

type Sent = { readonly transaction: RpcTransaction; readonly receipt: RpcReceipt }

test('every transaction hash is recomputed from the fields that were read', { timeout: 240_000 }, async (context) => {
  const rows = readStarknetRows(context)
  // The genesis block was hashed by an older rule.
  for (const row of rows.filter((one) => isBlock(one) && !one.id.includes('genesis')))
    for (const one of toBlock(blockOf(row)).transactions ?? [])
      expect(await computeTransactionHash(one, stringToHex(toNetwork(row))), row.id).toBe(one.hash)
  const declared = toTransaction(resultOf<RpcTransaction>(rowOf(rows, 'txnWithHash')))
  expect(await computeTransactionHash(declared, stringToHex('SN_SEPOLIA'))).toBe(declared.hash)
})

test('a changed field changes the hash', async (context) => {
  const [one] = toBlock(resultOf<RpcBlock>(rowOf(readStarknetRows(context), 'blockWithTxns'))).transactions ?? []
  if (one?.type !== 'INVOKE') throw new Error('the recording begins with an invoke transaction')
  const chain = stringToHex('SN_SEPOLIA')
  expect(await computeTransactionHash({ ...one, nonce: 1n }, chain)).not.toBe(one.hash)
  expect(await computeTransactionHash(one, stringToHex('SN_MAIN'))).not.toBe(one.hash)
})

test('every block: its header, and each transaction with its receipt', (context) => {
  const rows = readStarknetRows(context).filter(isBlock)
  expect(rows).toHaveLength(10)
  for (const row of rows) {
    const raw = blockOf(row)
    const block = toBlock(raw)
    expect(block, row.id).toMatchObject({
      number: BigInt(raw.block_number),
      hash: raw.block_hash ?? null,
      parentHash: raw.parent_hash ?? null,
      stateRoot: raw.new_root ?? null,
      timestamp: BigInt(raw.timestamp),
      sequencer: raw.sequencer_address,
      transactionCount: raw.transactions.length,
      status: raw.status ?? 'PRE_CONFIRMED',
    })
    expect(block.l1GasPrice?.wei, row.id).toBe(BigInt(raw.l1_gas_price?.price_in_wei ?? -1))
    raw.transactions.forEach((one, index) => {
      if (typeof one === 'string') expect(block.transactionHashes[index]).toBe(one)
      else if ('receipt' in one) expectTransaction(one, block, index)
      else expect(block.transactions?.[index]).toMatchObject({ hash: one.transaction_hash, type: one.type })
    })
  }
})

function expectTransaction({ transaction, receipt }: Sent, block: ReturnType<typeof toBlock>, index: number) {
  const read = block.transactions?.[index]
  expect(read).toMatchObject({
    hash: receipt.transaction_hash,
    type: transaction.type,
    version: Number(transaction.version),
    signature: transaction.signature ?? [],
  })
  const fee = receipt.actual_fee as Exclude<RpcReceipt['actual_fee'], Hex>
  const { fee: paid, feeUnit, events, messagesSent, executionStatus, revertReason } = block.receipts?.[index] ?? {}
  expect({ paid, feeUnit, executionStatus, revertReason }).toEqual({
    paid: BigInt(fee.amount),
    feeUnit: fee.unit,
    executionStatus: receipt.execution_status,
    revertReason: receipt.revert_reason ?? null,
  })
  expect(events?.map(({ from, keys, data }) => ({ from_address: from, keys, data }))).toEqual(receipt.events)
  expect(messagesSent?.map(({ payload }) => payload)).toEqual(receipt.messages_sent.map(({ payload }) => payload))
}

test('the calls of an account are read in both layouts, to the last word of its calldata', (context) => {
  let read = 0
  for (const row of readStarknetRows(context).filter(isBlock))
    for (const one of toBlock(blockOf(row)).transactions ?? []) {
      if (one.type !== 'INVOKE' || one.version === 0) continue
      const words = one.calls?.reduce((sum, { calldata }) => sum + calldata.length, 0)
      const [count, inline, indexed] = [Number(one.calldata[0]), 3, 4]
      const total = one.calldata.length - 1
      expect([words ?? -1, (words ?? -1) + 1 + (indexed - inline) * count], one.hash).toContain(total - inline * count)
      expect(one.calls, one.hash).toHaveLength(count)
      read += 1
    }
  expect(read).toBeGreaterThan(200)
})

test('fees that blocks moved are the fees of the receipts', (context) => {
  const block = toBlock(resultOf<RpcBlock>(rowOf(readStarknetRows(context), 'blockWithReceipts')))
  expect(block.transactions).toHaveLength(3)
  block.transactions?.forEach((one, index) => {
    const { events = [], fee = -1n, feeUnit = 'FRI' } = block.receipts?.[index] ?? {}
    const transfers = toTransfers(events)
    const [payer, token] = ['sender' in one ? one.sender : '0x0', feeTokens[feeUnit].address] as const
    expect(transfers.at(-1)).toEqual({ token, from: payer, to: block.sequencer, amount: fee })
    expect(withoutFee(transfers, { payer, token, amount: fee })).toEqual(transfers.slice(0, -1))
  })
})

test('transfers of events, with addresses in keys and in data', (context) => {
  const { events } = resultOf<{ readonly events: readonly RpcEmittedEvent[] }>(
    rowOf(readStarknetRows(context), 'events'),
  )
  const transfers = toTransfers(events.map(({ from_address, keys, data }) => ({ from: from_address, keys, data })))
  expect(transfers).toHaveLength(events.filter(({ keys }) => keys[0] === transferKey).length)
  expect(transfers[0]).toEqual({
    token: feeTokens.FRI.address,
    from: '0x0',
    amount: 0x42e530adfce0080000n,
    to: '0x137e2eb39d5b20f7257425dbea0a97ab6a53941e7ccdc9168ba3b0f8b39d1ce',
  })
  expect(transfers[1]).toMatchObject({ from: '0x0', amount: 10_000_000_000_000_000_000n })
})

test('a receipt that a subscription shows is read as one of a block', (context) => {
  const row = readStarknetRows(context).find(({ id }) => id.endsWith('sepoliaNewTxnReceipts.json')) as StarknetRow
  const { params } = row.response as { readonly params: { readonly result: RpcReceipt } }
  expect(toReceipt(params.result, 3)).toMatchObject({
    fee: 0x2129258cd0ea80n,
    feeUnit: 'FRI',
    executionStatus: 'SUCCEEDED',
    revertReason: null,
    resources: { l1Gas: 0n, l1DataGas: 128n, l2Gas: 1_152_335n, steps: null },
  })
})
