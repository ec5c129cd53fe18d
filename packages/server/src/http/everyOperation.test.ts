import { contract, type Endpoint, toOpenApi } from '@outrigger/api/contract'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { type Builder, createBuilder } from '@outrigger/devnet/builder'
import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'
import type { Listening } from '../node/listening.ts'
import { type KnownValues, type RandomRequest, toRandomRequests } from './fixtures/randomRequests.ts'

const runs = Number(process.env['OUTRIGGER_CASES'] ?? (process.env['CI'] ? 100 : 20))
const seed = Number(process.env['OUTRIGGER_SEED'] ?? 1)
/** Number of concurrent requests. */
const concurrency = 8

let devnet: Devnet
let markets: MarketServer
let builder: Builder
let node: OutriggerNode
let at: Listening
let key: string
let known: KnownValues

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const { rpcUrl } = devnet.chains.ethereum
  markets = await createMarketServer({ getPricesUsd: () => ({}) })
  builder = await createBuilder({ rpcUrl, chain: mainnet, relays: ['flashbots'] })
  const defillama = { enabled: true, apiUrl: markets.urls.defillama, yieldsUrl: markets.urls.defillama }
  node = await createNode({
    chains: { ethereum: { endpoints: [rpcUrl] } },
    log: 'silent',
    market: { defillama },
    analytics: { coingecko: { enabled: true, url: markets.urls.coingecko } },
    mev: { relays: [{ name: 'flashbots', url: builder.urls.flashbots ?? '' }], signerKey: `0x${'5e'.repeat(32)}` },
  })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
  known = await getKnownValues()
}, 180_000)

/** Returns values that exist in the node under test, so that requests are not all rejected early. */
async function getKnownValues(): Promise<KnownValues> {
  const { client } = devnet.chains.ethereum
  const { deployer: account, borrowersOf, traders } = devnet.accounts
  const { WETH, USDC } = addresses.tokens
  const transfer = { account, to: `0x${'0b'.repeat(20)}`, value: 3n } as const
  const hash = await client.sendTransaction(transfer)
  const block = await client.getBlock()
  const nonce = await client.getTransactionCount(account)
  const fees = { gas: 21_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n }
  const sign = (ahead: number) => client.signTransaction({ ...transfer, ...fees, chain: mainnet, nonce: nonce + ahead })
  const alert = { name: 'a', alert_type: 'gas', threshold: 1 }
  const created = await Promise.all(Array.from({ length: 20 }, () => ask('POST', '/v1/alerts', JSON.stringify(alert))))
  const keys = await Promise.all(Array.from({ length: 20 }, () => node.keys.create({ name: 'one' })))
  const accounts = [borrowersOf.aaveV3[0]?.address, traders[0]?.address, WETH.address].map(String)
  const chains = ['ethereum', 'ethereum', 'ethereum', '1', 'base', 'bitcoin', 'solana', 'starknet', 'cosmoshub']
  const blocks = ['latest', '0', '1', String(block.number), String(block.number + 1n)]
  const tokens = [WETH.address, USDC.address, `0x${'ee'.repeat(20)}`]
  const hashes = [hash, String(block.hash), `0x${'5c'.repeat(32)}`]
  return {
    ...sameFor(['chain', 'chain_id'], chains),
    ...sameFor(['address', 'from', 'to', 'from_address', 'to_address'], accounts),
    ...sameFor(['hash', 'bundle_hash'], hashes),
    ...sameFor(['number', 'block', 'fromBlock', 'toBlock'], blocks),
    ...sameFor(['from_token', 'to_token', 'token', 'tokens'], tokens),
    ...sameFor(['value', 'amount'], ['0', '1', '1000000000000000000']),
    ...sameFor(['start_date', 'end_date'], ['2026-01-01', '2025-12-01', new Date().toISOString().slice(0, 10)]),
    chains: ['ethereum', 'ethereum,base', '1'],
    symbol: ['ETH', 'USDC', 'WETH'],
    signed_tx: await Promise.all([0, 1, 10_000].map(sign)),
    key_id: keys.map((one) => one.key.id),
    alert_id: created.map(({ text }) => JSON.parse(text).id),
    webhook_url: ['http://127.0.0.1:1/hook'],
    email: ['someone@example.com'],
    allowed_ips: ['127.0.0.1', '10.0.0.0/8', '::1'],
    account: ['team'],
    relay: ['flashbots'],
    metric: ['gas_usage', 'transaction_volume', 'active_addresses', 'standard'],
    protocol: ['aave_v3', 'uniswap_v3'],
    exchanges: ['uniswap_v3', 'binance,uniswap_v3'],
  }
}

const sameFor = (names: readonly string[], values: readonly string[]): KnownValues =>
  Object.fromEntries(names.map((name) => [name, values]))

afterAll(async () => {
  await node?.close()
  await builder?.close()
  await markets?.close()
  await devnet?.close()
})

type Answers = { readonly [status: string]: Validator }
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: { readonly responses: Responses } } }
  readonly components: { readonly responses: Responses }
}
type Responses = {
  readonly [name: string]: {
    readonly $ref?: string
    readonly content?: { readonly 'application/json': { readonly schema: TSchema } }
  }
}

const document = toOpenApi({ version: '1.0.0' }) as Document

/** Compiles validators for the response bodies that the document declares for an operation, by status. */
function toAnswers({ path, method }: Endpoint): Answers {
  const { responses = {} } = document.paths[path]?.[method.toLowerCase()] ?? {}
  const resolved = Object.entries(responses).map(([status, response]) => {
    const { content } = response.$ref
      ? (document.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? {})
      : response
    return [status, Compile(content?.['application/json'].schema ?? {})] as const
  })
  return Object.fromEntries(resolved)
}

async function ask(
  method: string,
  path: string,
  text?: string,
  headers: RandomRequest['headers'] = { 'content-type': 'application/json' },
) {
  // As bytes, because `fetch` adds a content type to text.
  const body = text === undefined ? null : Buffer.from(text)
  const response = await fetch(at.url + path, { method, headers: { 'x-api-key': key, ...headers }, body })
  return { status: response.status, text: await response.text() }
}

/** Returns the error in the answer to a request, or null. */
async function findFault({ method, path, headers, text }: RandomRequest, answers: Answers): Promise<string | null> {
  const said = await ask(method, path, text, headers)
  const sent = `${method} ${path} ${JSON.stringify(headers)} ${text ?? ''}`
  const about = `${sent.slice(0, 1_000)} -> ${said.status} ${said.text.slice(0, 500)}`
  const validator = answers[said.status]
  if (said.status === 500 || validator === undefined) return `${said.status} is not declared: ${about}`
  const [error] = validator.Errors(JSON.parse(said.text))
  return error === undefined ? null : `${error.instancePath} ${error.message}: ${about}`
}

// Deletions come last, because other requests need what they delete.
const endpoints = (Object.entries(contract) as [string, Endpoint][]).sort(
  ([, one], [, other]) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
)

describe(`every operation answers random requests as the contract declares (OUTRIGGER_SEED=${seed})`, () => {
  it.each(endpoints)('%s', async (id, endpoint) => {
    const answers = toAnswers(endpoint)
    const requests = fc.sample(toRandomRequests(id, endpoint, known), { seed, numRuns: runs })
    const faults: string[] = []
    for (let index = 0; index < requests.length; index += concurrency) {
      const asked = requests.slice(index, index + concurrency).map((request) => findFault(request, answers))
      faults.push(...(await Promise.all(asked)).filter((fault) => fault !== null))
    }
    expect(faults.slice(0, 5)).toEqual([])
  })
})
