import { computeNextBaseFee } from '@outrigger/oracle'
import type { Block, PublicClient } from 'viem'
import type { SignedTransaction } from '../transaction.ts'
import type { BlockEnvironment } from './simulation.ts'

/** Computes the base fee after a block. All chains with relays use Ethereum's parameters. */
export const toNextBaseFee = ({
  baseFeePerGas,
  gasUsed,
  gasLimit,
}: Pick<Block, 'baseFeePerGas' | 'gasUsed' | 'gasLimit'>): bigint =>
  computeNextBaseFee(baseFeePerGas ?? 0n, gasUsed, { gasTarget: gasLimit / 2n, baseFeeChangeDenominator: 8n })

/** Computes the price per gas that a transaction pays in a block. */
export function computeGasPrice(
  { maxFeePerGas, maxPriorityFeePerGas }: Pick<SignedTransaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  baseFee: bigint,
): bigint {
  const price = baseFee + maxPriorityFeePerGas
  return price < maxFeePerGas ? price : maxFeePerGas
}

/**
 * Predicts the environment of a block on top of `stateBlockNumber`. It has the base fee of the next block, and the
 * builder and the gas limit of the block whose state is used.
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
