import { ApiAnswerError, type ApiClient } from '@outrigger/api'
import { createPublicClient, custom } from 'viem'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
import { InvalidParameterError } from '../errors/serviceError.ts'

type CallParams = readonly [{ readonly to: string; readonly data: string }]

/**
 * Returns the address of an ENS name, or null if it has none on Ethereum. Names that need CCIP-Read are not resolved, because
 * their owner chooses the server that is asked.
 *
 * @throws {InvalidParameterError} the name is not valid
 */
export async function resolveName(text: string, api: ApiClient): Promise<string | null> {
  const name = toNormalized(text)
  let failure: unknown
  const request = async ({ method, params }: { readonly method: string; readonly params?: unknown }) => {
    if (method !== 'eth_call') throw new InvalidParameterError([{ path: 'method', message: 'is not eth_call' }])
    const [{ to, data }] = params as CallParams
    try {
      return (await api.blockchainCall({ chain: 'ethereum', to, data })).result
    } catch (error) {
      failure = error
      throw error
    }
  }
  const client = createPublicClient({
    chain: mainnet,
    transport: custom({ request }, { retryCount: 0 }),
    ccipRead: false,
  })
  const address = await client.getEnsAddress({ name }).catch(() => null)
  // The call of a name without an address reverts. Other failures say nothing about the name.
  if (failure instanceof ApiAnswerError ? failure.status !== 400 : failure !== undefined) throw failure
  return address?.toLowerCase() ?? null
}

function toNormalized(text: string): string {
  try {
    return normalize(text)
  } catch (cause) {
    throw new InvalidParameterError([{ path: 'arguments.text', message: 'is not a valid ENS name' }], cause)
  }
}
