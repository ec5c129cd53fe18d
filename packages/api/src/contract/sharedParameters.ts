import * as t from 'typebox'

// Parameters that several endpoints share.

// Not validated as an enum: an unknown chain has its own error code. So has a malformed address.
export const Chain = t.String({ minLength: 1, description: 'Name of a chain, or its chain id' })
export const AnyAddress = t.String({ minLength: 1, maxLength: 200, description: 'In the form of the chain' })
export const AnyHash = t.String({ pattern: '^[0-9A-Za-z]{1,100}$', description: 'In the form of the chain' })
export const BlockNumber = t.String({ pattern: '^(?:latest|\\d{1,15})$', description: 'A block number, or latest' })
export const AnyDate = t.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}.{0,20})?$',
  description: 'ISO 8601, a date or a timestamp',
})
export const Wei = t.String({ pattern: '^\\d{1,78}$', description: 'wei' })
export const CallData = t.String({ pattern: '^0x(?:[\\da-fA-F]{2})*$', description: 'Hexadecimal' })
export const Text = t.String({ minLength: 1, maxLength: 200 })
/** Several of it, separated by commas. */
export const TextList = t.String({ minLength: 1, maxLength: 2000, description: 'Comma-separated' })

export const chainParams = t.Object({ chain: Chain })
export const Period = { start_date: t.Optional(AnyDate), end_date: t.Optional(AnyDate) }
