import { computeNextBaseFee } from '@outrigger/oracle'
import type { Block, PublicClient } from 'viem'
import type { SignedTransaction } from '../transaction.ts'
import type { BlockEnvironment } from './simulation.ts'

/** The base fee after a block, by the parameters that all chains with relays share: those of Ethereum. */
export const toNextBaseFee = ({
  baseFeePerGas,
  gasUsed,
  gasLimit,
}: Pick<Block, 'baseFeePerGas' | 'gasUsed' | 'gasLimit'>): bigint =>
  computeNextBaseFee(baseFeePerGas ?? 0n, gasUsed, { gasTarget: gasLimit / 2n, baseFeeChangeDenominator: 8n })

/** What is paid per gas in a block. */
export function computeGasPrice(
  { maxFeePerGas, maxPriorityFeePerGas }: Pick<SignedTransaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  baseFee: bigint,
): bigint {
  const wanted = baseFee + maxPriorityFeePerGas
  return wanted < maxFeePerGas ? wanted : maxFeePerGas
}

/**
 * What a block will most likely be like that is built on another: its base fee follows from that one if it is the next, its
 * builder and gas limit are taken from it.
 */
export async function getEnvironment(
  client: PublicClient,
  { blockNumber, stateBlockNumber, minTimestamp = 0 }: EnvironmentQuestion,
): Promise<BlockEnvironment> {
  const parent = await client.getBlock({ blockNumber: stateBlockNumber })
  const seconds = BigInt(Math.max(1, Math.round((client.chain?.blockTime ?? 12_000) / 1000)))
  const timestamp = parent.timestamp + seconds * (blockNumber - stateBlockNumber)
  return {
    number: blockNumber,
    timestamp: timestamp > minTimestamp ? timestamp : BigInt(minTimestamp),
    baseFee: toNextBaseFee(parent),
    coinbase: parent.miner,
    gasLimit: parent.gasLimit,
  }
}

type EnvironmentQuestion = {
  readonly blockNumber: bigint
  readonly stateBlockNumber: bigint
  readonly minTimestamp?: number
}
