import { contract, encode, type Response } from '@outrigger/api/contract'
import type { ChainProfile } from '@outrigger/core'
import type {
  AsOf,
  ChainBalance,
  ChainBlock,
  ChainBlockTransactions,
  ChainHistory,
  ChainNetworkStats,
  ChainTransaction,
  EvmLogs,
} from '@outrigger/data'
import type { FamilyLogs } from '@outrigger/data/families'
import { formatGwei } from 'viem'
import * as family from './familyWire.ts'
import { toAmount, toTime, type WireChain } from './wireAmounts.ts'

type Data<id extends 'blockchainBalance' | 'blockchainTransaction'> = Response<id>['data']

export function toWireAsOf({ block, hash, ageMs, finality, source }: AsOf) {
  return { block: Number(block), hash, age_ms: ageMs, finality, source }
}

export function toWireBalance(found: ChainBalance, chain: WireChain): Data<'blockchainBalance'> {
  if (found.family !== 'evm') return family.toWireFamilyBalance(found, chain)
  const { address, balance } = found
  return { chain: chain.name, address, balance: toAmount(balance, chain), balance_wei: String(balance) }
}

export function toWireChainTransaction(found: ChainTransaction, chain: WireChain): Data<'blockchainTransaction'> {
  if (found.family !== 'evm') return family.toWireFamilyTransaction(found, chain)
  const { transaction, receipt, status, gasPrice, timestamp } = found
  return {
    chain: chain.name,
    hash: transaction.hash,
    from: transaction.from,
    to: transaction.to ?? null,
    value: toAmount(transaction.value, chain),
    gas_used: receipt && Number(receipt.gasUsed),
    gas_price: gasPrice === null ? null : `${formatGwei(gasPrice)} gwei`,
    block_number: receipt && Number(receipt.blockNumber),
    timestamp: timestamp === null ? null : toTime(timestamp),
    status,
  }
}

export function toWireBlock(found: ChainBlock): Response<'blockchainBlock'> {
  if (found.family !== 'evm') return family.toWireFamilyBlock(found)
  const { block, chain } = found
  // Old blocks may lack these fields, such as Celo's before its Gingerbread fork.
  const { gasUsed, gasLimit }: Partial<typeof block> = block
  return {
    chain,
    number: Number(block.number),
    hash: block.hash as string,
    timestamp: toTime(block.timestamp),
    transactions: block.transactions.length,
    gas_used: gasUsed === undefined ? null : Number(gasUsed),
    gas_limit: gasLimit === undefined ? null : Number(gasLimit),
    base_fee: block.baseFeePerGas === null ? null : `${formatGwei(block.baseFeePerGas)} gwei`,
    miner: block.miner,
  }
}

export function toWireUnifiedBlock(found: ChainBlock): Response<'blockchainLatestBlock'>['data'] {
  if (found.family !== 'evm') return family.toWireFamilyUnifiedBlock(found)
  const { block } = found
  return {
    block_number: Number(block.number),
    block_hash: block.hash as string,
    timestamp: Number(block.timestamp),
    transactions: block.transactions.length,
  }
}

export function toWireBlockTransactions(
  found: ChainBlockTransactions,
  chain: WireChain,
): Response<'blockchainBlockTransactions'>['data'] {
  if (found.family !== 'evm') return family.toWireFamilyBlockTransactions(found, chain)
  const { number, hash, transactions, total } = found
  const rows = transactions.map((one) => toWireChainTransaction(one, chain))
  return { block_number: Number(number), block_hash: hash, transactions: rows, total }
}

export function toWireAddressHistory(
  found: ChainHistory,
  chain: WireChain,
): Response<'blockchainAddressTransactions'>['data'] {
  if (found.family !== 'evm') return family.toWireFamilyHistory(found, chain)
  const { address, transactions, nextCursor, coverage } = found
  return {
    address,
    transactions: transactions.map((one) => toWireChainTransaction(one, chain)),
    next_cursor: nextCursor,
    coverage: {
      from_block: Number(coverage.fromBlock),
      to_block: Number(coverage.toBlock),
      complete: coverage.complete,
      source: coverage.source,
      missing: [...coverage.missing],
      ...(coverage.index && { index: family.toWireIndex(coverage.index) }),
    },
  }
}

export const toWireLogs = ({ logs }: EvmLogs | FamilyLogs): Response<'blockchainLogs'> =>
  encode(contract.blockchainLogs.response, { logs, total: logs.length })

export const toWireInfo = (chain: ChainProfile): Response<'blockchainInfo'>['data'] =>
  encode(contract.blockchainInfo.response.properties.data, { ...chain, chain: chain.name })

export const toWireStats = (stats: ChainNetworkStats): Response<'blockchainNetworkStats'>['data'] =>
  encode(contract.blockchainNetworkStats.response.properties.data, stats)
