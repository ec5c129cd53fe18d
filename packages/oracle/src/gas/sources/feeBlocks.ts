import type { PublicClient } from 'viem'
import type { FeeObservation } from '../model/feeObservation.ts'
import { getPastFees } from './feeHistory.ts'

/** Number of blocks per call. It is less than nodes allow, so that a response stays below 1 MB. */
const pageBlocks = 512

/**
 * Reads the fees of the last `count` blocks, oldest first, with tips at `tipPercentiles`. Returns fewer blocks if the
 * chain or the node has fewer. Calls `eth_feeHistory` page by page.
 *
 * @throws {ImplausibleFeesError} a response has an unexpected shape
 */
export async function getFeeBlocks(
  client: PublicClient,
  count: number,
  onProgress?: (done: number, total: number) => void,
): Promise<readonly FeeObservation[]> {
  const pages: (readonly FeeObservation[])[] = []
  let done = 0
  let newest = await client.getBlockNumber({ cacheTime: 0 })
  while (done < count && newest >= 0n) {
    const page = await getPastFees(client, Math.min(pageBlocks, count - done, Number(newest) + 1), newest)
    pages.unshift(page)
    done += page.length
    newest = (page[0]?.number ?? 0n) - 1n
    onProgress?.(done, count)
  }
  return pages.flat()
}
