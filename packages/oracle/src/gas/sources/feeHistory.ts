import { type Hex, isHex, numberToHex, type PublicClient } from 'viem'
import { ascending } from '../compute/bigints.ts'
import { mostPerGas } from '../compute/gasQuote.ts'
import { ImplausibleFeesError } from '../gasErrors.ts'
import type { FeeHistoryBlock } from '../gasSample.ts'
import { tipPercentiles } from '../history/blockFees.ts'
import type { UntimedBlock } from '../history/compute/rawBlocks.ts'
import { toRewards } from '../history/compute/rewards.ts'

/** Number of blocks of a usual read, enough for the percentile tips. */
const recentBlocks = 60
/** Maximum number of blocks that nodes allow per call. The tier model is first trained on this many blocks. */
export const mostBlocks = 1024
const roundingError = 1e-6

type RpcFeeHistory = {
  readonly oldestBlock: Hex
  readonly baseFeePerGas?: readonly unknown[] | null
  readonly gasUsedRatio?: readonly unknown[] | null
  readonly reward?: readonly unknown[] | null
  readonly baseFeePerBlobGas?: readonly unknown[] | null
}

type ParsedFees = {
  readonly reported: readonly UntimedBlock[]
  /** The last block of the response, or -1. */
  readonly newest: bigint
  /** Base fee of the block after `newest`. */
  readonly next: bigint | null
}

type RecentFees = {
  readonly blocks: readonly FeeHistoryBlock[]
  /** The same blocks with all reported fields, ascending. */
  readonly reported: readonly UntimedBlock[]
  /** Base fee of the block after the head. Null if the node does not report it. */
  readonly nextBaseFeePerGas: bigint | null
}

/**
 * Reads recent blocks up to `head`, without tips if no provider has them. A pool treats a response without the requested
 * tips as broken, so the second request omits the percentiles.
 *
 * @throws {ImplausibleFeesError} the history is malformed, or ends more than `tolerance` blocks away from `head`
 */
export async function getRecentFeesOrBare(client: PublicClient, head: bigint, tolerance: number): Promise<RecentFees> {
  try {
    return await getRecentFees(client, head, tolerance)
  } catch (error) {
    return getRecentFees(client, head, tolerance, recentBlocks, []).catch(() => {
      throw error
    })
  }
}

/** Whether blocks have transactions but no block has tips. */
export function lacksTips(blocks: readonly FeeHistoryBlock[]): boolean {
  return blocks.some(({ gasUsedRatio }) => gasUsedRatio > 0) && blocks.every(({ rewards }) => rewards.length === 0)
}

/**
 * Returns the node's suggested tip in wei. Calls `eth_maxPriorityFeePerGas`. @throws {ImplausibleFeesError} the node
 * suggests no tip
 */
export async function getSuggestedTip(client: PublicClient): Promise<bigint> {
  const tip: unknown = await client.request({ method: 'eth_maxPriorityFeePerGas' }).catch(() => null)
  if (isHex(tip) && tip !== '0x') return BigInt(tip)
  throw new ImplausibleFeesError('Its fee history has no tips, and it does not answer eth_maxPriorityFeePerGas.')
}

/**
 * Reads recent blocks up to `head`. The request ends at `latest`, because some nodes (anvil) report the base fee
 * after their own head for any requested block. Blocks after `head` are removed. Calls `eth_feeHistory`.
 *
 * @throws {ImplausibleFeesError} the history is malformed, or ends more than `tolerance` blocks away from `head`
 */
export async function getRecentFees(
  client: PublicClient,
  head: bigint,
  tolerance: number,
  blockCount = recentBlocks,
  percentiles: readonly number[] = tipPercentiles,
): Promise<RecentFees> {
  const { reported, newest, next } = await readFees(client, blockCount, 'latest', percentiles)
  const ahead = Number(newest - head)
  const kept = reported.filter(({ number }) => number <= head)
  if (Math.abs(ahead) > tolerance || kept.length === 0)
    throw new ImplausibleFeesError(`Its fee history ends at block ${newest}, while the head is ${head}.`)
  const follower = reported.find(({ number }) => number === head + 1n)
  return {
    reported: kept,
    blocks: kept.map(({ number, baseFeePerGas, gasUsedRatio, tips }) => ({
      number,
      baseFeePerGas,
      gasUsedRatio,
      rewards: toRewards(tips),
    })),
    nextBaseFeePerGas: ahead === 0 ? next : (follower?.baseFeePerGas ?? null),
  }
}

/**
 * Reads the fees of past blocks up to `newest`, ascending. Returns fewer than `count` blocks if the node limits the
 * count, or some rows are malformed. Calls `eth_feeHistory`.
 *
 * @throws {ImplausibleFeesError} the history is malformed, or has other blocks
 */
export async function getPastFees(
  client: PublicClient,
  count: number,
  newest: bigint,
): Promise<readonly UntimedBlock[]> {
  const { reported, newest: last } = await readFees(client, count, newest)
  if (last !== newest) throw new ImplausibleFeesError(`Its fee history ends at block ${last}, not at ${newest}.`)
  return reported
}

async function readFees(
  client: PublicClient,
  count: number,
  newest: bigint | 'latest',
  percentiles: readonly number[] = tipPercentiles,
) {
  const history = (await client.request({
    method: 'eth_feeHistory',
    params: [numberToHex(count), newest === 'latest' ? newest : numberToHex(newest), [...percentiles]],
  })) as unknown as RpcFeeHistory
  return parseHistory(history, count)
}

/**
 * Parses the rows of a history. Malformed rows are skipped. If only the tips of a row are malformed, only the tips
 * are skipped. If most rows are malformed, or the lists do not match, the whole history is rejected.
 */
function parseHistory(history: RpcFeeHistory, count: number): ParsedFees {
  const ratios = history.gasUsedRatio ?? []
  const baseFees = history.baseFeePerGas ?? []
  const rewards = history.reward ?? []
  const blobFees = history.baseFeePerBlobGas ?? []
  const { length } = ratios
  const hasRequestedShape =
    // Some nodes include one more block than requested.
    length <= count + 1 &&
    // Chains without base fees or tips omit the lists. Older nodes omit the next block's base fee.
    [0, length, length + 1].includes(baseFees.length) &&
    [0, length].includes(rewards.length)
  if (!hasRequestedShape) throw new ImplausibleFeesError('Its fee history does not have the requested shape.')
  for (const fee of [...baseFees, ...blobFees])
    if (isHex(fee) && BigInt(fee) > mostPerGas)
      throw new ImplausibleFeesError(`Its blocks charge ${BigInt(fee)} wei per gas.`)
  // Nodes report zeros on chains without blobs. With blobs the fee is at least 1 wei.
  const hasBlobs = blobFees.length >= length && blobFees.some((fee) => toWei(fee))
  const reported = ratios.flatMap((gasUsedRatio, index): readonly UntimedBlock[] => {
    const baseFeePerGas = baseFees.length === 0 ? 0n : toWei(baseFees[index])
    if (!isRatio(gasUsedRatio) || baseFeePerGas === null) return []
    return [
      {
        number: BigInt(history.oldestBlock) + BigInt(index),
        baseFeePerGas,
        gasUsedRatio,
        tips: toTips(rewards[index]),
        blobBaseFeePerGas: hasBlobs ? toWei(blobFees[index]) : null,
        l1: null,
      },
    ]
  })
  if (reported.length * 2 < length) throw new ImplausibleFeesError('Most rows of its fee history are malformed.')
  return {
    reported,
    newest: length === 0 ? -1n : BigInt(history.oldestBlock) + BigInt(length - 1),
    next: toWei(baseFees[length]),
  }
}

const isRatio = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1 + roundingError

const toWei = (value: unknown): bigint | null => (isHex(value) && value !== '0x' ? BigInt(value) : null)

/**
 * Parses the tips of one row. Returns an empty list if any tip is malformed. System transactions may pay less than
 * the base fee.
 */
function toTips(row: unknown): readonly bigint[] {
  if (!Array.isArray(row) || row.length > tipPercentiles.length) return []
  const tips = row.map((tip) => (/^-0x[\da-f]+$/i.test(String(tip)) ? 0n : toWei(tip)))
  if (!tips.every((tip) => tip !== null)) return []
  return tips.sort(ascending)
}
