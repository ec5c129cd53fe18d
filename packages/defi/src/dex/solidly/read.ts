import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { SolidlyPool } from '../poolState.ts'

const abi = parseAbi([
  'function metadata() view returns (uint256 unit0, uint256 unit1, uint256 reserve0, uint256 reserve1, bool isStable, address token0, address token1)',
  'function getFee(address pool, bool isStable) view returns (uint256)',
])
/** Converts Velodrome V2's fees, in units of 1/10,000, to millionths. */
const feeScale = 100n

/** Reads a Velodrome V2 pair at the reader's block. Returns undefined if the pair does not exist. */
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
