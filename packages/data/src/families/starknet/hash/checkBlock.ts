import type { Hex } from 'viem'
import { isSameFelt } from '../felt.ts'
import type { StarknetBlockBody } from '../toBlock.ts'
import {
  computeEventCommitment,
  computeReceiptCommitment,
  computeTransactionCommitment,
  toHashRules,
} from './commitments.ts'
import { computeBlockHash } from './computeBlockHash.ts'
import { computeTransactionHash } from './computeTransactionHash.ts'
import { loadStarknetHashes } from './starknetHashes.ts'

/**
 * Result of a check. `unknown`: the node does not return all hashed fields, or the hash rules of the block are
 * unknown.
 */
export type Check = 'matches' | 'differs' | 'unknown'

/** The recomputed values of a block, each compared with the provider's value. */
export type StarknetBlockChecks = {
  /**
   * The block's hash, from number, parent, state root, sequencer, time, counts, prices and commitments. Before Starknet 0.13.2
   * the commitments are computed from the contents. Since then the provider's commitments are used.
   */
  readonly hash: Check
  /** Hash of each transaction, from its fields. */
  readonly transactionHashes: Check
  /** The commitment to hashes and signatures of the transactions. */
  readonly transactions: Check
  /** The commitment to all events. */
  readonly events: Check
  /** The commitment to fees, messages, revert reasons and gas of the receipts, which blocks have since Starknet 0.13.2. */
  readonly receipts: Check
}

const toCheck = (computed: Hex | bigint | null, stated: Hex | null): Check =>
  computed === null || stated === null ? 'unknown' : BigInt(computed) === BigInt(stated) ? 'matches' : 'differs'

/**
 * Recomputes the hashes and commitments of a block. The commitment to the state differences, which is part of the
 * hash, and the state root are not recomputed, because both require the state.
 *
 * @param chainId as returned by `starknet_chainId`
 * @throws {HashLibraryMissingError}
 */
export async function checkBlock(block: StarknetBlockBody, chainId: Hex): Promise<StarknetBlockChecks> {
  const hashes = await loadStarknetHashes()
  const { transactions, receipts, commitments } = block
  const rules = toHashRules(block.starknetVersion)
  const transactionRoot = transactions && computeTransactionCommitment(transactions, rules, hashes)
  const eventRoot = transactions && receipts && computeEventCommitment(transactions, receipts, rules, hashes)
  const isCounted = rules.isPoseidon && transactions !== null && receipts !== null
  const receiptRoot = isCounted ? computeReceiptCommitment(transactions, receipts, rules, hashes) : null
  const toHex = (root: bigint | null): Hex | null => (root === null ? null : `0x${root.toString(16)}`)
  const computed = { ...commitments, transactions: toHex(transactionRoot), events: toHex(eventRoot) }
  const header = rules.isPoseidon ? block : { ...block, commitments: computed }
  const hash = toCheck(computeBlockHash(header, hashes), block.hash)
  return {
    // Blocks without a version include those before Starknet 0.7, which used other hash rules.
    hash: hash === 'differs' && block.starknetVersion === null ? 'unknown' : hash,
    transactionHashes: await checkTransactionHashes(block, chainId),
    transactions: toCheck(transactionRoot, commitments.transactions),
    events: toCheck(eventRoot, commitments.events),
    receipts: toCheck(receiptRoot, commitments.receipts),
  }
}

async function checkTransactionHashes(
  { transactions, starknetVersion }: StarknetBlockBody,
  chainId: Hex,
): Promise<Check> {
  if (transactions === null) return 'unknown'
  for (const one of transactions)
    if (!isSameFelt(await computeTransactionHash(one, chainId), one.hash))
      return starknetVersion === null ? 'unknown' : 'differs'
  return 'matches'
}
