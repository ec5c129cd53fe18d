import { type ChainName, type ChainProfile, getChain, redactUrl } from '@outrigger/core'
import { type Endpoint, findChainName, toEndpoints } from '@outrigger/core/internal'
import { askIdentity } from '../doctor/familyChecks.ts'
import { askRpc } from '../doctor/question.ts'
import { UsageError } from '../exitCodes.ts'
import { type TypedEndpoint, toVariable } from './endpointText.ts'

export type CheckedEndpoint = { readonly chain: ChainName; readonly text: string; readonly note: string }

/**
 * Asks an endpoint which chain it is on.
 *
 * @throws {UsageError} it is on another chain than the given one, or on an unknown one
 * @throws {NoAnswerError} it does not answer like a node
 */
export async function checkEndpoint({ chain, text }: TypedEndpoint, env = process.env): Promise<CheckedEndpoint> {
  const variable = toVariable(text)
  const url = variable === null ? text : (env[variable] ?? '')
  if (url === '') return skipCheck(chain, text, variable)
  const shown = variable === null ? redactUrl(url) : text
  const [endpoint] = toEndpoints([url])
  if (endpoint === undefined) throw new UsageError(`${shown} is not a URL.`)
  const profile = chain === null ? null : getChain(chain)
  const { name, note } =
    profile === null || profile.family === 'evm'
      ? await checkChainId(endpoint, chain, shown)
      : await checkNetwork(endpoint, profile, shown)
  return { chain: name, text, note }
}

/** @throws {UsageError} the chain is not given */
function skipCheck(chain: string | null, text: string, variable: string | null): CheckedEndpoint {
  if (chain === null) throw new UsageError(`${variable} is not set, so name its chain, as in ethereum=\${${variable}}.`)
  return {
    chain: getChain(chain).name as ChainName,
    text,
    note: `${chain}: not checked, because ${variable} is not set`,
  }
}

type Checked = { readonly name: ChainName; readonly note: string }

async function checkNetwork(endpoint: Endpoint, profile: ChainProfile, shown: string): Promise<Checked> {
  const { network } = await askIdentity(endpoint, profile)
  if (network !== null && network !== profile.network)
    throw new UsageError(`${shown} is not on ${profile.name}: its network is ${network}.`)
  return { name: profile.name as ChainName, note: `${profile.name}: ${shown} answers` }
}

async function checkChainId(endpoint: Endpoint, chain: string | null, shown: string): Promise<Checked> {
  const chainId = Number(await askRpc(endpoint, 'eth_chainId'))
  const name = findChainName(String(chainId))
  if (name === undefined) throw new UsageError(`${shown} is on chain id ${chainId}, which Outrigger does not know.`)
  if (chain !== null && name !== chain)
    throw new UsageError(`${shown} is on ${name} (chain id ${chainId}), not on ${chain}.`)
  return { name: name as ChainName, note: `${name}: ${shown} answers with chain id ${chainId}` }
}
