import { type Hex, keccak256, stringToBytes } from 'viem'
import { prime } from '../felt.ts'
import type { StarknetReceipt } from '../transaction/toReceipt.ts'
import type { StarknetTransactionBody } from '../transaction/toTransaction.ts'
import type { StarknetHashes } from './starknetHashes.ts'

/** The hash rules of a block, from its Starknet version. */
export type HashRules = {
  /** Poseidon since 0.13.2, Pedersen before. */
  readonly isPoseidon: boolean
  /** Since 0.13.4 the hash covers the price of L2 gas, and a missing signature adds nothing (before: one 0). */
  readonly coversL2Gas: boolean
  /** Since 0.11.1. Older blocks cover only the signatures of invoke transactions. */
  readonly coversAllSignatures: boolean
}

/** Blocks without a version, which are older than 0.9.1, use the oldest rules. */
export function toHashRules(version: string | null): HashRules {
  const isSince = (...wanted: readonly number[]) => {
    const parts = (version ?? '0').split('.').map(Number)
    const at = wanted.findIndex((part, index) => part !== (parts[index] ?? 0))
    return at === -1 || (parts[at] ?? 0) > (wanted[at] ?? 0)
  }
  return {
    isPoseidon: isSince(0, 13, 2),
    coversL2Gas: isSince(0, 13, 4),
    coversAllSignatures: isSince(0, 11, 1),
  }
}

type Transactions = readonly StarknetTransactionBody[]
type Receipts = readonly StarknetReceipt[]

const felts = (values: readonly Hex[]) => values.map(BigInt)
const withLength = (values: readonly Hex[]) => [BigInt(values.length), ...felts(values)]

/** Computes the root over hashes and signatures of a block's transactions, in block order. */
export function computeTransactionCommitment(transactions: Transactions, rules: HashRules, hashes: StarknetHashes) {
  const { isPoseidon, coversL2Gas, coversAllSignatures } = rules
  const leaves = transactions.map(({ hash, type, signature }) => {
    const signed = felts(signature)
    if (!isPoseidon)
      return hashes.pedersen(BigInt(hash), hashes.pedersenMany(coversAllSignatures || type === 'INVOKE' ? signed : []))
    return hashes.poseidonMany([BigInt(hash), ...(signed.length > 0 || coversL2Gas ? signed : [0n])])
  })
  return computeRoot(leaves, rules, hashes)
}

/** Computes the root over all events of a block, in block order. */
export function computeEventCommitment(
  transactions: Transactions,
  receipts: Receipts,
  rules: HashRules,
  hashes: StarknetHashes,
): bigint {
  const { pedersenMany, poseidonMany } = hashes
  const leaves = receipts.flatMap(({ events }, index) =>
    events.map(({ from, keys, data }) =>
      rules.isPoseidon
        ? poseidonMany([
            ...[BigInt(from), BigInt(transactions[index]?.hash ?? 0)],
            ...[...withLength(keys), ...withLength(data)],
          ])
        : pedersenMany([BigInt(from), pedersenMany(felts(keys)), pedersenMany(felts(data))]),
    ),
  )
  return computeRoot(leaves, rules, hashes)
}

/**
 * Computes the root over the receipts of a block of Starknet 0.13.2 or later. Null if a receipt does not report its
 * gas.
 */
export function computeReceiptCommitment(
  transactions: Transactions,
  receipts: Receipts,
  rules: HashRules,
  hashes: StarknetHashes,
): bigint | null {
  const leaves: bigint[] = []
  for (const [index, { fee, messagesSent, revertReason, resources }] of receipts.entries()) {
    const { l1Gas, l1DataGas } = resources
    if (l1Gas === null || l1DataGas === null) return null
    const messages = messagesSent.flatMap(({ from, to, payload }) => [BigInt(from), BigInt(to), ...withLength(payload)])
    leaves.push(
      hashes.poseidonMany([
        ...[BigInt(transactions[index]?.hash ?? 0), fee],
        hashes.poseidonMany([BigInt(messagesSent.length), ...messages]),
        revertReason === null ? 0n : toStarknetKeccak(revertReason),
        // The first element is reserved for L2 gas, which is not covered.
        ...[0n, l1Gas, l1DataGas],
      ]),
    )
  }
  return computeRoot(leaves, rules, hashes)
}

/** Returns the lowest 250 bits of Keccak-256. */
const toStarknetKeccak = (text: string) => BigInt(keccak256(stringToBytes(text))) & (2n ** 250n - 1n)

const height = 64

/**
 * Computes the root of a Merkle-Patricia tree of 64 levels whose leaves are numbered from 0 (docs.starknet.io, "Starknet state").
 * A node without a right child is part of an edge, whose path goes only to the left here.
 */
function computeRoot(leaves: readonly bigint[], { isPoseidon }: HashRules, { pedersen, poseidon }: StarknetHashes) {
  const hash = isPoseidon ? poseidon : pedersen
  const seal = ({ bottom, length }: Edge) => (length === 0n ? bottom : (hash(bottom, 0n) + length) % prime)
  let level: readonly Edge[] = leaves.map((bottom) => ({ bottom, length: 0n }))
  for (let depth = 0; depth < height; depth += 1)
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) => {
      const [left, right] = [level[2 * index] as Edge, level[2 * index + 1]]
      if (right === undefined) return { bottom: left.bottom, length: left.length + 1n }
      return { bottom: hash(seal(left), seal(right)), length: 0n }
    })
  const [root] = level
  return root === undefined ? 0n : seal(root)
}
type Edge = { readonly bottom: bigint; readonly length: bigint }
