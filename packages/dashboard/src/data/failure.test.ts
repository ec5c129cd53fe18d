import { createClient } from '@outrigger/api'
import { expect, it } from 'vitest'
import { describeFailure } from './failure.ts'

it('says that the node does not answer, without advice for programs', async () => {
  const { wire } = createClient({ url: 'http://127.0.0.1:1' })
  const error = await wire.health().catch((reason: unknown) => reason)
  expect(describeFailure(error)).toBe('The node did not answer in time.')
})

it.each([
  [
    { status: 401, message: 'mevStatus failed with 401 INVALID_API_KEY: wrong' },
    'The session has ended. Sign in again.',
  ],
  [{ status: 503, message: 'oracleGas failed with 503 UPSTREAM_UNAVAILABLE no provider' }, 'no provider'],
  [{ status: 500, message: '' }, 'The node answers 500.'],
])('says %j in one sentence', (error, text) => expect(describeFailure(error)).toBe(text))
