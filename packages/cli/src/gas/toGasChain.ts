import { type ChainName, type ChainProfile, getChain } from '@outrigger/core'
import { UsageError } from '../exitCodes.ts'

/**
 * The chain of a name, which must have an EVM gas market.
 *
 * @throws {UsageError} it has none
 */
export function toGasChain(name: string): ChainProfile<ChainName> {
  const chain = getChain(name)
  if (chain.feeModel.kind === 'native') throw new UsageError(`${chain.name} has no EVM gas market.`)
  return chain
}
