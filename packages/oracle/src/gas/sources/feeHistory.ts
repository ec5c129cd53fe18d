import { type Hex, numberToHex, type PublicClient } from 'viem'
import { mostPerGas } from '../compute/gasQuote.ts'
import { ImplausibleFeesError } from '../gasErrors.ts'
import type { FeeHistoryBlock } from '../gasSample.ts'
import { tipPercentiles } from '../history/blockFees.ts'
import type { UntimedBlock } from '../history/compute/rawBlocks.ts'
import { toRewards } from '../history/compute/rewards.ts'

/** Enough for the percentiles of every read. */
const recentBlocks = 60
/** As many as nodes allow at once: what the tier model begins with. */
export const mostBlocks = 1024
const roundingError = 1e-6

type RpcFeeHistory = {
  readonly oldestBlock: Hex
  readonly baseFeePerGas?: readonly Hex[]
  readonly gasUsedRatio?: readonly number[]
  readonly reward?: readonly (readonly Hex[])[] | null
  readonly baseFeePerBlobGas?: readonly Hex[]
}

type RecentFees = {
  readonly blocks: readonly FeeHistoryBlock[]
  /** The same blocks with all that the node reports of them, ascending. */
  readonly reported: readonly UntimedBlock[]
  /** Base fee of the block after the head; null where the node does not report. */
  readonly nextBaseFeePerGas: bigint | null
}

/**
 * The recent past up to the block `head`. The node is asked for that up to its latest, since some (anvil) answer with the
 * base fee that follows their head whatever block is asked for; blocks after `head` are cut off. `eth_feeHistory`.
 *
 * @throws {ImplausibleFeesError} malformed, or more than `tolerance` blocks away from `head`
 */
export async function getRecentFees(
  client: PublicClient,
  head: bigint,
  tolerance: number,
  blockCount = recentBlocks,
): Promise<RecentFees> {
  const { reported, next } = await readFees(client, blockCount, 'latest')
  const newest = reported.at(-1)?.number ?? -1n
  const ahead = Number(newest - head)
  const covered = reported.length - Math.max(0, ahead)
  if (Math.abs(ahead) > tolerance || covered < 1)
    throw new ImplausibleFeesError(`Its fee history ends at block ${newest}, while the head is ${head}.`)
  const kept = reported.slice(0, covered)
  return {
    reported: kept,
    blocks: kept.map(({ number, baseFeePerGas, gasUsedRatio, tips }) => ({
      number,
      baseFeePerGas,
      gasUsedRatio,
      rewards: toRewards(tips),
    })),
    nextBaseFeePerGas: ahead < 0 ? null : ahead === 0 ? next : (reported[covered]?.baseFeePerGas ?? null),
  }
}

/**
 * Fees of past blocks up to `newest`, ascending; fewer than `count` where the node gives no more at a time.
 * `eth_feeHistory`.
 *
 * @throws {ImplausibleFeesError} malformed, or of other blocks
 */
export async function getPastFees(
  client: PublicClient,
  count: number,
  newest: bigint,
): Promise<readonly UntimedBlock[]> {
  const { reported } = await readFees(client, count, newest)
  const last = reported.at(-1)?.number
  if (last !== newest) throw new ImplausibleFeesError(`Its fee history ends at block ${last}, not at ${newest}.`)
  return reported
}

async function readFees(client: PublicClient, count: number, newest: bigint | 'latest') {
  const history = (await client.request({
    method: 'eth_feeHistory',
    params: [numberToHex(count), newest === 'latest' ? newest : numberToHex(newest), [...tipPercentiles]],
  })) as unknown as RpcFeeHistory
  return toToldBlocks(history, count)
}

function toToldBlocks(
  { oldestBlock, gasUsedRatio: ratios = [], baseFeePerGas: baseFees = [], reward, baseFeePerBlobGas }: RpcFeeHistory,
  count: number,
): { readonly reported: readonly UntimedBlock[]; readonly next: bigint | null } {
  const rewards = reward ?? []
  const { length } = ratios
  const isTold =
    length <= count &&
    // Chains without base fees or tips leave the lists out; older nodes end before the next block.
    [0, length, length + 1].includes(baseFees.length) &&
    [0, length].includes(rewards.length) &&
    rewards.every((tips) => tips.length <= tipPercentiles.length) &&
    ratios.every((ratio) => ratio >= 0 && ratio <= 1 + roundingError)
  if (!isTold) throw new ImplausibleFeesError('Its fee history does not have the shape that was asked for.')
  for (const fee of [...baseFees, ...(baseFeePerBlobGas ?? [])])
    if (BigInt(fee) > mostPerGas) throw new ImplausibleFeesError(`Its blocks ask for ${BigInt(fee)} wei per gas.`)
  // Nodes answer zeros where there are no blobs; where there are, the fee is at least 1 wei.
  const blobFees = (baseFeePerBlobGas ?? []).map(BigInt)
  const hasBlobs = blobFees.length >= length && blobFees.some((fee) => fee > 0n)
  const next = baseFees[length]
  return {
    reported: ratios.map((gasUsedRatio, index) => ({
      number: BigInt(oldestBlock) + BigInt(index),
      baseFeePerGas: BigInt(baseFees[index] ?? 0),
      gasUsedRatio,
      tips: (rewards[index] ?? []).map(BigInt),
      blobBaseFeePerGas: hasBlobs ? (blobFees[index] ?? null) : null,
      l1: null,
    })),
    next: next === undefined ? null : BigInt(next),
  }
}
