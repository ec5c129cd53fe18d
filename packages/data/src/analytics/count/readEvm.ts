import type { ProviderPool } from '@outrigger/core'
import { isUnsupported } from '../../families/evm/unsupported.ts'
import type { BlockActivity } from '../blockActivity.ts'
import { countEvmBlock, movesValue, type RpcEvmBlock } from './evm.ts'

type RpcReceipt = { readonly transactionHash: string; readonly blockHash: string; readonly status?: string }

/**
 * A block's activity in one call, and one more for the receipts of a block that moves value: only they tell which
 * transactions failed. Null where there is no such block.
 *
 * @throws {AllProvidersFailedError}
 */
export async function readEvmActivity(pool: ProviderPool, number: number): Promise<BlockActivity | null> {
  const { result: block } = await pool.send<RpcEvmBlock | null>({
    ...{ method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`, true] },
  })
  if (block === null) return null
  return countEvmBlock(block, movesValue(block) ? await readFailed(pool, block) : new Set())
}

async function readFailed(pool: ProviderPool, { hash }: RpcEvmBlock): Promise<ReadonlySet<string> | null> {
  try {
    const { result } = await pool.send<readonly RpcReceipt[] | null>({ method: 'eth_getBlockReceipts', params: [hash] })
    if (result?.every(({ blockHash, status }) => blockHash === hash && status !== undefined) !== true) return null
    return new Set(result.flatMap(({ status, transactionHash }) => (status === '0x0' ? [transactionHash] : [])))
  } catch (error) {
    if (isUnsupported(error)) return null
    throw error
  }
}
