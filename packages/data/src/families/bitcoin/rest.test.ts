import { chains, createFamilyPool } from '@outrigger/core'
import { expect, it } from 'vitest'
import { InvalidCursorError, UnknownTransactionError } from '../../errors.ts'
import {
  type ChainHistory,
  getBalance,
  getBlock,
  getBlockTransactions,
  getHistory,
  getTransaction,
} from '../../questions.ts'
import { recordedBlocks } from './fixtures/recordedBlocks.ts'
import { createBlockbookNode, createEsploraNode, toHistoryOf } from './fixtures/restNodes.ts'
import type { BitcoinBlock, BitcoinTransaction } from './reader.ts'

const [, block] = recordedBlocks.find(([name]) => name.includes('1087400')) as (typeof recordedBlocks)[0]
const { expected } = block
const busiest = Object.keys(expected.address_deltas ?? {}).toSorted(
  (a, b) => toHistoryOf(block, b).length - toHistoryOf(block, a).length,
)[0] as string

it.each([
  ['Esplora', createEsploraNode],
  ['Blockbook', createBlockbookNode],
] as const)('%s tells every figure of a block, and what an address did', async (_, createNode) => {
  await using node = await createNode(block)
  await using pool = createFamilyPool({ chain: chains.bitcoin, endpoints: [node.url] })
  const found = (await getBlock(pool, { block: expected.hash, full: true })) as BitcoinBlock
  expect(found).toMatchObject({
    number: BigInt(expected.height),
    transactions: expected.n_tx,
    details: { totalFeesSat: BigInt(expected.total_fees_sat ?? 0), subsidySat: BigInt(expected.subsidy_sat) },
  })
  const deltas = [...(found.details.addressDeltas ?? [])].map(([address, value]) => [address, Number(value)])
  expect(Object.fromEntries(deltas)).toEqual(expected.address_deltas)

  const page = await getBlockTransactions(pool, { block: BigInt(expected.height), offset: 30, limit: 40 })
  expect(page.transactions.map((one) => (one as BitcoinTransaction).hash)).toEqual(
    expected.txs.slice(30, 70).map(({ txid }) => txid),
  )
  for (const { txid, fee_sat, vsize, inputs, outputs } of expected.txs.slice(1, 6)) {
    const one = (await getTransaction(pool, { hash: txid })) as BitcoinTransaction
    expect(one).toMatchObject({ fee: BigInt(fee_sat ?? 0), gasUsed: BigInt(vsize), blockHash: expected.hash })
    const toPiece = ({ address, valueSat }: { address: string | null; valueSat: bigint | null }) => [
      address,
      Number(valueSat),
    ]
    expect(one.details.inputs.map(toPiece)).toEqual(inputs?.map(({ address, value_sat }) => [address, value_sat]))
    expect(one.details.outputs.map(toPiece)).toEqual(outputs.map(({ address, value_sat }) => [address, value_sat]))
    expect(one.details.outputs.map(({ type }) => type)).toEqual(outputs.map(({ type }) => type))
  }
  await expect(getTransaction(pool, { hash: 'ab'.repeat(32) })).rejects.toThrow(UnknownTransactionError)

  expect(await getBalance(pool, { address: busiest })).toMatchObject({ balance: 500n })
  const seen: string[] = []
  let cursor = null as string | null
  do {
    const history: ChainHistory = await getHistory(pool, {
      address: busiest,
      limit: 2,
      ...(cursor === null ? {} : { cursor }),
    })
    seen.push(...history.transactions.map((one) => (one as BitcoinTransaction).hash))
    cursor = history.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(toHistoryOf(block, busiest).map(({ txid }) => txid))
  await expect(getHistory(pool, { address: busiest, cursor: '../x' })).rejects.toThrow(InvalidCursorError)
})
