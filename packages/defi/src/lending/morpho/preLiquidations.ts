import type { Deployment } from '@outrigger/calldata'
import { type AbiEvent, type Address, getAbiItem, toEventSelector } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { PreLiquidation } from './computePreLiquidation.ts'
import { getLogs, toFirstBlock } from './getLogs.ts'
import { oracleAbi, preLiquidationAbi } from './morphoAbi.ts'

const created = toEventSelector(getAbiItem({ abi: preLiquidationAbi, name: 'CreatePreLiquidation' }) as AbiEvent)

/**
 * Reads the terms of a PreLiquidation contract, with its oracle's price.
 *
 * @throws {LendingReadError} if it is not such a contract, or its oracle does not respond
 */
export async function getPreLiquidation(reader: BlockReader, address: Address): Promise<PreLiquidation> {
  const [market, params] = await Promise.all([
    reader.read({ address, abi: preLiquidationAbi, functionName: 'ID' }),
    reader.read({ address, abi: preLiquidationAbi, functionName: 'preLiquidationParams' }),
  ])
  const oracle = params.preLiquidationOracle.toLowerCase() as Address
  const price = await reader.read({ address: oracle, abi: oracleAbi, functionName: 'price' })
  return {
    address: address.toLowerCase() as Address,
    market,
    oracle,
    price,
    preLltv: params.preLltv,
    closeFactors: [params.preLCF1, params.preLCF2],
    incentives: [params.preLIF1, params.preLIF2],
  }
}

/** Returns the contracts that a factory (`morphoContracts[chain].preLiquidationFactory`) has created, in lower case. */
export async function getPreLiquidationAddresses(
  reader: BlockReader,
  { address, fromBlock }: Deployment,
): Promise<readonly Address[]> {
  const logs = await getLogs(reader, { address, topics: [created] }, toFirstBlock(reader, fromBlock))
  return logs.flatMap(({ topics: [, account] }) => (account === undefined ? [] : [`0x${account.slice(-40)}` as const]))
}
