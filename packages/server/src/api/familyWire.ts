import type { Response } from '@outrigger/api/contract'
import type {
  FamilyBalance,
  FamilyBlock,
  FamilyBlockTransactions,
  FamilyHistory,
  FamilyTransaction,
} from '@outrigger/data/families'
import { toSnakeCase } from './mempoolWire.ts'
import { toAmount, toTime, type WireChain } from './wireAmounts.ts'

/** Fields with content from the node itself, whose names and values are left unchanged. */
const nodeWords = ['messages', 'parsed', 'error']

/** Formats balances of chains outside the EVM family: shared fields, plus fields that only the family has. */
export function toWireFamilyBalance(found: FamilyBalance, chain: WireChain): Response<'blockchainBalance'>['data'] {
  const { address, balance, unit, details } = found
  return {
    chain: chain.name,
    address,
    balance: toAmount(balance, chain),
    [`balance_${unit}`]: String(balance),
    ...toWireDetails(details),
  }
}

export function toWireFamilyTransaction(
  found: FamilyTransaction,
  chain: WireChain,
): Response<'blockchainTransaction'>['data'] {
  const { hash, from, to, value, fee, gasUsed, gasPrice, blockNumber, blockHash, timestamp, status, details } = found
  return {
    chain: chain.name,
    hash,
    from,
    to,
    value: toAmount(value, chain),
    gas_used: gasUsed === null ? null : Number(gasUsed),
    gas_price: gasPrice,
    block_number: blockNumber === null ? null : Number(blockNumber),
    timestamp: timestamp === null ? null : toTime(timestamp),
    status,
    fee: fee === null ? null : String(fee),
    block_hash: blockHash,
    ...toWireDetails(details),
  }
}

export function toWireFamilyBlock(found: FamilyBlock): Response<'blockchainBlock'> {
  const { chain, number, hash, parentHash, timestamp, transactions, miner, gasUsed, gasLimit, baseFee } = found
  return {
    chain,
    number: Number(number),
    hash,
    timestamp: timestamp === null ? null : toTime(timestamp),
    transactions,
    gas_used: gasUsed === null ? null : Number(gasUsed),
    gas_limit: gasLimit === null ? null : Number(gasLimit),
    base_fee: baseFee,
    miner,
    parent_hash: parentHash,
    ...toWireDetails(found.details),
  }
}

export function toWireFamilyUnifiedBlock(found: FamilyBlock): Response<'blockchainLatestBlock'>['data'] {
  const { number, hash, timestamp, transactions } = found
  const seconds = timestamp === null ? null : Number(timestamp)
  return { block_number: Number(number), block_hash: hash, timestamp: seconds, transactions }
}

export function toWireFamilyBlockTransactions(
  { number, hash, transactions, total }: FamilyBlockTransactions,
  chain: WireChain,
): Response<'blockchainBlockTransactions'>['data'] {
  const rows = transactions.map((one) => toWireFamilyTransaction(one, chain))
  return { block_number: Number(number), block_hash: hash, transactions: rows, total }
}

export function toWireFamilyHistory(
  { address, transactions, nextCursor, coverage }: FamilyHistory,
  chain: WireChain,
): Response<'blockchainAddressTransactions'>['data'] {
  const { fromBlock, toBlock, complete, source, index } = coverage
  return {
    address,
    transactions: transactions.map((one) => toWireFamilyTransaction(one, chain)),
    next_cursor: nextCursor,
    coverage: {
      from_block: Number(fromBlock),
      to_block: Number(toBlock),
      complete,
      source,
      ...(index && { index: toWireIndex(index) }),
    },
  }
}

/** Formats the block range of an address in a local index. */
export const toWireIndex = ({ fromBlock, toBlock, isWholeChain }: NonNullable<FamilyHistory['coverage']['index']>) => ({
  from_block: Number(fromBlock),
  to_block: Number(toBlock),
  whole_chain: isWholeChain,
})

/** Converts integers to text, because their size is unlimited, and names to those of the API. */
const toWireDetails = (details: object): Record<string, unknown> =>
  toSnakeCase(
    Object.fromEntries(
      Object.entries(details).map(([name, value]) => [name, nodeWords.includes(name) ? value : toWireValue(value)]),
    ),
  )

function toWireValue(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(toWireValue)
  // The keys are addresses or other names of the chain.
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, field]) => [key, toWireValue(field)]))
  if (typeof value !== 'object' || value === null) return value
  return toWireDetails(value)
}
