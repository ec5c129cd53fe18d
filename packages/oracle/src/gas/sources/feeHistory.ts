import { type Hex, numberToHex, type PublicClient } from 'viem'
import { type FeeHistoryBlock, rewardPercentiles } from '../gasSample.ts'

/** Enough for 25 windows of the slowest tier on Ethereum; well under the 1024 blocks nodes allow. */
const blockCount = 60

type RpcFeeHistory = {
  readonly oldestBlock: Hex
  readonly baseFeePerGas?: readonly Hex[]
  readonly gasUsedRatio?: readonly number[]
  readonly reward?: readonly (readonly Hex[])[]
}

type FeeHistory = {
  /** Last block it covers. */
  readonly newestBlock: bigint
  readonly blocks: readonly FeeHistoryBlock[]
  /** The element of `baseFeePerGas` after the last block; null where the node does not tell. */
  readonly nextBaseFeePerGas: bigint | null
}

/**
 * The recent past up to the latest block. Not up to a given one: some nodes (anvil) then still answer with the base fee
 * that follows their head. `eth_feeHistory`.
 */
export async function getFeeHistory(client: PublicClient): Promise<FeeHistory> {
  const history = (await client.request({
    method: 'eth_feeHistory',
    params: [numberToHex(blockCount), 'latest', [...rewardPercentiles]],
  })) as unknown as RpcFeeHistory
  return toFeeHistory(history)
}

function toFeeHistory({ oldestBlock, gasUsedRatio = [], baseFeePerGas = [], reward = [] }: RpcFeeHistory): FeeHistory {
  const next = baseFeePerGas[gasUsedRatio.length]
  return {
    newestBlock: BigInt(oldestBlock) + BigInt(gasUsedRatio.length) - 1n,
    blocks: gasUsedRatio.map((ratio, index) => ({
      baseFeePerGas: BigInt(baseFeePerGas[index] ?? 0),
      gasUsedRatio: ratio,
      rewards: (reward[index] ?? []).map(BigInt),
    })),
    nextBaseFeePerGas: next === undefined ? null : BigInt(next),
  }
}
