import { type Hex, numberToHex } from 'viem'
import type { StarknetBlockBody, StarknetGasPrice } from '../toBlock.ts'
import { toHashRules } from './commitments.ts'
import { type StarknetHashes, toShortString } from './starknetHashes.ts'

/** The fields that a block's hash covers. The commitments may be computed or come from the provider. */
type Header = Omit<StarknetBlockBody, 'hash' | 'transactions' | 'receipts' | 'transactionHashes' | 'status'>

/**
 * Computes the hash of a block from its header (docs.starknet.io, "Block structure"). It is a Poseidon hash since
 * Starknet 0.13.2, and a Pedersen hash since 0.7. Returns null if a covered field is missing. Nodes before JSON-RPC
 * 0.10 do not report commitments.
 */
export function computeBlockHash(header: Header, hashes: StarknetHashes): Hex | null {
  const { isPoseidon } = toHashRules(header.starknetVersion)
  const covered = isPoseidon ? toPoseidonFields(header, hashes) : toPedersenFields(header)
  const known = covered.flatMap((value) => (value === null ? [] : BigInt(value)))
  if (known.length < covered.length) return null
  return numberToHex(isPoseidon ? hashes.poseidonMany(known) : hashes.pedersenMany(known))
}

type Fields = readonly (bigint | Hex | number | null)[]

const toPedersenFields = (header: Header): Fields => [
  ...[header.number, header.stateRoot, header.sequencer, header.timestamp],
  ...[header.transactionCount, header.commitments.transactions, header.eventCount, header.commitments.events],
  ...[0, 0, header.parentHash],
]

function toPoseidonFields(header: Header, { poseidonMany }: StarknetHashes): Fields {
  const { commitments, starknetVersion } = header
  const { coversL2Gas } = toHashRules(starknetVersion)
  const prices = [header.l1GasPrice, header.l1DataGasPrice, ...(coversL2Gas ? [header.l2GasPrice] : [])].flatMap(toPair)
  const known = prices.filter((price) => price !== null)
  const isPriced = known.length === prices.length
  return [
    ...[toShortString(`STARKNET_BLOCK_HASH${coversL2Gas ? 1 : 0}`), header.number, header.stateRoot, header.sequencer],
    ...[header.timestamp, toCounts(header), commitments.stateDiff, commitments.transactions, commitments.events],
    commitments.receipts,
    ...(coversL2Gas ? [isPriced ? poseidonMany([toShortString('STARKNET_GAS_PRICES0'), ...known]) : null] : prices),
    ...[toShortString(starknetVersion ?? ''), 0, header.parentHash],
  ]
}

const toPair = (price: StarknetGasPrice | null) => [price?.wei ?? null, price?.fri ?? null]

/** Packs three counts of 64 bits, and one bit that shows where the block's data is available. */
function toCounts(header: Header): bigint | null {
  const { transactionCount, eventCount, stateDiffLength, dataAvailability } = header
  if (eventCount === null || stateDiffLength === null || dataAvailability === null) return null
  const counts = (BigInt(transactionCount) << 128n) + (BigInt(eventCount) << 64n) + BigInt(stateDiffLength)
  return (counts << 64n) + (dataAvailability === 'BLOB' ? 1n << 63n : 0n)
}
