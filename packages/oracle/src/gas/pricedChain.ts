import { type ChainProfile, chains } from '@outrigger/core'
import { getClientChain } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { ChainNotServedError } from './gasErrors.ts'

/**
 * Returns the given profile, or else the profile of the client's chain.
 *
 * @throws {ChainNotServedError} the client's chain is unknown or has no EVM gas market
 */
export async function getPricedChain(client: PublicClient, given: ChainProfile | undefined): Promise<ChainProfile> {
  const chain = given ?? (await getClientChain(client))
  if (chain === undefined) throw new ChainNotServedError('of this client', Object.keys(chains))
  if (chain.feeModel.kind === 'native') throw new ChainNotServedError(chain.name, [])
  return chain
}
