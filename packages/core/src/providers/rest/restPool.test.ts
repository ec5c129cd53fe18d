import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AllProvidersFailedError, RestAnswerError } from '../errors.ts'
import { createProvider } from '../fixtures/provider.ts'
import type { RestPool } from '../poolTypes.ts'
import { createRestPool } from './restPool.ts'

type Provider = Awaited<ReturnType<typeof createProvider>>
let primary: Provider
let backup: Provider
let pool: RestPool

beforeEach(async () => {
  ;[primary, backup] = await Promise.all([createProvider('primary'), createProvider('backup')])
  for (const [index, provider] of [primary, backup].entries()) provider.scripts['*'] = () => ({ from: index })
  pool = createRestPool({
    name: 'beacon',
    endpoints: [primary.url, backup.url],
    probePath: '/probe',
    hedgeDelayMs: 1500,
  })
})
afterEach(async () => {
  await pool.close()
  await Promise.all([primary.close(), backup.close()])
})

const refuse = (provider: Provider, status: number, body: object = {}) => {
  provider.scripts['*'] = ({ method }, response) => {
    if (method !== '/probe') response.writeHead(status)
    return body
  }
}

it('calls the primary, and the backup if it fails', async () => {
  expect(await pool.get('/x')).toMatchObject({ result: { from: 0 }, role: 'primary' })
  refuse(primary, 503)
  expect(await pool.get('/x')).toMatchObject({ result: { from: 1 }, role: 'backup' })
  primary.scripts['*'] = () => 'no JSON'
  expect(await pool.get('/y')).toMatchObject({ result: { from: 1 }, role: 'backup' })
})

it('returns a 4xx as the answer, but calls another endpoint if the route is unsupported', async () => {
  refuse(primary, 400, { message: 'bad slot' })
  refuse(backup, 400, { message: 'bad slot' })
  const error = await pool.get('/slots/x').catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(RestAnswerError)
  expect(error).toMatchObject({ status: 400, body: expect.stringContaining('bad slot') })
  backup.scripts['*'] = () => ({ from: 1 })
  refuse(primary, 404)
  expect(await pool.get('/slots/1')).toMatchObject({ result: { from: 1 } })
})

it('lists every failure if no endpoint answers', async () => {
  for (const provider of [primary, backup]) refuse(provider, 500)
  const error = (await pool.get('/x').catch((cause: unknown) => cause)) as AllProvidersFailedError
  expect(error).toBeInstanceOf(AllProvidersFailedError)
  expect(error.failures.map(({ endpoint }) => endpoint).toSorted()).toEqual(['backup', 'primary'])
})

it('opens a stream from the endpoint that answers first, and sends a POST only once', async () => {
  refuse(primary, 503)
  const { result, provider } = await pool.open('/events')
  expect([provider, JSON.parse(await text(result.body))]).toEqual(['backup', { from: 1 }])
  const count = (from: Provider) => from.state.calls.filter((path) => path === '/blocks').length
  await expect(pool.open('/blocks', { method: 'POST' })).rejects.toThrow(AllProvidersFailedError)
  expect(count(primary) + count(backup)).toBe(1)
})

it('returns the 4xx response of a stream if no endpoint has a better answer', async () => {
  for (const provider of [primary, backup]) refuse(provider, 404, { code: 404 })
  const { result } = await pool.open('/nothing')
  expect([result.status, await text(result.body)]).toEqual([404, '{"code":404}'])
})
