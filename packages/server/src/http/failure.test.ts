import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { failUnread } from './failure.ts'

it('answers a request that does not arrive, and lets go of its socket', async () => {
  const server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 }, () => {})
  server.on('clientError', failUnread)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write('GET / HTTP/1.1\r\n'))
  const answer = await new Promise((resolve) => socket.once('data', (data) => resolve(String(data))))
  expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n.*x-request-id: \S+.*"code":"REQUEST_TIMEOUT"/s)
  await new Promise((resolve) => server.close(resolve))
  socket.destroy()
})
