import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
let anvil: Anvil
beforeAll(async () => {
  provider.register()
  anvil = await createAnvil({ chainId: 1 })
})
afterAll(() => Promise.all([anvil.close(), provider.shutdown()]))

const spans = () => exporter.getFinishedSpans()

it('a request has a span, in the trace of its caller, with the calls to providers within it', async () => {
  const providerKey = 'a-provider-key'
  const endpoints = [{ name: 'primary', url: `${anvil.rpcUrl}/?apikey=${providerKey}` }]
  await using node = await createNode({ chains: { ethereum: { endpoints } }, tracing: true, log: 'silent' })
  const { gatewayUrl, url } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'x', tier: 'unlimited' })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = {
    'x-api-key': secret,
    'content-type': 'application/json',
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  }
  const ask = (method: string, params: readonly unknown[]) =>
    fetch(`${gatewayUrl}/ethereum/rpc`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }).then((response) => response.json())
  expect(await ask('eth_getBalance', [`0x${'1'.repeat(40)}`, 'latest'])).toMatchObject({ result: '0x0' })
  await fetch(`${url}/v1/nothing-here`, { headers })

  const named = (name: string) => spans().find((span) => span.name === name)
  await expect.poll(() => [named('POST rpc'), named('GET unmatched')].every(Boolean)).toBe(true)
  const [request, call, unmatched] = [named('POST rpc'), named('eth_getBalance'), named('GET unmatched')]
  expect(request?.attributes).toMatchObject({ 'http.route': 'rpc', 'http.response.status_code': 200 })
  expect(request?.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
  for (const span of [request, call, unmatched]) expect(span?.spanContext().traceId).toBe(traceId)
  expect(call?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
  expect(call?.attributes).toMatchObject({ 'outrigger.chain': 'ethereum', 'outrigger.endpoint': 'primary' })
  expect(unmatched?.attributes).toMatchObject({ 'http.response.status_code': 404 })
  const text = JSON.stringify(
    spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  )
  for (const hidden of [secret, providerKey]) expect(text).not.toContain(hidden)
})

it('a node that does not trace leaves no span', async () => {
  exporter.reset()
  await using node = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } }, log: 'silent' })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  await (await fetch(`${url}/v1/health`)).text()
  expect(spans()).toEqual([])
})
