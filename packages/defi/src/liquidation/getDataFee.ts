import type { FeeModel } from '@outrigger/core/internal'
import { parseAbi } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'

/** A liquidation by a contract of one's own, with room for a route. */
const transactionBytes = 512n

/** Predeploy of the OP stack; source: https://specs.optimism.io/protocol/predeploys.html */
const gasPriceOracle = {
  address: '0x420000000000000000000000000000000000000f',
  abi: parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)']),
} as const

/** Precompile of Nitro; source: https://docs.arbitrum.io/build-decentralized-apps/precompiles/reference */
const arbGasInfo = {
  address: '0x000000000000000000000000000000000000006c',
  abi: parseAbi([
    'function getPricesInWei() view returns (uint256 perTransaction, uint256 perByte, uint256 perStorage, uint256 perGasBase, uint256 perGasCongestion, uint256 perGas)',
  ]),
} as const

/**
 * What a rollup charges beside gas for posting the transaction of a liquidation on layer 1, wei: by its own contract (the
 * bound of OP's Fjord, the prices of Arbitrum's ArbGasInfo), and never less than will be charged, for nothing is taken off
 * that compression may save. 0 on other chains, and where the contract is not there, as on a local chain.
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
