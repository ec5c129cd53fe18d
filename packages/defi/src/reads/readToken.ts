import { type Address, erc20Abi, erc20Abi_bytes32, hexToString } from 'viem'
import type { BlockReader } from './blockReader.ts'

export type Token = { readonly token: Address; readonly symbol: string; readonly decimals: number }

/**
 * Reads a token. Returns null if the address is not a token. Anyone can open a market for such an address, but it has
 * no value.
 */
export async function readToken(reader: BlockReader, token: Address): Promise<Token | null> {
  const [decimals, text, bytes] = await Promise.all([
    reader.tryRead({ address: token, abi: erc20Abi, functionName: 'decimals' }),
    reader.tryRead({ address: token, abi: erc20Abi, functionName: 'symbol' }),
    reader.tryRead({ address: token, abi: erc20Abi_bytes32, functionName: 'symbol' }),
  ])
  if (decimals === undefined) return null
  return { token, decimals, symbol: text ?? (bytes === undefined ? '' : hexToString(bytes, { size: 32 })) }
}
