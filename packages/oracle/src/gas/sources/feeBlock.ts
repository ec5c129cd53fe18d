import { type Hex, isHash, type PublicClient } from 'viem'
import type { FeeBlock } from '../gasSample.ts'

/** The fee fields of a header in JSON-RPC form. */
export type FeeHeader = {
  readonly number: Hex
  readonly hash: Hex
  readonly baseFeePerGas?: Hex
  readonly gasUsed: Hex
  readonly gasLimit: Hex
  readonly blobGasUsed?: Hex
  readonly extraData?: Hex | null
  readonly timestamp?: Hex
}

/**
 * The fee fields of the latest block, read raw because chain formatters drop some of them; null for one without a hash,
 * which cannot be determined from the next. `eth_getBlockByNumber`.
 */
export async function getFeeBlock(client: PublicClient): Promise<FeeBlock | null> {
  const block = (await client.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })) as unknown as FeeHeader | null
  return block && isHash(block.hash) ? toFeeBlock(block) : null
}

/** @example computeChainNextBaseFee(chains.ethereum, toFeeBlock(header)) */
export function toFeeBlock(block: FeeHeader): FeeBlock {
  return {
    number: BigInt(block.number),
    hash: block.hash,
    baseFeePerGas: BigInt(block.baseFeePerGas ?? 0),
    gasUsed: BigInt(block.gasUsed),
    gasLimit: BigInt(block.gasLimit),
    blobGasUsed: BigInt(block.blobGasUsed ?? 0),
    extraData: block.extraData ?? null,
    ...(block.timestamp !== undefined && { timestamp: Number(block.timestamp) }),
  }
}
