import { type ChainProfile, chains } from '@outrigger/core'
import { type ChainOption, getClientChain } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { ChainNotServedError } from './gasErrors.ts'

/**
 * Returns the profile of the given chain, or of the client's chain if no chain is given.
 *
 * @throws {ChainNotServedError} the client's chain is unknown or has no EVM gas market
 */
export async function getPricedChain(client: PublicClient, given: ChainOption | undefined): Promise<ChainProfile> {
  const chain = await getClientChain(client, given)
  if (chain === undefined) throw new ChainNotServedError('of this client', Object.keys(chains))
  if (chain.feeModel.kind === 'native') throw new ChainNotServedError(chain.name, [])
  return chain
}
