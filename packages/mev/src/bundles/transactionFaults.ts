import { createHash } from 'node:crypto'
import { type Hex, hexToBytes, size } from 'viem'
import type { BundleFault } from './errors.ts'
import type { SignedTransaction } from './transaction.ts'
import { computeLeastGasLimit } from './transactionCost.ts'

export type TransactionFault = Omit<BundleFault, 'position'>

export type GasLimits = {
  /** Gas limit of a block. */
  readonly gasLimit: bigint
  /** Gas limit of one transaction from the chain profile. Null if only the block limit applies. */
  readonly transactionGasCap: bigint | null
}

/** EIP-3860. */
const maxInitCodeBytes = 49_152
/** EIP-7594. */
const maxBlobsPerTransaction = 6

/** Finds errors in a transaction that are independent of the block, the position and the account state. */
export function findTransactionFaults(transaction: SignedTransaction, limits: GasLimits): readonly TransactionFault[] {
  return [
    ...findGasFaults(transaction, limits),
    ...findFormFaults(transaction),
    ...(transaction.more.blobVersionedHashes === undefined ? [] : findBlobFaults(transaction)),
  ]
}

function findGasFaults(
  transaction: SignedTransaction,
  { gasLimit, transactionGasCap: cap }: GasLimits,
): readonly TransactionFault[] {
  const { to, gas, data } = transaction
  const faults: TransactionFault[] = []
  if (gas > gasLimit)
    faults.push({ kind: 'gasLimit', message: `has a gas limit of ${gas}, above the block gas limit of ${gasLimit}` })
  else if (cap !== null && gas > cap)
    faults.push({
      kind: 'gasLimit',
      message: `has a gas limit of ${gas}, above the limit of ${cap} per transaction (EIP-7825). Split it`,
    })
  const least = computeLeastGasLimit(transaction)
  if (gas < least)
    faults.push({
      kind: 'intrinsicGas',
      message: `has a gas limit of ${gas}, below its intrinsic gas of ${least}. Raise the limit`,
    })
  if (to === null && size(data) > maxInitCodeBytes)
    faults.push({
      kind: 'initCode',
      message: `has ${size(data)} bytes of init code, above the ${maxInitCodeBytes} allowed (EIP-3860)`,
    })
  return faults
}

function findFormFaults({ type, to, more, maxFeePerGas, maxPriorityFeePerGas }: SignedTransaction) {
  const faults: TransactionFault[] = []
  if (maxPriorityFeePerGas > maxFeePerGas)
    faults.push({
      kind: 'priorityFee',
      message: `has a priority fee of ${maxPriorityFeePerGas} wei per gas, above its maximum fee of ${maxFeePerGas}`,
    })
  if (to === null && (type === 3 || type === 4))
    faults.push({
      kind: 'noRecipient',
      message: `is of type ${type} and has no recipient: it cannot create a contract`,
    })
  if (type === 4 && more.authorizationList === undefined)
    faults.push({ kind: 'authorizations', message: 'is of type 4 and has no authorization (EIP-7702)' })
  return faults
}

function findBlobFaults({ more, sidecar }: SignedTransaction): readonly TransactionFault[] {
  const { blobVersionedHashes: hashes = [] } = more
  const fault = (message: string): readonly TransactionFault[] => [{ kind: 'blobs', message }]
  if (hashes.length === 0) return fault('is of type 3 and has no blob (EIP-4844)')
  if (hashes.length > maxBlobsPerTransaction)
    return fault(`has ${hashes.length} blobs, above the limit of ${maxBlobsPerTransaction} (EIP-7594)`)
  const other = hashes.find((hash) => !hash.startsWith('0x01'))
  if (other !== undefined) return fault(`has a blob hash of an unknown version (${other})`)
  if (sidecar === null) return fault('has no blob sidecar. Send it in the form of eth_sendRawTransaction')
  const { blobs, commitments, proofs } = sidecar
  const isWhole =
    blobs === hashes.length &&
    commitments.length === hashes.length &&
    // One proof per blob, or one per cell since EIP-7594.
    (proofs === hashes.length || proofs === 128 * hashes.length) &&
    commitments.every((commitment, index) => toVersionedHash(commitment) === hashes[index])
  return isWhole ? [] : fault('has a sidecar that does not match its blob hashes')
}

/**
 * Computes the versioned hash of EIP-4844: the SHA-256 of the commitment, with the version in place of the first byte.
 */
const toVersionedHash = (commitment: Hex): Hex =>
  `0x01${createHash('sha256').update(hexToBytes(commitment)).digest('hex').slice(2)}`
