import { contract, decode, encode, Findings } from '@outrigger/api/contract'
import { getFindings, type MevParts } from '../node/mevDetectors.ts'
import { toWireFinding } from './findingWire.ts'
import type { Api } from './fulfilment.ts'
import { toMetadata } from './gasQuestions.ts'

/** Lists the findings of a chain's detector, which starts with the first request for its mempool. */
export function createMevFindingsApi(parts: MevParts): Pick<Api, 'mevFindings'> {
  return {
    async mevFindings({ chain, ...query }) {
      const startedMs = performance.now()
      const { records, ...found } = await getFindings(parts, chain, decode(contract.mevFindings.query, query))
      const answer = { ...found, isStale: found.staleSinceMs !== null, count: records.length, findings: [] }
      const data = { ...encode(Findings, answer), findings: records.map(toWireFinding) }
      return { success: true, data, metadata: toMetadata(startedMs, chain) }
    },
  }
}
