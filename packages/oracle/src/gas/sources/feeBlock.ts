import { type Hex, numberToHex, type PublicClient } from 'viem'
import type { FeeBlock } from '../gasSample.ts'

type RpcBlock = {
  readonly number: Hex
  readonly hash: Hex
  readonly baseFeePerGas?: Hex
  readonly gasUsed: Hex
  readonly gasLimit: Hex
  readonly blobGasUsed?: Hex
  readonly extraData: Hex
}

/** The fee fields of a block, read raw because chain formatters drop some of them. `eth_getBlockByNumber`. */
export async function getFeeBlock(client: PublicClient, blockNumber?: bigint): Promise<FeeBlock | null> {
  const block = (await client.request({
    method: 'eth_getBlockByNumber',
    params: [blockNumber === undefined ? 'latest' : numberToHex(blockNumber), false],
  })) as unknown as RpcBlock | null
  return block && toFeeBlock(block)
}

function toFeeBlock(block: RpcBlock): FeeBlock {
  return {
    number: BigInt(block.number),
    hash: block.hash,
    baseFeePerGas: BigInt(block.baseFeePerGas ?? 0),
    gasUsed: BigInt(block.gasUsed),
    gasLimit: BigInt(block.gasLimit),
    blobGasUsed: BigInt(block.blobGasUsed ?? 0),
    extraData: block.extraData,
  }
}
