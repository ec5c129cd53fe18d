import { type Hex, isHash, type PublicClient } from 'viem'
import type { FeeBlock } from '../gasSample.ts'

/** The fee fields of a header in JSON-RPC form. Some nodes leave out the gas fields. */
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
 * The fee fields of the latest block, read raw because chain formatters drop some of them; null for one without gas fields, or
 * without a hash, which cannot be determined from the next. `eth_getBlockByNumber`.
 */
export async function getFeeBlock(client: PublicClient): Promise<FeeBlock | null> {
  const block = (await client.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })) as unknown as FeeHeader | null
  return block && isHash(block.hash) ? toFeeBlock(block) : null
}

/** Returns the fee fields as numbers; null if the header does not tell its gas. */
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
