import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { SolidlyPool } from '../poolState.ts'

const abi = parseAbi([
  'function metadata() view returns (uint256 unit0, uint256 unit1, uint256 reserve0, uint256 reserve1, bool isStable, address token0, address token1)',
  'function getFee(address pool, bool isStable) view returns (uint256)',
])
/** Fees of Velodrome V2 are of 10,000. */
const feeScale = 100n

/** A pair of Velodrome V2's form at the reader's block; undefined where there is no such pair. */
export async function getSolidlyState(
  reader: BlockReader,
  address: Address,
  factory: Address,
  isStable: boolean,
): Promise<Pick<SolidlyPool, 'units' | 'reserve0' | 'reserve1' | 'fee'> | undefined> {
  const [metadata, fee] = await Promise.all([
    reader.tryRead({ address, abi, functionName: 'metadata' }),
    reader.tryRead({ address: factory, abi, functionName: 'getFee', args: [address, isStable] }),
  ])
  if (metadata === undefined || fee === undefined || metadata[4] !== isStable) return undefined
  const [unit0, unit1, reserve0, reserve1] = metadata
  return { units: [unit0, unit1], reserve0, reserve1, fee: Number(fee * feeScale) }
}
