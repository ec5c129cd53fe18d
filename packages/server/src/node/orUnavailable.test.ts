import { AllProvidersFailedError, EndpointError, type ProviderPool } from '@outrigger/core'
import { expect, it } from 'vitest'
import { orUnavailable } from './orUnavailable.ts'

it('names each endpoint once, with why it does not answer', async () => {
  const failures = ['primary', 'backup'].map((name) => new EndpointError(name, 'broken', 'no answer within 5000 ms'))
  const fail = async () => {
    throw new TypeError('wrapped', { cause: new AllProvidersFailedError('ethereum', 'eth_call', failures) })
  }
  const endpoints = failures.map(({ endpoint }) => ({ name: endpoint, reason: 'Circuit open after 3 failures' }))
  const pool = { report: () => ({ endpoints }) } as unknown as ProviderPool
  await expect(orUnavailable('ethereum', fail, pool)).rejects.toThrow(
    'No ethereum provider answered eth_call. primary: Circuit open after 3 failures; backup: Circuit open after 3 failures',
  )
})
