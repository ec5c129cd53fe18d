import type { FamilyPool } from '@outrigger/core'
import type { FamilyBlock, FamilyBlockTransactions } from '../familyData.ts'
import type { BlockPage, BlockQuestion } from '../familyReader.ts'
import { type StarknetTransaction, type StarknetTransactionDetails, toFamilyTransaction } from './getTransaction.ts'
import { parseBlock } from './parameters.ts'
import { readBlock, toAsOf } from './readBlock.ts'
import type { StarknetBlockBody } from './toBlock.ts'

/** The fields that only Starknet blocks have. */
export type StarknetBlockDetails = Omit<
  StarknetBlockBody,
  'number' | 'hash' | 'parentHash' | 'timestamp' | 'transactionCount' | 'transactions' | 'receipts'
> & {
  /** Transactions with their results. Null unless requested. */
  readonly transactionList:
    | readonly (Pick<StarknetTransaction, 'hash' | 'fee' | 'status'> & StarknetTransactionDetails)[]
    | null
}

/** A block of Starknet. `miner` is its sequencer, `gasUsed` is in L2 gas, and `baseFee` is the price of L2 gas. */
export type StarknetBlock = FamilyBlock<'starknet', StarknetBlockDetails>

/**
 * Returns a block by number, hash or tag. `latest` and `safe` are the newest block that Starknet's consensus
 * accepted. `finalized` is the newest block accepted on Ethereum (JSON-RPC 0.9). `pre_confirmed` is the pending
 * block, which has no hash yet.
 *
 * @throws {InvalidBlockError} @throws {UnknownBlockError} @throws {AllProvidersFailedError}
 */
export async function getBlock(pool: FamilyPool, { block, full = false }: BlockQuestion): Promise<StarknetBlock> {
  const { body, provider } = await readBlock(pool, parseBlock(block), { full })
  const { number, hash, parentHash, timestamp, transactionCount, transactions, receipts, ...rest } = body
  const rows = transactions && toRows(pool, body)
  return {
    family: 'starknet',
    chain: pool.chain.name,
    number,
    hash,
    parentHash,
    timestamp,
    transactions: transactionCount,
    miner: body.sequencer,
    gasLimit: null,
    gasUsed: receipts?.reduce((sum, { resources }) => sum + (resources.l2Gas ?? 0n), 0n) ?? null,
    baseFee: body.l2GasPrice && `${body.l2GasPrice.fri} fri`,
    details: {
      ...rest,
      transactionList: rows?.map(({ hash, fee, status, details }) => ({ hash, fee, status, ...details })) ?? null,
    },
    asOf: toAsOf(body, provider),
  }
}

/**
 * Returns all transactions of a block with their receipts, or one page of them.
 *
 * @throws {UnknownBlockError} @throws {AllProvidersFailedError}
 */
export async function getBlockTransactions(
  pool: FamilyPool,
  { block, offset, limit }: BlockPage,
): Promise<FamilyBlockTransactions<'starknet', StarknetTransaction>> {
  const { body, provider } = await readBlock(pool, parseBlock(block ?? 'latest'), { full: true })
  const asOf = toAsOf(body, provider)
  return {
    family: 'starknet',
    chain: pool.chain.name,
    number: body.number,
    hash: body.hash,
    asOf,
    total: body.transactionCount,
    transactions: toRows(pool, body)
      .slice(offset, limit && offset + limit)
      .map((row) => ({ ...row, asOf })),
  }
}

const toRows = ({ chain }: FamilyPool, body: StarknetBlockBody) =>
  (body.transactions ?? []).map((one, index) =>
    toFamilyTransaction(chain.name, one, body.receipts?.[index] ?? null, body),
  )
