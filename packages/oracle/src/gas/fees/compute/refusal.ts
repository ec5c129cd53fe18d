import type { ChainProfile } from '@outrigger/core'
import { computeIntrinsicGas } from '@outrigger/core/internal'
import type { FeeRequest } from '../transactionFee.ts'

/** Maximum number of blobs in one transaction (EIP-7594). */
const blobsPerTransaction = 6

/** Returns why the chain rejects the transaction before execution. Null if it accepts the transaction. */
export function findRefusal(chain: ChainProfile, request: FeeRequest): string | null {
  const { to, gas, blobs = 0, authorizationList = [] } = request
  if (blobs > 0 && chain.settlesOn !== null) return `${chain.name} does not accept transactions with blobs.`
  const mostBlobs = Math.min(blobsPerTransaction, chain.blobs?.schedule.at(-1)?.max ?? blobsPerTransaction)
  if (blobs > mostBlobs) return `The transaction has ${blobs} blobs. The maximum is ${mostBlobs} (EIP-7594).`
  if (blobs > 0 && authorizationList.length > 0)
    return 'The transaction has both blobs and authorizations. No transaction type allows both.'
  if (to === undefined && blobs > 0) return 'A transaction with blobs needs a recipient (EIP-4844).'
  if (to === undefined && authorizationList.length > 0)
    return 'A transaction with authorizations needs a recipient (EIP-7702).'
  const least = computeIntrinsicGas(request)
  if (gas !== undefined && gas < least)
    return `The gas limit is ${gas}, but the transaction needs ${least} gas before any code runs.`
  return null
}

/**
 * Returns why the chain rejects this gas limit. Null if it accepts the limit. Gas for L1 data does not count towards
 * the chain's cap.
 */
export function findGasRefusal(chain: ChainProfile, gasLimit: bigint, l1Gas: bigint): string | null {
  const { transactionGasCap: cap, name } = chain
  if (cap === null || gasLimit - l1Gas <= cap) return null
  return `The transaction needs ${gasLimit - l1Gas} gas. The maximum on ${name} is ${cap} (EIP-7825).`
}
