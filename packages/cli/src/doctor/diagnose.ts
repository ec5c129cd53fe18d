import { type ChainName, type ChainProfile, getChain } from '@outrigger/core'
import { type Endpoint, toEndpoints } from '@outrigger/core/internal'
import type { NodeConfig } from '@outrigger/server'
import { beaconChecks } from './beaconChecks.ts'
import { askHead, evmChecks } from './evmChecks.ts'
import { examine } from './examine.ts'
import { askIdentity, familyChecks } from './familyChecks.ts'
import type { Diagnosis, PoolDiagnosis } from './finding.ts'

/** Checks every configured endpoint. Calls `onDone` after each. */
export async function diagnose(config: NodeConfig, onDone: (name: string) => void): Promise<readonly PoolDiagnosis[]> {
  const tell = async (pool: string, endpoint: Endpoint, work: Promise<Diagnosis>): Promise<Diagnosis> => {
    const diagnosis = await work
    onDone(`${pool} ${endpoint.name}`)
    return diagnosis
  }

  const chains = Object.entries(config.chains ?? {}).map(async ([name, settings]) => {
    const chain = getChain(name as ChainName)
    const expected = { ...chain, chainId: settings.chainId ?? chain.chainId }
    const endpoints = toEndpoints(settings.endpoints)
    const examined = chain.family === 'evm' ? examineEvm(expected, endpoints) : examineFamily(chain, endpoints)
    return toPool(
      name,
      endpoints.map((endpoint, index) => tell(name, endpoint, examined[index] as Promise<Diagnosis>)),
    )
  })
  const beacon = config.beacon
    ? toEndpoints(config.beacon.endpoints).map((endpoint) =>
        tell('beacon', endpoint, examine(beaconChecks, { endpoint })),
      )
    : null
  return Promise.all([...chains, ...(beacon ? [toPool('beacon', beacon)] : [])])
}

function examineEvm(chain: ChainProfile, endpoints: readonly Endpoint[]): readonly Promise<Diagnosis>[] {
  const heads = askAll(endpoints, askHead)
  return endpoints.map((endpoint) => examine(evmChecks, { endpoint, chain, heads }))
}

function examineFamily(chain: ChainProfile, endpoints: readonly Endpoint[]): readonly Promise<Diagnosis>[] {
  const identities = askAll(endpoints, (endpoint) => askIdentity(endpoint, chain))
  return endpoints.map((endpoint) => examine(familyChecks, { endpoint, chain, identities }))
}

/** Starts all requests at once. If one fails, the check that awaits its answer reports the failure. */
function askAll<answer>(endpoints: readonly Endpoint[], ask: (endpoint: Endpoint) => Promise<answer>) {
  const answers = new Map(endpoints.map((endpoint) => [endpoint, ask(endpoint)]))
  for (const answer of answers.values()) answer.catch(() => {})
  return answers
}

async function toPool(pool: string, examinations: readonly Promise<Diagnosis>[]): Promise<PoolDiagnosis> {
  const endpoints = await Promise.all(examinations)
  return { pool, usable: endpoints.some(({ usable }) => usable), endpoints }
}
