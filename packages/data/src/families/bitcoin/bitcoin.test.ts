import { chains, createFamilyPool } from '@outrigger/core'
import { expect, it } from 'vitest'
import { getBlock, getBlockTransactions, getTransaction } from '../../questions.ts'
import { createBlockNode, type ExpectedTransaction, recordedBlocks } from './fixtures/recordedBlocks.ts'
import type { BitcoinBlock, BitcoinTransaction } from './reader.ts'

const toBig = (value: number | null) => (value === null ? null : BigInt(value))

/** Converts the values recomputed from the block's bytes to the form of an answer, without fields that the recording lacks. */
function toExpected({ txid, wtxid, vsize, weight, fee_sat, coinbase = false, inputs, outputs }: ExpectedTransaction) {
  return {
    hash: txid,
    gasUsed: BigInt(vsize),
    status: 'success',
    ...(fee_sat === null && !coinbase ? {} : { fee: toBig(fee_sat) }),
    details: {
      txid,
      vsize,
      weight,
      coinbase,
      // For a coinbase, the recording has the txid here, but Core has the hash of its bytes.
      ...(coinbase ? {} : { wtxid }),
      ...(inputs && {
        inputs: inputs.map(({ value_sat, address, ...input }) => ({
          ...input,
          ...(value_sat === null ? {} : { address, valueSat: BigInt(value_sat) }),
        })),
      }),
      outputs: outputs.map(({ value_sat, ...output }) => ({ ...output, valueSat: toBig(value_sat) })),
    },
  }
}

for (const version of ['prevouts', 'txindex', 'hex', 'oldest'] as const)
  it.each(recordedBlocks.filter(([, { raw_hex }]) => version !== 'oldest' || raw_hex !== null))(
    `reads every figure of block %s from a node that shows ${version}`,
    async (_, block) => {
      const { expected } = block
      await using node = await createBlockNode(block, version)
      await using pool = createFamilyPool({ chain: chains.bitcoin, endpoints: [node.url] })

      const page = await getBlockTransactions(pool, { block: BigInt(expected.height) })
      expect(page).toMatchObject({ hash: expected.hash, total: expected.n_tx })
      expect(page.transactions).toHaveLength(expected.n_tx)
      for (const [index, transaction] of expected.txs.entries())
        expect(page.transactions[index]).toMatchObject(toExpected(transaction))

      const found = (await getBlock(pool, { block: expected.hash, full: true })) as BitcoinBlock
      expect(found).toMatchObject({
        number: BigInt(expected.height),
        hash: expected.hash,
        timestamp: BigInt(expected.time),
        transactions: expected.n_tx,
        details: {
          subsidySat: BigInt(expected.subsidy_sat),
          coinbaseOutSat: BigInt(expected.coinbase_out_sat),
          totalFeesSat: toBig(expected.total_fees_sat),
          transactionHashes: expected.txs.map(({ txid }) => txid),
        },
      })
      const { addressDeltas } = found.details
      const deltas =
        addressDeltas && Object.fromEntries([...addressDeltas].map(([address, value]) => [address, Number(value)]))
      expect(deltas).toEqual(expected.address_deltas)
    },
  )

it.each(recordedBlocks)('reads single transactions of block %s', async (_, block) => {
  await using node = await createBlockNode(block, 'txindex')
  await using pool = createFamilyPool({ chain: chains.bitcoin, endpoints: [node.url] })
  for (const transaction of block.expected.txs.slice(0, 5)) {
    const found = (await getTransaction(pool, { hash: transaction.txid })) as BitcoinTransaction
    expect(found).toMatchObject(toExpected(transaction))
    expect(found).toMatchObject({ blockNumber: BigInt(block.expected.height), blockHash: block.expected.hash })
    expect(found.asOf).toMatchObject({ finality: 'safe', source: 'primary' })
  }
})
