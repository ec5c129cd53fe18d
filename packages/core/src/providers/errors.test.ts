import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { AllProvidersFailedError, EndpointError } from './errors.ts'

it('prints one line per provider for an uncaught error, and no stack of each failure', () => {
  const failures = [
    new EndpointError('primary', 'unreachable', 'connection failed (ECONNREFUSED)'),
    new EndpointError('backup', 'rateLimited', 'rate limit of the provider'),
  ]
  const error = new AllProvidersFailedError('ethereum', 'eth_blockNumber', failures)
  expect(error.failures).toEqual(failures)
  expect(error.message).toBe(
    'No ethereum provider answered eth_blockNumber. primary: connection failed (ECONNREFUSED); backup: rate limit of the provider',
  )
  const [first, ...lines] = inspect(error).split('\n')
  expect(first).toBe('AllProvidersFailedError: No ethereum provider answered eth_blockNumber.')
  expect(lines.slice(0, 2)).toEqual([
    '  primary: connection failed (ECONNREFUSED)',
    '  backup: rate limit of the provider',
  ])
  expect(inspect(error)).not.toContain('EndpointError')
})
