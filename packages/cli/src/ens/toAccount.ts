import { OutriggerError } from '@outrigger/core'
import { BaseError, createPublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { NoProviderError } from '../config/providers.ts'
import { UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'

/**
 * Resolves a name of ENS on Ethereum and prints its address on stderr. Returns other text unchanged. CCIP-Read is off, because
 * it fetches URLs that the owner of a name chooses.
 *
 * @throws {NoProviderError} no endpoint of Ethereum is configured
 * @throws {UsageError} the name is not valid or has no address
 */
export async function toAccount(text: string, flags: ConfigFlags, output: Output): Promise<string> {
  if (!text.includes('.')) return text
  const name = toNormalized(text)
  const { node, pool } = await createChainNode(flags, 'ethereum').catch((error: unknown) => {
    if (!(error instanceof NoProviderError)) throw error
    throw new NoProviderError(`${name} is an ENS name, which is resolved on Ethereum. ${error.message}`)
  })
  await using _ = node
  const client = createPublicClient({ chain: mainnet, transport: pool.transport, ccipRead: false })
  const address = await client.getEnsAddress({ name }).catch((error: unknown) => {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof OutriggerError) !== null) throw error
    throw new UsageError(`${name} cannot be resolved on chain. Names that need CCIP-Read are not supported.`, {
      cause: error,
    })
  })
  if (address === null) throw new UsageError(`${name} has no address on Ethereum.`)
  output.note(`${name} is ${address}`)
  return address
}

function toNormalized(text: string): string {
  try {
    return normalize(text)
  } catch (cause) {
    throw new UsageError(`"${text.slice(0, 80)}" is not a valid ENS name.`, { cause })
  }
}
