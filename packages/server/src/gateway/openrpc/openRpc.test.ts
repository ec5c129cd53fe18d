import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { installPackages } from '@outrigger/devnet/packages'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRpcFile } from '../../../scripts/openrpc.ts'
import { createNode, type OutriggerNode } from '../../createNode.ts'
import { openRpcSocket } from '../../http/gateway/fixtures/rpcSocket.ts'
import type { Listening } from '../../node/listening.ts'
import { examples } from './method.ts'

type Method = {
  readonly name: string
  readonly params: readonly { readonly name: string; readonly schema: object }[]
  readonly result: { readonly schema: object }
  readonly examples: readonly [{ readonly params: readonly { readonly value: unknown }[] }]
  readonly 'x-outrigger-cost': { readonly pool: 'cu' | 'trace'; readonly example: number }
  readonly 'x-outrigger-policy': { readonly transports: readonly string[]; readonly tier: string | null }
}
type Document = {
  readonly methods: readonly Method[]
  readonly servers: readonly { readonly url: string }[]
  readonly components: { readonly schemas: object }
}

const emitter = examples.account
const other = `0x${'42'.repeat(20)}` as const

let anvil: Anvil
let node: OutriggerNode
let at: Listening
let key: string
let document: Document
/** Values of this chain in place of those of the examples. */
let own: Readonly<Record<string, string>>

async function post(url: string, method: string, params: readonly unknown[] = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  const response = await fetch(url, { method: 'POST', body, headers })
  // biome-ignore lint/suspicious/noExplicitAny: wire answers are read freely in tests
  return { headers: response.headers, body: (await response.json()) as any }
}
const direct = async (method: string, params: readonly unknown[] = []) =>
  (await post(anvil.rpcUrl, method, params)).body.result
const call = (method: string, params: readonly unknown[] = []) => post(`${at.gatewayUrl}/ethereum/rpc`, method, params)

const account = mnemonicToAccount('test test test test test test test test test test test junk')

/** Signs a transaction that the chain accepts next. */
async function sign(): Promise<string> {
  const nonce = Number(await direct('eth_getTransactionCount', [account.address, 'pending']))
  const fees = { gas: 21_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
  return account.signTransaction({ ...fees, to: other, value: 1n, chainId: 1, nonce })
}

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  node = await createNode({ chains: { ethereum: { endpoints: [{ url: anvil.rpcUrl, name: 'own' }] } } })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = (await node.keys.create({ name: 'k', tier: 'unlimited', scopes: ['admin:account'] })).secret
  // Emits a log on every call and returns 32 bytes.
  await direct('anvil_setCode', [emitter, `0x7f${'07'.repeat(32)}60006000a160206000f3`])
  const transaction = await direct('eth_sendTransaction', [{ from: account.address, to: emitter, gas: '0x186a0' }])
  const { blockHash } = await direct('eth_getTransactionReceipt', [transaction])
  own = {
    [examples.transaction]: transaction,
    [examples.blockHash]: blockHash,
    [examples.from]: account.address,
    [examples.block]: '0x1',
  }
  document = (await call('rpc.discover')).body.result
})
afterAll(async () => {
  await node?.close()
  await anvil?.close()
})

async function toParams({ name, examples: [example] }: Method): Promise<readonly unknown[]> {
  const params = example.params.map(({ value }) => value)
  if (name.startsWith('eth_sendRaw')) return [await sign()]
  if (/Filter(?:Changes|Logs)$|uninstallFilter/.test(name)) return [(await newFilter()).body.result]
  const text = Object.entries(own).reduce(
    (all, [from, to]) => all.replaceAll(`"${from}"`, `"${to}"`),
    JSON.stringify(params),
  )
  return JSON.parse(text)
}
const newFilter = () => call('eth_newFilter', [{ address: emitter }])

/** Returns the compute units that the node has charged so far, from its metrics. */
async function readCharged(): Promise<number> {
  const text = await (await fetch(`${at.url.replace(/\/api$/, '')}/metrics`)).text()
  const lines = text.matchAll(/^outrigger_gateway_compute_units_total\{.*\} (\d+)$/gm)
  return [...lines].reduce((sum, [, value]) => sum + Number(value), 0)
}

// biome-ignore lint/suspicious/noExplicitAny: the validator's types do not fit its package
const toAjv = (): any => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false })
  addFormats.default(ajv)
  return ajv
}

describe('the document', () => {
  it('is valid against the official meta schema', async () => {
    const dependencies = { '@open-rpc/meta-schema': '1.14.9', '@json-schema-tools/meta-schema': '1.8.0' }
    const load = createRequire(join(await installPackages({ dependencies }), 'package.json'))
    const { default: metaSchema } = load('@open-rpc/meta-schema')
    const { default: jsonSchema } = load('@json-schema-tools/meta-schema')
    const ajv = toAjv()
    // The meta schema refers to it with and without the slash at the end.
    ajv.addSchema([jsonSchema, { ...jsonSchema, $id: 'https://meta.json-schema.tools' }])
    const isValid = ajv.compile(metaSchema)
    isValid(document)
    expect(isValid.errors ?? []).toEqual([])
    const [method, ...rest] = document.methods
    expect(isValid({ ...document, methods: [{ ...method, params: 7 }, ...rest] })).toBe(false)
  })

  it('is in docs/spec as the code makes it; else run `npm run spec`', async () => {
    expect(await readFile(openRpcFile.url, 'utf8')).toBe(openRpcFile.render())
  })

  it('is the same at /openrpc.json, without a key, and names the gateway of each chain', async () => {
    const response = await fetch(`${at.url.replace(/\/api$/, '')}/openrpc.json`)
    expect(await response.json()).toEqual(document)
    expect(document.servers.map(({ url }) => url)).toEqual([`${at.gatewayUrl}/ethereum/rpc`])
  })
})

/** Methods that anvil lacks. The gateway passes them on, and charges for the error that anvil returns. */
const notOfAnvil = [
  ...['eth_baseFee', 'eth_capabilities', 'net_peerCount', 'rpc_modules', 'txpool_contentFrom'],
  ...['debug_getBadBlocks', 'debug_getRawBlock', 'debug_getRawHeader', 'debug_getRawReceipts'],
  ...['trace_call', 'trace_callMany', 'trace_get', 'trace_replayTransaction'],
]

describe('the methods', () => {
  const served: string[] = []

  it('are all served, cost what the document says, and return what it describes', async () => {
    const ajv = toAjv()
    const wrong: string[] = []
    for (const method of document.methods) {
      const { name } = method
      if (!method['x-outrigger-policy'].transports.includes('http')) continue
      const params = await toParams(method)
      const before = await readCharged()
      const { headers, body } = await call(name, params)
      const charged = (await readCharged()) - before
      const expected = method['x-outrigger-cost'].example
      const said = Number(headers.get('x-outrigger-compute-units') ?? 0)
      if (charged !== expected || said !== expected)
        wrong.push(
          `${name} costs ${charged}, said ${said}, expected ${expected}: ${JSON.stringify(body).slice(0, 200)}`,
        )
      // The gateway's own refusal. Nodes use other words.
      if (/does not exist\/is not available/.test(body.error?.message)) wrong.push(`${name} is refused`)
      if (body.result === undefined) continue
      served.push(name)
      const isResult = ajv.compile({ ...method.result.schema, components: document.components })
      if (!isResult(body.result))
        wrong.push(`${name} returns ${JSON.stringify(body.result).slice(0, 300)}: ${ajv.errorsText(isResult.errors)}`)
    }
    expect(wrong).toEqual([])
    const overHttp = document.methods.filter((method) => method['x-outrigger-policy'].transports.includes('http'))
    const names = overHttp.map(({ name }) => name)
    expect(names.filter((name) => !served.includes(name)).sort()).toEqual([...notOfAnvil].sort())
  }, 120_000)

  it('take the parameters of their examples', () => {
    const ajv = toAjv()
    for (const {
      name,
      params,
      examples: [example],
    } of document.methods)
      for (const [index, { value }] of example.params.entries()) {
        const isParameter = ajv.compile({ ...params[index]?.schema, components: document.components })
        expect([name, index, isParameter(value)]).toEqual([name, index, true])
      }
  })

  it('of sockets are served there for the same price', async () => {
    const { ask, close } = await openRpcSocket(`${at.gatewayWsUrl}/ethereum/ws`, key)
    const costs = new Map(document.methods.map((method) => [method.name, method['x-outrigger-cost'].example]))
    const before = await readCharged()
    const { result } = await ask('eth_subscribe', ['newHeads'])
    expect((await readCharged()) - before).toBe(costs.get('eth_subscribe'))
    expect((await ask('eth_unsubscribe', [result])).result).toBe(true)
    expect((await readCharged()) - before).toBe((costs.get('eth_subscribe') ?? 0) + (costs.get('eth_unsubscribe') ?? 0))
    close()
  })
})

describe('the settings of a node', () => {
  const methodsOf = async ({ allowMethods, denyMethods }: { allowMethods?: string[]; denyMethods?: string[] }) => {
    const gateway = { ...(allowMethods && { allowMethods }), ...(denyMethods && { denyMethods }) }
    await using other = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } }, gateway })
    const { gatewayUrl } = await other.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await other.keys.create({ name: 'k', tier: 'unlimited', scopes: ['read:blockchain'] })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'rpc.discover' })
    const response = await fetch(`${gatewayUrl}/ethereum/rpc/${secret}`, { method: 'POST', body })
    const { result } = (await response.json()) as { readonly result: Document }
    return result.methods.map(({ name }) => name)
  }

  it('take denied methods out of its document, with those that return the same data', async () => {
    const all = document.methods.map(({ name }) => name)
    const names = await methodsOf({ denyMethods: ['eth_getLogs', 'trace_*'] })
    const missing = ['eth_getLogs', 'eth_newFilter', 'eth_getFilterLogs', ...all.filter((name) => /^trace_/.test(name))]
    expect(all.filter((name) => !names.includes(name)).sort()).toEqual(missing.sort())
  })

  it('leave only allowed methods in it, and the method that returns it', async () => {
    expect(await methodsOf({ allowMethods: ['eth_get*Count', 'net_version'] })).toEqual([
      'eth_getTransactionCount',
      'net_version',
      'rpc.discover',
    ])
  })
})

it('has no method that the gateway refuses', async () => {
  const names = document.methods.map(({ name }) => name)
  for (const name of ['eth_sign', 'eth_sendTransaction', 'admin_peers', 'debug_setHead', 'engine_newPayloadV4']) {
    expect((await call(name)).body.error.code).toBe(-32601)
    expect(names).not.toContain(name)
  }
})

it('needs the scope of any other call', async () => {
  const { secret } = await node.keys.create({ name: 'other', scopes: ['read:analytics'] })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'rpc.discover' })
  const init = { method: 'POST', body, headers: { 'x-api-key': secret } }
  expect((await fetch(`${at.gatewayUrl}/ethereum/rpc`, init)).status).toBe(403)
})
