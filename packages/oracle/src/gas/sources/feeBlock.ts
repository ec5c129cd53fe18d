import { type Hex, isHash, type PublicClient } from 'viem'
import type { FeeBlock } from '../gasSample.ts'

/** The fee fields of a header in JSON-RPC form. Some nodes omit the gas fields. */
export type FeeHeader = {
  readonly number: Hex
  readonly hash: Hex
  readonly baseFeePerGas?: Hex
  readonly gasUsed?: Hex | null
  readonly gasLimit?: Hex | null
  readonly blobGasUsed?: Hex
  readonly extraData?: Hex | null
  readonly timestamp?: Hex
}

/**
 * Reads the fee fields of the latest block with a raw request, because viem's chain formatters drop some of them.
 * Returns null if the block lacks gas fields or a hash. Blocks without a hash cannot be distinguished. Calls
 * `eth_getBlockByNumber`.
 */
export async function getFeeBlock(client: PublicClient): Promise<FeeBlock | null> {
  const block = (await client.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })) as unknown as FeeHeader | null
  return block && isHash(block.hash) ? toFeeBlock(block) : null
}

/** Converts the fee fields of a header. Returns null if the gas fields are missing. */
export function toFeeBlock(block: FeeHeader): FeeBlock | null {
  const { gasUsed, gasLimit } = block
  if (!gasUsed || !gasLimit) return null
  return {
    number: BigInt(block.number),
    hash: block.hash,
    baseFeePerGas: BigInt(block.baseFeePerGas ?? 0),
    gasUsed: BigInt(gasUsed),
    gasLimit: BigInt(gasLimit),
    blobGasUsed: BigInt(block.blobGasUsed ?? 0),
    extraData: block.extraData ?? null,
    ...(block.timestamp !== undefined && { timestamp: Number(block.timestamp) }),
  }
}
