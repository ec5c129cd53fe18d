import type { Hex, PublicClient } from 'viem'
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
 * Tips of the block the node is building on `head`; null when it does not build one: many hosted providers answer
 * `pending` with the latest block. `eth_getBlockByNumber`, tag `pending`.
 */
export async function getPendingTips(client: PublicClient, head: FeeBlock): Promise<PendingTips | null> {
  const block = (await client.request({
    method: 'eth_getBlockByNumber',
    params: ['pending', true],
  })) as unknown as RpcPendingBlock | null
  if (block === null || (block.number !== null && BigInt(block.number) <= head.number)) return null
  // Built on a newer head already: supported, but no news about this one.
  return block.parentHash === head.hash ? toPendingTips(block) : { gasUsedRatio: 0, tips: [] }
}

/** Null if the block does not tell how full it is. */
function toPendingTips(block: RpcPendingBlock): PendingTips | null {
  const { gasUsed, gasLimit } = block
  if (!gasUsed || !gasLimit || BigInt(gasLimit) === 0n) return null
  const baseFee = BigInt(block.baseFeePerGas ?? 0)
  const tips = block.transactions
    .filter((transaction) => typeof transaction === 'object')
    .map(({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }) => {
      const room = BigInt(maxFeePerGas ?? gasPrice ?? 0) - baseFee
      const tip = maxPriorityFeePerGas === undefined ? room : BigInt(maxPriorityFeePerGas)
      return tip < room ? tip : room
    })
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return { gasUsedRatio: Number(gasUsed) / Number(gasLimit), tips }
}
