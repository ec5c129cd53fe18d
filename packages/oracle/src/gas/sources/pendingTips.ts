import type { Hex, PublicClient } from 'viem'
import { ascending, min } from '../compute/bigints.ts'
import type { FeeBlock, PendingTips } from '../gasSample.ts'

type RpcTransaction = { readonly gasPrice?: Hex; readonly maxFeePerGas?: Hex; readonly maxPriorityFeePerGas?: Hex }
type RpcPendingBlock = {
  readonly number: Hex | null
  readonly parentHash: Hex
  readonly baseFeePerGas?: Hex
  readonly gasUsed?: Hex | null
  readonly gasLimit?: Hex | null
  readonly transactions: readonly (RpcTransaction | Hex)[]
}

/**
 * Returns the tips of the block that the node is building on `head`. Returns null if the node builds no block. Many
 * hosted providers answer `pending` with the latest block. Calls `eth_getBlockByNumber` with the tag `pending`.
 */
export async function getPendingTips(client: PublicClient, head: FeeBlock): Promise<PendingTips | null> {
  const block = (await client.request({
    method: 'eth_getBlockByNumber',
    params: ['pending', true],
  })) as unknown as RpcPendingBlock | null
  if (block === null || (block.number !== null && BigInt(block.number) <= head.number)) return null
  // The block builds on another head: the method is supported, but there is no data for this head.
  return block.parentHash === head.hash ? toPendingTips(block) : { gasUsedRatio: 0, tips: [] }
}

/** Returns the tips. Returns null if the block lacks the gas fields. */
function toPendingTips(block: RpcPendingBlock): PendingTips | null {
  const { gasUsed, gasLimit } = block
  if (!gasUsed || !gasLimit || BigInt(gasLimit) === 0n) return null
  const baseFee = BigInt(block.baseFeePerGas ?? 0)
  const tips = block.transactions
    .filter((transaction) => typeof transaction === 'object')
    .map(({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }) => {
      const room = BigInt(maxFeePerGas ?? gasPrice ?? 0) - baseFee
      const tip = maxPriorityFeePerGas === undefined ? room : BigInt(maxPriorityFeePerGas)
      return min(tip, room)
    })
    .sort(ascending)
  return { gasUsedRatio: Number(gasUsed) / Number(gasLimit), tips }
}
