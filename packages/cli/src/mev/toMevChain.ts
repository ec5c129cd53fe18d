import { type ChainName, getChain } from '@outrigger/core'
import { UsageError } from '../exitCodes.ts'

/**
 * Returns the chain of a name or chain id. It must be an EVM chain.
 *
 * @throws {UnknownChainError | UsageError}
 */
export function toMevChain(nameOrId: string): ChainName {
  const { family, name } = getChain(nameOrId)
  if (family !== 'evm') throw new UsageError(`MEV detection is for EVM chains only. ${name} is not one.`)
  return name as ChainName
}
