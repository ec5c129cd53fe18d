import type { FindingReading } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'

export type MevStatus = Response<'mevStatus'>['data']

/** Describes the details of a finding in one line. */
export const describeDetails = (details: FindingReading['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${value}`)
    .join(', ')
