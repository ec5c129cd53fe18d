import type { ProviderPool } from '@outrigger/core'
import { isUnsupported } from '../../families/evm/unsupported.ts'
import type { BlockActivity } from '../blockActivity.ts'
import { countEvmBlock, findFailed, movesValue, type RpcEvmBlock, type RpcReceipt } from './evm.ts'
import { readByOtterscan } from './readOtterscan.ts'

/**
 * Reads the activity of a block. Only receipts show which transactions failed. A node with Otterscan's API returns block and
 * receipts in one call. Other nodes need one call for the block, and one for its receipts if the block moves value. Returns null
 * if the block does not exist.
 *
 * @throws {AllProvidersFailedError}
 */
export async function readEvmActivity(pool: ProviderPool, number: number): Promise<BlockActivity | null> {
  const whole = await readByOtterscan(pool, number)
  if (whole !== null) return countEvmBlock(whole.block, findFailed(whole.block.hash, whole.receipts))
  const { result: block } = await pool.send<RpcEvmBlock | null>({
    method: 'eth_getBlockByNumber',
    params: [`0x${number.toString(16)}`, true],
  })
  if (block === null) return null
  return countEvmBlock(block, movesValue(block) ? await readFailed(pool, block) : new Set())
}

async function readFailed(pool: ProviderPool, { hash }: RpcEvmBlock): Promise<ReadonlySet<string> | null> {
  try {
    const { result } = await pool.send<readonly RpcReceipt[] | null>({ method: 'eth_getBlockReceipts', params: [hash] })
    return result === null ? null : findFailed(hash, result)
  } catch (error) {
    if (isUnsupported(error)) return null
    throw error
  }
}
