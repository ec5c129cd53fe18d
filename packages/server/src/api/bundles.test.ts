import { Writable } from 'node:stream'
import type { Scope } from '@outrigger/api/contract'
import { createAnvil, mnemonic } from '@outrigger/devnet'
import { type Builder, createBuilder } from '@outrigger/devnet/builder'
import { type Address, type Hex, parseGwei, type SignedAuthorization, serializeTransaction } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'
import type { Listening } from '../node/listening.ts'

const signerKey = `0x${'5e'.repeat(32)}`
const account = mnemonicToAccount(mnemonic)
let anvil: Awaited<ReturnType<typeof createAnvil>>
let builder: Builder
let node: OutriggerNode
let plain: OutriggerNode
let at: Listening
let plainAt: Listening
let key: string
let plainKey: string
/** Every answer, and every line of the node's log. */
const texts: string[] = []

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining', '--order', 'fifo'] })
  builder = await createBuilder({ rpcUrl: anvil.rpcUrl, chain: mainnet, relays: ['flashbots', 'titan'] })
  const { flashbots, titan } = builder.urls
  const relays = [
    { name: 'flashbots', url: `${flashbots?.replace('//', '//carol:pass-of-carol@')}/secret-path` },
    { name: 'titan', url: titan ?? '', headers: { Authorization: 'Bearer secret-header' } },
  ]
  const chains = { ethereum: { endpoints: [anvil.rpcUrl] } }
  const logTo = new Writable({ write: (chunk, _, done) => done(void texts.push(String(chunk))) })
  node = await createNode({ chains, log: 'debug', mev: { enabled: false, relays, signerKey } }, { logTo })
  plain = await createNode({ chains, mev: { enabled: false } })
  ;[at, plainAt] = (await Promise.all([node, plain].map((one) => one.listen({ port: 0, gatewayPort: 0 })))) as [
    Listening,
    Listening,
  ]
  key = (await node.keys.create({ name: 'all', scopes: ['read:blockchain'], tier: 'unlimited' })).secret
  plainKey = (await plain.keys.create({ name: 'all', scopes: ['read:blockchain'], tier: 'free' })).secret
}, 60_000)
afterAll(async () => {
  await Promise.all([node?.close(), plain?.close()])
  await builder?.close()
  await anvil?.close()
})

type Answer = { readonly status: number; readonly body: Record<string, unknown>; readonly text: string }

async function ask(
  method: string,
  path: string,
  body?: object,
  { url, apiKey }: { url: string; apiKey: string } = { url: at.url, apiKey: key },
): Promise<Answer> {
  const headers = { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`${url}/v1/mev/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  texts.push(text)
  return { status: response.status, body: JSON.parse(text) as Record<string, unknown>, text }
}

let nonce = 0
const sign = (
  fields: { nonce?: number; to?: Address; data?: Hex; chainId?: number; tip?: string; max?: string } = {},
) =>
  account.signTransaction({
    type: 'eip1559',
    chainId: fields.chainId ?? 1,
    nonce: fields.nonce ?? nonce,
    gas: 60_000n,
    value: 1n,
    to: fields.to ?? `0x${'0b'.repeat(20)}`,
    ...(fields.data && { data: fields.data }),
    maxFeePerGas: parseGwei(fields.max ?? '30'),
    maxPriorityFeePerGas: parseGwei(fields.tip ?? '2'),
  })
const settled = (hash: unknown) =>
  expect
    .poll(async () => (await ask('GET', `ethereum/bundle/${hash}`)).body['status'], { timeout: 15_000, interval: 30 })
    .not.toBe('pending')
    .then(() => ask('GET', `ethereum/bundle/${hash}`))

describe('bundles over REST', () => {
  it('are simulated, submitted, included', async () => {
    const transactions = [{ signed_tx: await sign() }, { signed_tx: await sign({ nonce: nonce + 1 }) }]
    const simulated = await ask('POST', 'ethereum/bundle/simulate', { transactions })
    expect(simulated).toMatchObject({
      status: 200,
      body: { success: true, total_gas_used: 42_000, coinbase_diff: String(42_000n * parseGwei('2')) },
    })
    expect(simulated.body['coinbase_diff_eth']).toBe(0.000084)
    const sent = await ask('POST', 'ethereum/bundle/submit', { transactions })
    expect(sent).toMatchObject({
      status: 200,
      body: {
        relay: 'flashbots,titan',
        simulation: { success: true, gas_used: 42_000 },
        submissions: [{ outcome: 'accepted' }, { outcome: 'accepted' }],
      },
    })
    const hash = sent.body['bundle_hash']
    expect((await ask('GET', `ethereum/bundle/${hash}`)).body).toMatchObject({ status: 'pending', why: null })
    const { number } = await builder.build()
    expect((await settled(hash)).body).toMatchObject({
      status: 'included',
      included_block: number,
      target_block: number,
      transactions: [
        { status: 'included', block_number: number, gas_used: 21_000 },
        { status: 'included', block_number: number, gas_used: 21_000 },
      ],
    })
    // A bundle that has ended cannot be canceled.
    expect((await ask('DELETE', `ethereum/bundle/${hash}`)).body).toMatchObject({ cancelled: false })
    nonce += 2
  })

  it('are taken back', async () => {
    const sent = await ask('POST', 'ethereum/bundle/submit?relay=flashbots&simulate=false', {
      transactions: [{ signed_tx: await sign() }],
    })
    expect(sent.body).toMatchObject({ relay: 'flashbots', simulation: null })
    const hash = sent.body['bundle_hash']
    expect((await ask('DELETE', `ethereum/bundle/${hash}`)).body).toMatchObject({ bundle_hash: hash, cancelled: true })
    expect((await ask('GET', `ethereum/bundle/${hash}`)).body).toMatchObject({ status: 'cancelled' })
    expect((await builder.build()).included).toEqual([])
  })

  it('send a transaction privately, good for 25 blocks', async () => {
    const signed_tx = await sign()
    const sent = await ask('POST', '1/private', { signed_tx, hints: ['calldata'] })
    const head = Number(await (await node.pools.ethereum?.send<Hex>({ method: 'eth_blockNumber' }))?.result)
    expect(sent).toMatchObject({ status: 200, body: { status: 'pending', max_block: head + 25 } })
    const request = builder.received.find(({ method }) => method === 'eth_sendPrivateTransaction')
    const hints = ['calldata', 'contract_address', 'function_selector']
    expect(JSON.parse(request?.body ?? '').params[0].preferences.privacy).toEqual({ hints })
    await builder.build()
    expect((await settled(sent.body['tx_hash'])).body).toMatchObject({ status: 'included' })
    nonce += 1
  })

  it('follow the nonces that authorizations use, and the gas cap of the chain', async () => {
    const to = `0x${'0b'.repeat(20)}` as const
    const authorization = await account.signAuthorization?.({ address: to, chainId: 1, nonce: nonce + 1 })
    const fees = { maxFeePerGas: parseGwei('30'), maxPriorityFeePerGas: parseGwei('2') }
    const common = { chainId: 1, nonce, to, gas: 60_000n, ...fees } as const
    const first = await account.signTransaction({
      ...common,
      type: 'eip7702',
      authorizationList: [authorization as SignedAuthorization],
    })
    const submit = async (signed: readonly Hex[]) =>
      ask('POST', 'ethereum/bundle/submit?relay=flashbots', {
        transactions: signed.map((signed_tx) => ({ signed_tx })),
      })
    const stale = await submit([first, await sign({ nonce: nonce + 1 })])
    expect(stale).toMatchObject({ status: 400 })
    expect(stale.text).toMatch(/transactions\.1\.signed_tx has nonce \d+, which is already used/)
    const large = await submit([await account.signTransaction({ ...common, type: 'eip1559', gas: 16_777_217n })])
    expect(large).toMatchObject({ status: 400 })
    expect(large.text).toMatch(/above the limit of 16777216/)
    // Canceled, because anvil's pool does not put both into one block.
    const sent = await submit([first, await sign({ nonce: nonce + 2 })])
    expect(sent).toMatchObject({ status: 200 })
    expect((await ask('DELETE', `ethereum/bundle/${sent.body['bundle_hash']}`)).body).toMatchObject({ cancelled: true })
  })

  it.each([
    ['bad hex', () => ({ transactions: [{ signed_tx: '0x123' }] }), /signed_tx/],
    [
      'no transaction',
      () => ({ transactions: [{ signed_tx: '0x1234' }] }),
      /transactions\.0\.signed_tx is not a transaction/,
    ],
    [
      'an unsigned one',
      () => ({
        transactions: [{ signed_tx: serializeTransaction({ type: 'eip1559', chainId: 1, nonce: 0, gas: 1n }) }],
      }),
      /is not signed/,
    ],
    [
      'another chain',
      async () => ({ transactions: [{ signed_tx: await sign({ chainId: 100 }) }] }),
      /signed for chain id 100/,
    ],
    [
      'too many',
      async () => ({ transactions: Array.from({ length: 101 }, () => ({ signed_tx: '0x1234' })) }),
      /transactions/,
    ],
    [
      'too large',
      async () => ({ transactions: [{ signed_tx: await sign({ data: `0x${'00'.repeat(300_000)}` }) }] }),
      /at most 300000/,
    ],
    [
      'a past block',
      async () => ({ transactions: [{ signed_tx: await sign() }], target_block: 1 }),
      /target_block.*past/,
    ],
    [
      'a past time',
      async () => ({ transactions: [{ signed_tx: await sign() }], max_timestamp: 1 }),
      /max_timestamp.*past/,
    ],
    ['a used nonce', async () => ({ transactions: [{ signed_tx: await sign({ nonce: 0 }) }] }), /is mined already/],
    ['a gap', async () => ({ transactions: [{ signed_tx: await sign({ nonce: nonce + 1 }) }] }), /has nonce/],
    [
      'too low a fee',
      async () => ({ transactions: [{ signed_tx: await sign({ max: '0.01', tip: '0.01' }) }] }),
      /pays at most 10000000 wei/,
    ],
    [
      'a revert',
      async () => ({
        transactions: [{ signed_tx: await sign({ to: '0x0000000000000000000000000000000000000008', data: '0x01' }) }],
      }),
      /fails in a simulation/,
    ],
  ])('refuse %s with a 400 that says so', async (_, toBody, says) => {
    const before = builder.received.length
    const { status, body, text } = await ask('POST', 'ethereum/bundle/submit', await toBody())
    expect({ status, error: body['error'], success: body['success'] }).toEqual({
      status: 400,
      error: 'INVALID_PARAMETER',
      success: false,
    })
    expect(text).toMatch(says)
    expect(builder.received.length).toBe(before)
  })

  it.each([
    ['a state that is not there yet', { state_block_number: 1_000_000 }],
    ['a block below its state', { block_number: 1, state_block_number: 1 }],
    ['the first block', { block_number: 0 }],
  ])('refuse to simulate %s', async (_, blocks) => {
    const answer = await ask('POST', 'ethereum/bundle/simulate', {
      transactions: [{ signed_tx: await sign() }],
      ...blocks,
    })
    expect(answer).toMatchObject({ status: 400, body: { error: 'INVALID_PARAMETER' } })
    expect(answer.text).toMatch(/state_block_number/)
  })

  it('refuse unknown relays, chains and hashes', async () => {
    const transactions = [{ signed_tx: await sign() }]
    const relay = await ask('POST', 'ethereum/bundle/submit?relay=nobody', { transactions })
    expect(relay).toMatchObject({ status: 400, body: { error: 'INVALID_PARAMETER' } })
    expect(relay.text).toMatch(/query\.relay.*flashbots, titan/)
    expect(await ask('POST', 'base/bundle/submit', { transactions })).toMatchObject({
      status: 404,
      body: { error: 'chain_not_found' },
    })
    expect(await ask('GET', `ethereum/bundle/0x${'5c'.repeat(32)}`)).toMatchObject({ status: 404 })
    expect(await ask('DELETE', `ethereum/bundle/0x${'5c'.repeat(32)}`)).toMatchObject({ status: 404 })
  })

  it('refuse what is larger than any bundle', async () => {
    const transactions = [{ signed_tx: `0x${'00'.repeat(4_000_000)}` }]
    expect(await ask('POST', 'ethereum/bundle/submit', { transactions })).toMatchObject({ status: 413 })
  })

  it('tell what relays say, and what a provider says that does not simulate', async () => {
    for (const relay of ['flashbots', 'titan'] as const) builder.setFault(relay, { echo: true })
    const transactions = [{ signed_tx: await sign() }]
    const { status, body } = await ask('POST', 'ethereum/bundle/submit', { transactions })
    const submission = { outcome: 'refused', message: expect.stringMatching(/^who are you/) }
    expect({ status, body }).toMatchObject({ status: 200, body: { submissions: [submission, submission] } })
    await builder.build()
    const { body: over } = await settled(body['bundle_hash'])
    expect(over).toMatchObject({ status: 'expired', why: [{ reason: 'not_sent' }] })
    for (const relay of ['flashbots', 'titan'] as const) builder.setFault(relay, {})
    const tooMuch = await account.signTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce,
      gas: 21_000n,
      value: 10n ** 30n,
      to: `0x${'0b'.repeat(20)}`,
      maxFeePerGas: parseGwei('30'),
      maxPriorityFeePerGas: 1n,
    })
    const refused = await ask('POST', 'ethereum/bundle/simulate', { transactions: [{ signed_tx: tooMuch }] })
    expect(refused).toMatchObject({ status: 400, body: { error: 'INVALID_PARAMETER' } })
    expect(refused.text).toMatch(/The node rejected the simulation/)
  })

  it('are held to the rates of a tier', async () => {
    const apiKey = (await node.keys.create({ name: 'free', scopes: ['read:blockchain'], tier: 'free' })).secret
    const simulations: number[] = []
    for (let i = 0; i < 20; i += 1) {
      const body = { transactions: [{ signed_tx: '0x1234' }] }
      simulations.push((await ask('POST', 'ethereum/bundle/simulate', body, { url: at.url, apiKey })).status)
    }
    // The rate allows one more every six seconds.
    expect(simulations.slice(0, 10)).toEqual(Array(10).fill(400))
    expect(simulations).toContain(429)
    const statuses: number[] = []
    for (let i = 0; i < 7; i += 1)
      statuses.push((await ask('POST', 'ethereum/private', { signed_tx: '0x1234' }, { url: at.url, apiKey })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  })

  it('belong to the key that sent them', async () => {
    const make = async (scopes: readonly Scope[]) => {
      const made = await node.keys.create({ name: 'own', scopes, tier: 'unlimited' })
      return { url: at.url, apiKey: made.secret, id: made.key.id }
    }
    const [mine, other] = [await make(['read:blockchain']), await make(['read:blockchain'])]
    const operator = await make(['admin:account'])
    const submit = 'ethereum/bundle/submit?simulate=false'
    const transactions = [{ signed_tx: await sign() }]
    const sent = await ask('POST', submit, { transactions }, mine)
    const path = `ethereum/bundle/${sent.body['bundle_hash']}`
    const privately = await ask('POST', 'ethereum/private', { signed_tx: transactions[0]?.signed_tx }, mine)
    for (const one of [path, `ethereum/bundle/${privately.body['tx_hash']}`]) {
      expect(await ask('GET', one, undefined, other)).toMatchObject({ status: 404 })
      expect(await ask('DELETE', one, undefined, other)).toMatchObject({ status: 404 })
      expect(await ask('GET', one, undefined, operator)).toMatchObject({ status: 200, body: { status: 'pending' } })
    }
    // The same transactions from another key form its own bundle. That key cancels only its own.
    expect(await ask('POST', submit, { transactions }, other)).toMatchObject({ status: 200 })
    expect((await ask('DELETE', path, undefined, other)).body).toMatchObject({ cancelled: true })
    expect((await ask('GET', path, undefined, other)).body).toMatchObject({ status: 'cancelled' })
    const rotated = { url: at.url, apiKey: (await node.keys.rotate(mine.id)).secret }
    expect((await ask('GET', path, undefined, rotated)).body).toMatchObject({ status: 'pending' })
    await builder.build()
    const status = async () => (await ask('GET', path, undefined, rotated)).body['status']
    await expect.poll(status, { timeout: 15_000, interval: 30 }).toBe('included')
    nonce += 1
  })

  it('are off by default', async () => {
    const without = { url: plainAt.url, apiKey: plainKey }
    const transactions = [{ signed_tx: await sign() }]
    for (const [method, path, body] of [
      ['POST', 'ethereum/bundle/submit', { transactions }],
      ['POST', 'ethereum/bundle/simulate', { transactions }],
      ['GET', `gnosis/bundle/0x${'5c'.repeat(32)}`, undefined],
      ['DELETE', `ethereum/bundle/0x${'5c'.repeat(32)}`, undefined],
      ['POST', 'ethereum/private', { signed_tx: '0x1234' }],
    ] as const)
      expect(await ask(method, path, body, without)).toMatchObject({ status: 501, body: { error: 'NOT_AVAILABLE' } })
    // No configured relay serves this chain.
    expect(await ask('POST', 'gnosis/private', { signed_tx: '0x1234' })).toMatchObject({ status: 501 })
  })

  it('show neither key nor credentials in any answer, or in the log', async () => {
    await node.close()
    expect(texts.filter((text) => text.includes('"level"')).length).toBeGreaterThan(5)
    expect(texts.filter((text) => text.includes('request_id')).length).toBeGreaterThan(20)
    const basic = Buffer.from('carol:pass-of-carol').toString('base64')
    for (const secret of [signerKey.slice(2), 'pass-of-carol', basic, 'secret-path', 'secret-header'])
      expect(texts.filter((text) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
  })
})
