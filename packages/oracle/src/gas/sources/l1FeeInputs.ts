import { type PublicClient, parseAbi } from 'viem'
import { multicall3 } from '../../multicall3.ts'
import type { L1FeeInputs } from '../history/blockFees.ts'

const l1Block = {
  address: '0x4200000000000000000000000000000000000015',
  abi: parseAbi([
    'function basefee() view returns (uint256)',
    'function blobBaseFee() view returns (uint256)',
    'function baseFeeScalar() view returns (uint32)',
    'function blobBaseFeeScalar() view returns (uint32)',
    'function operatorFeeScalar() view returns (uint32)',
    'function operatorFeeConstant() view returns (uint64)',
  ]),
} as const
/**
 * Reads the inputs of an OP-stack rollup's L1 data fee at a block from its L1Block contract. Returns null if the
 * contract is missing or older than Ecotone. Makes one `eth_call`.
 */
export async function getL1FeeInputs(client: PublicClient, blockNumber: bigint): Promise<L1FeeInputs | null> {
  const names = [
    'basefee',
    'blobBaseFee',
    'baseFeeScalar',
    'blobBaseFeeScalar',
    'operatorFeeScalar',
    'operatorFeeConstant',
  ] as const
  const answers = await client.multicall({
    contracts: names.map((functionName) => ({ ...l1Block, functionName })),
    multicallAddress: multicall3,
    blockNumber,
  })
  const [base, blob, scalar, blobScalar, operatorScalar, operatorConstant] = answers.map(({ result }) => result)
  if (base === undefined || blob === undefined || scalar === undefined || blobScalar === undefined) return null
  return {
    baseFeePerGas: BigInt(base),
    blobBaseFeePerGas: BigInt(blob),
    baseFeeScalar: Number(scalar),
    blobBaseFeeScalar: Number(blobScalar),
    // Before Isthmus there is no operator fee.
    operatorFeeScalar: Number(operatorScalar ?? 0),
    operatorFeeConstant: BigInt(operatorConstant ?? 0),
  }
}
