import { type ProviderPool, RpcAnswerError } from '@outrigger/core'
import { type Address, decodeErrorResult, type Hex, isHex, parseAbi } from 'viem'
import type { AsOf } from '../../asOf.ts'
import { CallRevertedError, UnknownBlockError } from '../../errors.ts'
import { decodeResult } from './decodeResult.ts'
import { toAsOf, toBlockTag } from './finality.ts'
import { type BlockId, getBlock } from './getBlock.ts'

/** The result of a read-only contract call. */
export type EvmCallResult = {
  readonly family: 'evm'
  readonly chain: string
  readonly result: Hex
  /** `result` as text, if its type is known. See `decodeResult`. */
  readonly decoded: string
  readonly asOf: AsOf
}

/**
 * Calls a contract at one block, without a transaction.
 *
 * @param block @default the latest
 * @throws {CallRevertedError} with the reason
 * @throws {RpcAnswerError} the node rejects or cannot finish the call, for example because it runs out of gas
 * @throws {UnknownBlockError}
 * @throws {AllProvidersFailedError}
 * @example
 * const { decoded } = await callContract(pool, { to: usdc, data: '0x313ce567' }) // decimals(): '6'
 */
export async function callContract(
  pool: ProviderPool,
  { to, data, block = 'latest' }: { readonly to: Address; readonly data: Hex; readonly block?: BlockId },
): Promise<EvmCallResult> {
  const { block: at } = await getBlock(pool, { block })
  if (at.hash === null) throw new UnknownBlockError(pool.chain.name, toBlockTag(block))
  try {
    const params = [{ to, data }, { blockHash: at.hash }]
    const { result, provider } = await pool.send<Hex>({ method: 'eth_call', params })
    return {
      family: 'evm',
      chain: pool.chain.name,
      result,
      decoded: decodeResult(data, result),
      asOf: await toAsOf(pool, at, [provider]),
    }
  } catch (error) {
    if (error instanceof RpcAnswerError && error.isRevert) throw new CallRevertedError(toReason(error), error.data)
    throw error
  }
}

const standardErrors = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)'])

function toReason({ data, rpcMessage }: RpcAnswerError): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: standardErrors, data: isHex(data) ? data : '0x' })
    return errorName === 'Error' ? args[0] : `panic ${args[0]}`
  } catch {
    return rpcMessage
  }
}
