import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { PairState } from './math.ts'

const abi = parseAbi(['function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 at)'])

/** Reads a pair's reserves at the reader's block. Returns undefined if the pair does not exist. */
export async function getPairState(reader: BlockReader, address: Address, fee: number): Promise<PairState | undefined> {
  const reserves = await reader.tryRead({ address, abi, functionName: 'getReserves' })
  return reserves && { reserve0: reserves[0], reserve1: reserves[1], fee }
}
