import type { RpcBlock, RpcInteger } from './rpcTypes.ts'
import { type SolanaReward, toReward } from './toReward.ts'
import { type SolanaTransactionBody, toBigInt, toTransaction } from './transaction/toTransaction.ts'

/** A block of Solana, produced in one slot. Slots without a block are skipped, so `height` is below `slot`. */
export type SolanaBlockBody = {
  readonly slot: bigint
  /** Number of blocks below it. Null if an old node does not report it. */
  readonly height: bigint | null
  readonly hash: string
  readonly parentSlot: bigint
  readonly parentHash: string
  /** Unix seconds. Null if the node has no time for the block. */
  readonly timestamp: bigint | null
  /** The account that received the fees. Null if the answer has no rewards. */
  readonly leader: string | null
  readonly rewards: readonly SolanaReward[]
  /** Number of transactions, votes included. */
  readonly transactionCount: number
  /** In block order. Null if transactions were only counted. */
  readonly transactions: readonly SolanaTransactionBody[] | null
}

/** Converts a block of `getBlock`, with `transactionDetails` `full` or `signatures`. */
export function toBlock(block: RpcBlock, slot: RpcInteger): SolanaBlockBody {
  const rewards = (block.rewards ?? []).map(toReward)
  const place = { slot, blockTime: block.blockTime ?? null }
  const transactions = block.transactions?.map((row) => toTransaction(row, place)) ?? null
  return {
    slot: BigInt(slot),
    height: toBigInt(block.blockHeight),
    hash: block.blockhash,
    parentSlot: BigInt(block.parentSlot),
    parentHash: block.previousBlockhash,
    timestamp: toBigInt(block.blockTime),
    leader: rewards.find(({ kind }) => kind === 'Fee')?.address ?? null,
    rewards,
    transactionCount: transactions?.length ?? block.signatures?.length ?? 0,
    transactions,
  }
}
