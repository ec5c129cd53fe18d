import { contract, decode, encode } from '@outrigger/api/contract'
import { toReported } from '../node/findingNotice.ts'
import { getFindings, getMevStatus, type MevParts } from '../node/mevDetectors.ts'
import type { Api } from './fulfilment.ts'
import { toMetadata } from './gasQuestions.ts'

/** Returns the MEV findings of a chain and the status of their detection. Detection starts with the first request for the chain's mempool. */
export function createMevFindingsApi(parts: MevParts): Pick<Api, 'mevFindings' | 'mevStatus'> {
  return {
    async mevFindings({ chain, ...query }) {
      const startedMs = performance.now()
      const { records, ...found } = await getFindings(parts, chain, decode(contract.mevFindings.query, query))
      const findings = records.map(toReported).map((finding) => ({ ...finding, details: { ...finding.details } }))
      const data = { ...found, isStale: found.asOfMs !== null, count: findings.length, findings }
      return encode(contract.mevFindings.response, { success: true, data, metadata: toMetadata(startedMs, chain) })
    },
    async mevStatus({ chain }) {
      const startedMs = performance.now()
      const data = await getMevStatus(parts, chain)
      return encode(contract.mevStatus.response, { success: true, data, metadata: toMetadata(startedMs, chain) })
    },
  }
}
