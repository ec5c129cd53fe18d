import { type ChainName, type ChainProfile, getChain } from '@outrigger/core'
import { UsageError } from '../exitCodes.ts'

/**
 * Returns the chain of a name. It must have an EVM gas market.
 *
 * @throws {UsageError} the chain has no EVM gas market
 */
export function toGasChain(name: string): ChainProfile<ChainName> {
  const chain = getChain(name)
  if (chain.feeModel.kind === 'native') throw new UsageError(`${chain.name} has no EVM gas market.`)
  return chain
}
