import { type Address, erc20Abi, erc20Abi_bytes32, hexToString } from 'viem'
import type { Reserve } from '../market/market.ts'
import type { BlockReader } from './blockReader.ts'

export type Token = Pick<Reserve, 'token' | 'symbol' | 'decimals'>

/** Null for what is no token: anyone may open a market for it, but nobody can value it. */
export async function readToken(reader: BlockReader, token: Address): Promise<Token | null> {
  const [decimals, text, bytes] = await Promise.all([
    reader.tryRead({ address: token, abi: erc20Abi, functionName: 'decimals' }),
    reader.tryRead({ address: token, abi: erc20Abi, functionName: 'symbol' }),
    reader.tryRead({ address: token, abi: erc20Abi_bytes32, functionName: 'symbol' }),
  ])
  if (decimals === undefined) return null
  return { token, decimals, symbol: text ?? (bytes === undefined ? '' : hexToString(bytes, { size: 32 })) }
}
