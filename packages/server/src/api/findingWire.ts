import { encode, MevFinding } from '@outrigger/api/contract'
import type { FindingRecord } from '../node/findingFeed.ts'
import { toReported } from '../node/findingNotice.ts'

/** Converts a finding to its wire form. */
export function toWireFinding(record: FindingRecord): MevFinding {
  const reported = toReported(record)
  return encode(MevFinding, { ...reported, details: { ...reported.details } })
}
