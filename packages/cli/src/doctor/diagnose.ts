import { type ChainName, getChain } from '@outrigger/core'
import { type Endpoint, toEndpoints } from '@outrigger/core/internal'
import type { NodeConfig } from '@outrigger/server'
import { beaconChecks } from './beaconChecks.ts'
import { askHead, evmChecks } from './evmChecks.ts'
import { examine } from './examine.ts'
import type { Diagnosis, PoolDiagnosis } from './finding.ts'

/** Asks every configured endpoint everything it will be needed for. `onDone` hears of each as it is through. */
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
    const heads = new Map(endpoints.map((endpoint) => [endpoint, askHead(endpoint)]))
    for (const head of heads.values()) head.catch(() => {})
    return toPool(
      name,
      endpoints.map((endpoint) => tell(name, endpoint, examine(evmChecks, { endpoint, chain: expected, heads }))),
    )
  })
  const beacon = config.beacon
    ? toEndpoints(config.beacon.endpoints).map((endpoint) =>
        tell('beacon', endpoint, examine(beaconChecks, { endpoint })),
      )
    : null
  return Promise.all([...chains, ...(beacon ? [toPool('beacon', beacon)] : [])])
}

async function toPool(pool: string, examinations: readonly Promise<Diagnosis>[]): Promise<PoolDiagnosis> {
  const endpoints = await Promise.all(examinations)
  return { pool, usable: endpoints.some(({ usable }) => usable), endpoints }
}
