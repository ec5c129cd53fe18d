import { type ChainName, chains } from '@outrigger/core'
import { AggregatorError } from './aggregatorErrors.ts'

/** @throws {AggregatorError} if the chain is not an EVM chain */
export function toChainId(chain: ChainName): number {
  const { chainId } = chains[chain]
  if (typeof chainId === 'number') return chainId
  throw new AggregatorError(`it has no swaps on ${chain}`)
}
