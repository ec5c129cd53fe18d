import { type ChainName, getChain, redactUrl } from '@outrigger/core'
import { findChainName, toEndpoints } from '@outrigger/core/internal'
import { askIdentity } from '../doctor/familyChecks.ts'
import { askRpc } from '../doctor/question.ts'
import { UsageError } from '../exitCodes.ts'
import { type TypedEndpoint, toVariable } from './endpointText.ts'

export type CheckedEndpoint = { readonly chain: ChainName; readonly text: string; readonly note: string }

/**
 * Asks an endpoint which chain it is on.
 *
 * @throws {UsageError} it is on another chain than was said, or on none that is known
 * @throws {NoAnswerError} it does not answer as a node
 */
export async function checkEndpoint({ chain, text }: TypedEndpoint, env = process.env): Promise<CheckedEndpoint> {
  const variable = toVariable(text)
  const url = variable === null ? text : (env[variable] ?? '')
  const shown = variable === null ? redactUrl(url) : text
  if (url === '') {
    if (chain === null)
      throw new UsageError(`${variable} is not set, so name its chain, as in ethereum=\${${variable}}.`)
    return { chain: getChain(chain).name as ChainName, text, note: `${chain}: ${variable} is not set, so not checked` }
  }
  const [endpoint] = toEndpoints([url])
  if (endpoint === undefined) throw new UsageError(`${shown} is no address.`)
  const family = chain === null ? 'evm' : getChain(chain).family
  if (chain !== null && family !== 'evm') {
    const profile = getChain(chain)
    const { network } = await askIdentity(endpoint, profile)
    if (network !== null && network !== profile.network)
      throw new UsageError(`${shown} is not on ${chain}: its network is ${network}.`)
    return { chain: profile.name as ChainName, text, note: `${chain}: ${shown} answers` }
  }
  const chainId = Number(await askRpc(endpoint, 'eth_chainId'))
  const found = findChainName(String(chainId))
  if (found === undefined) throw new UsageError(`${shown} is on chain id ${chainId}, which Outrigger does not know.`)
  if (chain !== null && found !== chain)
    throw new UsageError(`${shown} is on ${found} (chain id ${chainId}), not on ${chain}.`)
  return { chain: found as ChainName, text, note: `${found}: ${shown} answers with chain id ${chainId}` }
}
