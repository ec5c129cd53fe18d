import * as t from 'typebox'

// Parameters of several endpoints.

// Not validated as an enum or pattern: unknown chains and malformed addresses have their own error codes.
export const Chain = t.String({ minLength: 1, description: 'Name or chain id of a chain' })
export const AnyAddress = t.String({ minLength: 1, maxLength: 200, description: 'Address in the format of the chain' })
export const AnyHash = t.String({ pattern: '^[0-9A-Za-z]{1,100}$', description: 'Hash in the format of the chain' })
export const BlockNumber = t.String({ pattern: '^(?:latest|\\d{1,15})$', description: 'Block number, or latest' })
export const AnyDate = t.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}.{0,20})?$',
  description: 'ISO 8601 date or timestamp',
})
export const Wei = t.String({ pattern: '^\\d{1,78}$', description: 'wei' })
export const CallData = t.String({ pattern: '^0x(?:[\\da-fA-F]{2})*$', description: 'Hexadecimal' })
export const Text = t.String({ minLength: 1, maxLength: 200 })
/** Several values, separated by commas. */
export const TextList = t.String({ minLength: 1, maxLength: 2000, description: 'Values separated by commas' })

export const chainParams = t.Object({ chain: Chain })
export const Period = { start_date: t.Optional(AnyDate), end_date: t.Optional(AnyDate) }
