import type { FeeModel } from '@outrigger/core/internal'
import { parseAbi } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'

/** Size of a call to the liquidator's own contract, with room for a route. */
const transactionBytes = 512n

/** Predeploy of the OP stack. Source: https://specs.optimism.io/protocol/predeploys.html */
const gasPriceOracle = {
  address: '0x420000000000000000000000000000000000000f',
  abi: parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)']),
} as const

/** Precompile of Nitro. Source: https://docs.arbitrum.io/build-decentralized-apps/precompiles/reference */
const arbGasInfo = {
  address: '0x000000000000000000000000000000000000006c',
  abi: parseAbi([
    'function getPricesInWei() view returns (uint256 perTransaction, uint256 perByte, uint256 perStorage, uint256 perGasBase, uint256 perGasCongestion, uint256 perGas)',
  ]),
} as const

/**
 * Returns the fee that a rollup charges, in addition to gas, for posting a liquidation's transaction on layer 1, in
 * wei. The fee comes from the rollup's own contract: the upper bound of OP's Fjord, or the prices of Arbitrum's
 * ArbGasInfo. It is never less than the actual charge, because it ignores savings by compression. Returns 0 on other
 * chains, and if the contract is missing, for example on a local chain.
 *
 * @example
 * await getDataFee(reader, chains.base.feeModel.kind)
 */
export async function getDataFee(reader: BlockReader, kind: FeeModel['kind']): Promise<bigint> {
  if (kind === 'opStack')
    return (
      (await reader.tryRead({ ...gasPriceOracle, functionName: 'getL1FeeUpperBound', args: [transactionBytes] })) ?? 0n
    )
  if (kind !== 'arbitrum') return 0n
  const [perTransaction = 0n, perByte = 0n] =
    (await reader.tryRead({ ...arbGasInfo, functionName: 'getPricesInWei' })) ?? []
  return perTransaction + perByte * transactionBytes
}
