import { classifyRpcError } from '@outrigger/core/internal'
import { type PublicClient, RpcRequestError, BaseError as ViemError } from 'viem'
import { TransactionRefusedError } from '../feeErrors.ts'
import type { FeeRequest } from '../transactionFee.ts'

/**
 * Returns the node's estimate of a transaction's execution gas. Calls `eth_estimateGas`.
 *
 * @throws {TransactionRefusedError} the node answers that the transaction fails
 * @throws errors of the client's transport
 */
export async function estimateExecution(client: PublicClient, request: FeeRequest): Promise<bigint> {
  const { from, to, value, data, accessList, authorizationList } = request
  try {
    return await client.estimateGas({
      account: from,
      to,
      value,
      data,
      ...(accessList?.length && { accessList }),
      ...(authorizationList?.length && { authorizationList }),
    } as Parameters<PublicClient['estimateGas']>[0])
  } catch (error) {
    const reason = toRefusal(error)
    if (reason === null) throw error
    throw new TransactionRefusedError(`${reason} Check its sender, value and data.`, error)
  }
}

/**
 * Returns the node's message if it reports that the transaction fails, otherwise null. Nodes use many messages and
 * codes for this, so every RPC error counts except those about the node itself.
 */
function toRefusal(error: unknown): string | null {
  if (!(error instanceof ViemError)) return null
  const answer = error.walk((cause) => cause instanceof RpcRequestError)
  if (!(answer instanceof RpcRequestError)) return null
  const { code, details, shortMessage } = answer
  const kind = classifyRpcError({ code, message: details })
  if (kind !== 'answer' && kind !== 'doubtful') return null
  return (details || shortMessage).replace(/\.?$/, '.')
}
