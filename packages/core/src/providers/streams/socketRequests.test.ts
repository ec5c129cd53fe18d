import { expect, it } from 'vitest'
import { parseMessage, SocketRequests } from './socketRequests.ts'

const create = () => {
  const sent: { id: number; method: string; params: unknown }[] = []
  const requests = new SocketRequests({ name: 'primary', secrets: ['SECRETKEY'] }, (text) =>
    sent.push(JSON.parse(text)),
  )
  return { requests, sent }
}

it('matches answers to requests in any order', async () => {
  const { requests, sent } = create()
  const answers = [requests.send('eth_chainId'), requests.send('eth_subscribe', ['newHeads'])]
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
    { jsonrpc: '2.0', id: 2, method: 'eth_subscribe', params: ['newHeads'] },
  ])
  requests.receive({ id: 2, result: 'two' })
  requests.receive({ id: 7, result: 'of nobody' })
  requests.receive({ id: 1, result: 'one', error: null })
  expect(await Promise.all(answers)).toEqual(['one', 'two'])
})

it("rejects with the provider's message without its keys, and when the socket is lost", async () => {
  const { requests } = create()
  const refused = requests.send('eth_subscribe').catch((error) => error)
  requests.receive({ id: 1, error: { message: 'no SECRETKEY here' } })
  expect(await refused).toMatchObject({ message: 'eth_subscribe over the socket of primary: no … here.' })
  const unusual = requests.send('eth_subscribe').catch((error) => error)
  requests.receive({ id: 2, result: null, error: 'too many subscriptions' })
  expect(await unusual).toMatchObject({
    message: 'eth_subscribe over the socket of primary: too many subscriptions.',
  })
  const lost = requests.send('eth_chainId').catch((error) => error)
  requests.failAll('the connection was lost')
  expect(await lost).toMatchObject({ code: 'SOCKET_REQUEST_FAILED', retryable: true })
})

it('reads objects only', () => {
  expect(parseMessage('{"id":1}')).toEqual({ id: 1 })
  for (const text of ['', '1', 'null', '{']) expect(parseMessage(text)).toBeUndefined()
})
