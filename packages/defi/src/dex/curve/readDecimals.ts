import { nativeToken } from '@outrigger/calldata/internal'
import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'

const abi = parseAbi(['function decimals() view returns (uint8)'])

/** Reads the decimals of each coin. Undefined if a coin has no such function. */
export const readDecimals = (reader: BlockReader, tokens: readonly Address[]) =>
  Promise.all(
    tokens.map((token) =>
      token === nativeToken ? 18 : reader.tryRead({ address: token, abi, functionName: 'decimals' }),
    ),
  )

/** Reads 10 ** (18 - decimals) of each coin. Undefined if a coin has no decimals or more than 18. */
export async function readPrecisions(reader: BlockReader, tokens: readonly Address[]) {
  const decimals = await readDecimals(reader, tokens)
  if (decimals.some((one) => one === undefined || one > 18)) return undefined
  return decimals.map((one) => 10n ** BigInt(18 - (one as number)))
}
