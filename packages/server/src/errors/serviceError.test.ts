import { expect, it } from 'vitest'
import { InvalidParameterError } from './serviceError.ts'

it('puts whole sentences after a colon, and lets phrases continue the path', () => {
  const faults = [
    { path: 'body', message: 'The transaction would fail.' },
    { path: 'body.to', message: '"0x12" is not an address.' },
    { path: 'query.amount', message: 'must be above 0' },
  ]
  const error = new InvalidParameterError(faults)
  expect(error.message).toBe(
    'body: The transaction would fail.; body.to: "0x12" is not an address.; query.amount must be above 0',
  )
  expect(error.details).toEqual(faults)
})
