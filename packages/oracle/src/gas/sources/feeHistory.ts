import { type Hex, numberToHex, type PublicClient } from 'viem'
import { ImplausibleFeesError } from '../gasErrors.ts'
import { type FeeHistoryBlock, rewardPercentiles } from '../gasSample.ts'

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
}

type FeeHistory = {
  readonly blocks: readonly FeeHistoryBlock[]
  /** Base fee of the block after the head; null where the node does not tell. */
  readonly nextBaseFeePerGas: bigint | null
}

/**
 * The recent past up to the block `head`. The node is asked for that up to its latest, since some (anvil) answer with the
 * base fee that follows their head whatever block is asked for; blocks after `head` are cut off. `eth_feeHistory`.
 *
 * @throws {ImplausibleFeesError} malformed, or more than `tolerance` blocks away from `head`
 */
export async function getFeeHistory(
  client: PublicClient,
  head: bigint,
  tolerance: number,
  blockCount = recentBlocks,
): Promise<FeeHistory> {
  const history = (await client.request({
    method: 'eth_feeHistory',
    params: [numberToHex(blockCount), 'latest', [...rewardPercentiles]],
  })) as unknown as RpcFeeHistory
  return toFeeHistory(history, head, tolerance, blockCount)
}

function toFeeHistory(
  { oldestBlock, gasUsedRatio: ratios = [], baseFeePerGas: baseFees = [], reward }: RpcFeeHistory,
  head: bigint,
  tolerance: number,
  blockCount: number,
): FeeHistory {
  const rewards = reward ?? []
  const { length } = ratios
  const told =
    length <= blockCount &&
    // Chains without base fees or tips leave the lists out; older nodes end before the next block.
    [0, length, length + 1].includes(baseFees.length) &&
    [0, length].includes(rewards.length) &&
    rewards.every((tips) => tips.length <= rewardPercentiles.length) &&
    ratios.every((ratio) => ratio >= 0 && ratio <= 1 + roundingError)
  if (!told) throw new ImplausibleFeesError('Its fee history does not have the shape that was asked for.')

  const newest = BigInt(oldestBlock) + BigInt(length) - 1n
  const ahead = Number(newest - head)
  const covered = length - Math.max(0, ahead)
  if (Math.abs(ahead) > tolerance || covered < 1)
    throw new ImplausibleFeesError(`Its fee history ends at block ${newest}, while the head is ${head}.`)
  const next = ahead < 0 ? undefined : baseFees[covered]
  return {
    blocks: ratios.slice(0, covered).map((gasUsedRatio, index) => ({
      number: BigInt(oldestBlock) + BigInt(index),
      baseFeePerGas: BigInt(baseFees[index] ?? 0),
      gasUsedRatio,
      rewards: (rewards[index] ?? []).map(BigInt),
    })),
    nextBaseFeePerGas: next === undefined ? null : BigInt(next),
  }
}
