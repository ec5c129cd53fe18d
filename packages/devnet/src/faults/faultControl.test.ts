import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { createFaultControl } from './index.ts'

test('an unknown path or method does not crash the control server', async () => {
  const ether = { set: async () => ({ change: 0, price_usd: 3000 }) }
  await using control = await createFaultControl({}, { ether })
  const status = async (method: string, path: string) => {
    const sent = request(control.url, { method, path }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  for (const path of ['//', '/%', '/%E0%A4', '*']) expect(await status('PUT', path), path).toBe(404)
  expect(await status('GET', '/ether')).toBe(405)
  expect(await status('GET', '/?a=%')).toBe(200)
})
