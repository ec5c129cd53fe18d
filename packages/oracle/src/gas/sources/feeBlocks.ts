import { type Hex, numberToHex, type PublicClient } from 'viem'
import { ImplausibleFeesError } from '../gasErrors.ts'
import { tipPercentiles } from '../history/blockFees.ts'
import { type FeeHistoryAnswer, toObservations } from '../model/backtest/parseBlocks.ts'
import type { FeeObservation } from '../model/feeObservation.ts'

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
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const pages: (readonly FeeObservation[])[] = []
  let done = 0
  let newest = head
  while (done < count && newest >= 0n) {
    const size = Math.min(pageBlocks, count - done, Number(newest) + 1)
    const answer = (await client.request({
      method: 'eth_feeHistory',
      params: [numberToHex(size), numberToHex(newest), [...tipPercentiles]],
    })) as unknown as FeeHistoryAnswer & { readonly oldestBlock: Hex }
    const page = toObservations(answer).filter(({ number }) => number <= newest)
    if (page.length === 0) break
    if (page.length > size || page.at(-1)?.number !== newest)
      throw new ImplausibleFeesError(`A fee history up to block ${newest} does not end there.`)
    pages.unshift(page)
    done += page.length
    newest = (page[0]?.number ?? 0n) - 1n
    onProgress?.(done, count)
  }
  return pages.flat()
}
