import type { RpcBlock, RpcInteger } from './rpcTypes.ts'
import { type SolanaReward, toReward } from './toReward.ts'
import { type SolanaTransactionBody, toBigInt, toTransaction } from './transaction/toTransaction.ts'

/** A block of Solana: what was made in one slot. Slots without a block are skipped, so `height` is below `slot`. */
export type SolanaBlockBody = {
  readonly slot: bigint
  /** How many blocks are below it; null where an old node does not say. */
  readonly height: bigint | null
  readonly hash: string
  readonly parentSlot: bigint
  readonly parentHash: string
  /** Unix seconds; null where the node has no time for it. */
  readonly timestamp: bigint | null
  /** Who made it: the account that was given its fees; null where the answer has no rewards. */
  readonly leader: string | null
  readonly rewards: readonly SolanaReward[]
  /** Transactions in it, votes included. */
  readonly transactionCount: number
  /** In their order; null where only they were counted. */
  readonly transactions: readonly SolanaTransactionBody[] | null
}

/** A block of `getBlock`, with `transactionDetails` `full` or `signatures`. */
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
