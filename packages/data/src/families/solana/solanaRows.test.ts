import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { readSolanaRows, resultOf, transactionsOf } from './fixtures/rows.ts'
import type { RpcAt, RpcBlock, RpcTokenAccount, RpcTransaction } from './rpcTypes.ts'
import { toBlock } from './toBlock.ts'
import { toTokenAccount } from './toTokenAccount.ts'
import { decodeTransaction, toTransactionBytes } from './transaction/decodeTransaction.ts'
import { toLamportDeltas, toTokenDeltas } from './transaction/toBalanceChanges.ts'
import { type SolanaTransactionBody, toTransaction } from './transaction/toTransaction.ts'

const toLamportTexts = ({ lamports }: SolanaTransactionBody) =>
  Object.fromEntries(toLamportDeltas(lamports).map(({ address, delta }) => [address, String(delta)]))
const toTokenTexts = ({ tokens }: SolanaTransactionBody) =>
  Object.fromEntries(
    toTokenDeltas(tokens).map(({ owner, account, mint, delta }) => [
      `${owner ?? `account:${account}`}|${mint}`,
      `${delta}`,
    ]),
  )

/** Converts a transaction to the form of the recordings. */
const toExpected = (one: SolanaTransactionBody) => ({
  signature: one.signature,
  fee_payer: one.feePayer,
  fee_lamports: String(one.fee),
  status: one.status,
  compute_units: one.computeUnits === null ? null : Number(one.computeUnits),
  lamport_deltas: toLamportTexts(one),
  token_deltas: toTokenTexts(one),
  n_account_keys: one.accounts.length,
  version: one.version,
})

test('every recorded transaction: payer, fee, status, units, lamports and tokens', (context) => {
  const rows = readSolanaRows(context).filter(({ expected }) => expected !== undefined)
  expect(rows.length).toBeGreaterThanOrEqual(26)
  for (const row of rows) {
    const read = transactionsOf(row).map(({ row: one, place }) => toExpected(toTransaction(one, place)))
    expect(read, row.id).toEqual(row.expected)
  }
})

test('what is not paid out as fee stays on the accounts', (context) => {
  for (const row of readSolanaRows(context).filter(({ kind }) => kind === 'C'))
    for (const { row: one, place } of transactionsOf(row)) {
      const { lamports, fee } = toTransaction(one, place)
      const [before, after] = (['before', 'after'] as const).map((side) =>
        lamports.reduce((sum, balance) => sum + balance[side], 0n),
      )
      expect((before ?? 0n) - (after ?? 0n), row.id).toBe(fee)
    }
})

test('transactions in base64 are read as their bytes say: each signature signs them', (context) => {
  const rows = readSolanaRows(context).filter(
    (row) => row.method === 'getTransaction' && Array.isArray(resultOf<RpcTransaction>(row).transaction),
  )
  expect(rows).toHaveLength(6)
  for (const row of rows) {
    const [text, encoding] = resultOf<RpcTransaction>(row).transaction as readonly [string, string]
    const { signatures, message, signedBytes } = decodeTransaction(toTransactionBytes(text, encoding))
    signatures.forEach((signature, index) => {
      const key = message.accountKeys[index] as string
      expect(verify(null, signedBytes, toPublicKey(key), base58.decode(signature)), row.id).toBe(true)
    })
  }
})

/** Returns an Ed25519 key in the form that node:crypto requires (SPKI). */
const toPublicKey = (address: string) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address)]),
    format: 'der',
    type: 'spki',
  })

test('the same transaction is the same in every encoding', (context) => {
  const rows = readSolanaRows(context).filter(({ method }) => method === 'getTransaction')
  for (const row of rows) {
    const result = resultOf<RpcTransaction>(row)
    if (!Array.isArray(result.transaction)) continue
    const [text] = result.transaction as readonly [string, string]
    const bytes = toTransactionBytes(text, 'base64')
    const { signedBytes: _, version: __, ...json } = decodeTransaction(bytes)
    const whole = toTransaction(result, result)
    expect(toTransaction({ ...result, transaction: json }, result)).toEqual(whole)
    expect(toTransaction({ ...result, transaction: [base58.encode(bytes), 'base58'] }, result)).toEqual(whole)
  }
})

test('the tokens that wallets traded are those an independent tax tool tells of', (context) => {
  let compared = 0
  for (const row of readSolanaRows(context))
    for (const { wallet, rows } of row.asserted ?? []) {
      const [found] = transactionsOf(row).map(({ row: one, place }) => toTransaction(one, place))
      for (const trade of rows)
        for (const [mint, amount] of [
          [trade.received_currency, Number(trade.received_amount)],
          [trade.sent_currency, -Number(trade.sent_amount)],
        ] as const) {
          const known = toTokenDeltas(found?.tokens ?? []).find((one) => one.mint === mint && one.owner === wallet)
          if (known === undefined) continue
          expect(Number(known.delta) / 10 ** known.decimals, row.id).toBeCloseTo(amount, 6)
          compared += 1
        }
    }
  expect(compared).toBeGreaterThan(0)
})

test('blocks: hash, height, parent, time, leader and rewards', (context) => {
  const rows = readSolanaRows(context).filter(({ method }) => method === 'getBlock')
  expect(rows).toHaveLength(6)
  for (const row of rows) {
    const answer = resultOf<RpcBlock>(row)
    const block = toBlock(answer, row.params?.[0] as number)
    expect({ ...block, transactions: block.transactions?.map(({ signature }) => signature) }).toEqual({
      slot: BigInt(row.params?.[0] as number),
      height: BigInt(answer.blockHeight ?? -1),
      hash: answer.blockhash,
      parentSlot: BigInt(answer.parentSlot),
      parentHash: answer.previousBlockhash,
      timestamp: BigInt(answer.blockTime ?? -1),
      leader: answer.rewards?.find(({ rewardType }) => rewardType === 'Fee')?.pubkey ?? null,
      rewards: answer.rewards?.map(({ pubkey, lamports, postBalance, rewardType }) => ({
        address: pubkey,
        lamports: BigInt(lamports),
        balance: BigInt(postBalance),
        kind: rewardType,
        commission: null,
      })),
      transactionCount: row.expected?.length,
      transactions: row.expected?.map(({ signature }) => signature),
    })
  }
})

test('token accounts of both token programs', (context) => {
  const rows = readSolanaRows(context).filter(({ method }) => method === 'getTokenAccountsByOwner')
  expect(rows).toHaveLength(8)
  for (const row of rows) {
    const [owner, { programId }] = row.params as readonly [string, { readonly programId: string }]
    const { value } = resultOf<RpcAt<readonly RpcTokenAccount[]>>(row)
    for (const one of value) {
      const { tokenAmount } = one.account.data.parsed.info
      const read = toTokenAccount(one)
      expect(read).toMatchObject({ account: one.pubkey, owner, program: programId, state: 'initialized' })
      expect([String(read.amount), read.decimals]).toEqual([tokenAmount.amount, tokenAmount.decimals])
    }
  }
})
