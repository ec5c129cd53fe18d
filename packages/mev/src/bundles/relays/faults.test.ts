import { createMemoryStore } from '@outrigger/core'
import type { RelayFault } from '@outrigger/devnet/builder'
import { createBuilder } from '@outrigger/devnet/builder'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBundler } from '../bundler.ts'
import { type BundleChain, signerKey, startBundleChain } from '../fixtures/bundleChain.ts'

let chain: BundleChain
let account = 0
beforeAll(async () => {
  chain = await startBundleChain(['flashbots', 'titan'], {}, { timeoutMs: 1_000 })
}, 60_000)
afterAll(() => chain?.[Symbol.asyncDispose]())

/** Sends one bundle while one relay fails and the other works. */
async function send(fault: RelayFault) {
  const { builder, bundler } = chain
  account += 1
  const before = builder.received.length
  builder.setFault('flashbots', fault)
  const transactions = [{ signed: await chain.sign(account, { nonce: 0, value: BigInt(account) }) }]
  const { hash } = await bundler.sendBundle({ transactions })
  const settled = () => bundler.get(hash).then((record) => record?.submissions ?? [])
  const isOpen = async () => (await settled()).some(({ outcome }) => outcome === 'sending')
  await expect.poll(isOpen, { timeout: 15_000 }).toBe(false)
  builder.setFault('flashbots', {})
  const requests = builder.received.slice(before).filter(({ method }) => method === 'eth_sendBundle')
  const [flashbots, titan] = ['flashbots', 'titan'].map((name) => requests.filter(({ relay }) => relay === name).length)
  const submissions = await settled()
  expect(submissions.find(({ relay }) => relay === 'titan')).toMatchObject({ outcome: 'accepted', message: null })
  expect(titan).toBe(1)
  const { outcome, message } = submissions.find(({ relay }) => relay === 'flashbots') ?? {}
  return { outcome, message, requests: flashbots }
}

const json = (value: unknown) => ({ answer: { body: JSON.stringify(value) } })

it.each([
  ['hangs', { hang: true }, 'uncertain', /did not respond within 1000 ms/, 1],
  ['breaks the connection', { cut: true }, 'uncertain', /closed the connection/, 1],
  ['answers 500', { answer: { status: 500, body: 'oh no' } }, 'uncertain', /status 500/, 1],
  ['answers 502 without a body', { answer: { status: 502 } }, 'uncertain', /status 502/, 1],
  ['answers 404', { answer: { status: 404, body: '<html>' } }, 'refused', /status 404/, 1],
  ['answers 429', { answer: { status: 429 } }, 'refused', /429/, 2],
  ['answers a page', { answer: { body: '<html>Welcome</html>' } }, 'uncertain', /without a JSON-RPC/, 1],
  ['answers nothing', { answer: {} }, 'uncertain', /without a JSON-RPC/, 1],
  ['answers another object', json({ status: 'ok' }), 'uncertain', /without a JSON-RPC/, 1],
  ['answers a list', json([{ jsonrpc: '2.0', id: 1, result: {} }]), 'uncertain', /without a JSON-RPC/, 1],
  ['answers null', json(null), 'uncertain', /without a JSON-RPC/, 1],
  ['answers an error that is a number', json({ error: 7 }), 'refused', /^7$/, 1],
  ['answers an empty error', json({ result: null, error: '' }), 'refused', /^$/, 1],
  ['answers an error without a message', json({ error: { code: -1 } }), 'refused', /-1/, 1],
  ['answers bytes that are not text', { answer: { body: '\u0000\ud800' } }, 'uncertain', /without a JSON-RPC/, 1],
  [
    'sends a wrong content encoding',
    { answer: { headers: { 'content-encoding': 'gzip' }, body: 'x' } },
    'uncertain',
    /closed|JSON/,
    1,
  ],
  ['answers a huge body', { answer: { body: 'x'.repeat(5_000_000) } }, 'uncertain', /more than 262144 bytes/, 1],
  ['answers a huge error', json({ error: { message: 'x'.repeat(100_000) } }), 'refused', /^x{300}$/, 1],
] as const)(
  'a relay that %s is reported, and the other relay receives the bundle',
  async (_, fault, outcome, says, requests) => {
    const sent = await send(fault)
    expect(sent).toEqual({ outcome, message: expect.stringMatching(says), requests })
  },
)

it.each([301, 302, 307, 308])('a redirect (%i) is not followed', async (status) => {
  const location = chain.builder.urls.titan ?? ''
  // `send` also checks that the other relay receives the bundle once.
  const { outcome, message } = await send({ answer: { status, headers: { location } } })
  expect({ outcome, message }).toEqual({ outcome: 'refused', message: expect.stringMatching(/redirect/) })
})

it('replies that echo the request do not expose the key or credentials', async () => {
  await using builder = await createBuilder({ rpcUrl: chain.rpcUrl, chain: mainnet, relays: ['flashbots'] })
  const url = (builder.urls.flashbots ?? '').replace('http://', 'http://carol:pass-of-carol@')
  const relay = {
    name: 'flashbots',
    url: `${url}/v1/path-with-secret?key=key-in-query`,
    headers: { 'X-Api': 'header-secret' },
  }
  await using bundler = createBundler({ pool: chain.pool, store: createMemoryStore(), relays: [relay], signerKey })
  const basic = Buffer.from('carol:pass-of-carol').toString('base64')
  account += 1
  const transactions = [{ signed: await chain.sign(account, { nonce: 0 }) }]
  const said: string[] = []
  for (const fault of [
    { echo: true },
    { refuse: `signed with ${signerKey}` },
    { refuse: signerKey.slice(2).toUpperCase() },
    // The secret starts before the message is cut off.
    { refuse: `${'x'.repeat(295)}header-secret` },
  ]) {
    builder.setFault('flashbots', fault)
    const targetBlock = (await chain.client.getBlockNumber({ cacheTime: 0 })) + 1n + BigInt(said.length)
    const { submissions } = await bundler.sendBundle({ transactions, targetBlock })
    said.push(submissions.at(-1)?.message ?? '')
  }
  const [, signed, alone, cut] = said
  expect([signed, alone, cut]).toEqual(['signed with 0x…', '…', `${'x'.repeat(295)}…`])
  expect(said[0]).toMatch(/who are you/)
  const text = JSON.stringify([said, await bundler.list()])
  for (const secret of [signerKey.slice(2), 'pass-of-carol', basic, 'path-with-secret', 'key-in-query', 'header-'])
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  // The requests were sent with the signer's address.
  expect(builder.received[0]?.signer).toBe(chain.builder.received[0]?.signer)
})
