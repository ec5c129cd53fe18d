import { type Hex, isHex, numberToHex, type PublicClient } from 'viem'
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
  readonly baseFeePerGas?: readonly unknown[] | null
  readonly gasUsedRatio?: readonly unknown[] | null
  readonly reward?: readonly unknown[] | null
  readonly baseFeePerBlobGas?: readonly unknown[] | null
}

type ToldFees = {
  readonly reported: readonly UntimedBlock[]
  /** The last block of the answer; -1 if it has none. */
  readonly newest: bigint
  /** Base fee of the block after it. */
  readonly next: bigint | null
}

type RecentFees = {
  readonly blocks: readonly FeeHistoryBlock[]
  /** The same blocks with all that the node reports of them, ascending. */
  readonly reported: readonly UntimedBlock[]
  /** Base fee of the block after the head; null where the node does not report. */
  readonly nextBaseFeePerGas: bigint | null
}

/**
 * The recent past up to the block `head`, without tips where no provider has any. A pool takes a history without the tips it
 * was asked for as broken, so they are left out of the second question.
 *
 * @throws {ImplausibleFeesError} malformed, or more than `tolerance` blocks away from `head`
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

/** Whether blocks had transactions, and none of the rows says what those paid. */
export function lacksTips(blocks: readonly FeeHistoryBlock[]): boolean {
  return blocks.some(({ gasUsedRatio }) => gasUsedRatio > 0) && blocks.every(({ rewards }) => rewards.length === 0)
}

/** The tip that the node itself suggests, in wei. `eth_maxPriorityFeePerGas`. @throws {ImplausibleFeesError} it suggests none */
export async function getSuggestedTip(client: PublicClient): Promise<bigint> {
  const tip: unknown = await client.request({ method: 'eth_maxPriorityFeePerGas' }).catch(() => null)
  if (isHex(tip) && tip !== '0x') return BigInt(tip)
  throw new ImplausibleFeesError('Its fee history has no tips, and it does not answer eth_maxPriorityFeePerGas.')
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
 * Fees of past blocks up to `newest`, ascending; fewer than `count` where the node gives no more at a time, or gives some
 * malformed.
 * `eth_feeHistory`.
 *
 * @throws {ImplausibleFeesError} malformed, or of other blocks
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
  return toToldBlocks(history, count)
}

/**
 * The rows of a history. A row that is malformed is left out, and its tips alone if only they are; where most are, or the
 * lists do not match, the answer as a whole is not used.
 */
function toToldBlocks(history: RpcFeeHistory, count: number): ToldFees {
  const ratios = history.gasUsedRatio ?? []
  const baseFees = history.baseFeePerGas ?? []
  const rewards = history.reward ?? []
  const blobFees = history.baseFeePerBlobGas ?? []
  const { length } = ratios
  const isTold =
    // Some nodes count the block after the last one asked for.
    length <= count + 1 &&
    // Chains without base fees or tips leave the lists out; older nodes end before the next block.
    [0, length, length + 1].includes(baseFees.length) &&
    [0, length].includes(rewards.length)
  if (!isTold) throw new ImplausibleFeesError('Its fee history does not have the shape that was asked for.')
  for (const fee of [...baseFees, ...blobFees])
    if (isHex(fee) && BigInt(fee) > mostPerGas)
      throw new ImplausibleFeesError(`Its blocks ask for ${BigInt(fee)} wei per gas.`)
  // Nodes answer zeros where there are no blobs; where there are, the fee is at least 1 wei.
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

/** Tips of one row; none if it does not have them all. Transactions of the chain itself may pay less than the base fee. */
function toTips(row: unknown): readonly bigint[] {
  if (!Array.isArray(row) || row.length > tipPercentiles.length) return []
  const tips = row.map((tip) => (/^-0x[\da-f]+$/i.test(String(tip)) ? 0n : toWei(tip)))
  if (!tips.every((tip) => tip !== null)) return []
  return tips.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}
