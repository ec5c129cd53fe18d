import type { PublicClient } from 'viem'
import type { FeeObservation } from '../model/feeObservation.ts'
import { getPastFees } from './feeHistory.ts'

/** Fewer than nodes allow at once, so that an answer stays below a megabyte. */
const pageBlocks = 512

/**
 * The last blocks' fees, oldest first, with tips at `tipPercentiles`; fewer where the chain is younger or the node keeps
 * less. `eth_feeHistory`, page by page.
 *
 * @throws {ImplausibleFeesError} an answer of another shape
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
