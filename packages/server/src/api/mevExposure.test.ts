import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createClient } from '@outrigger/api'
import { contract, decode, type Response } from '@outrigger/api/contract'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  parseEther,
  parseGwei,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'
import { toWireExposure } from './mevExposure.ts'

const { tokens, uniswapV2, universalRouter } = addresses
const [weth, link] = [tokens.WETH.address, tokens.LINK.address]
const abi = parseAbi([
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])',
  'function swapETHForExactTokens(uint256,address[],address,uint256) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256,uint256,address[],address,uint256) returns (uint256[])',
  'function getAmountsOut(uint256,address[]) view returns (uint256[])',
  'function approve(address,uint256) returns (bool)',
  'function execute(bytes, bytes[], uint256) payable',
])
const deadline = 2n ** 40n
const amountIn = parseEther('2000')

let devnet: Devnet
/** Watches the mempool. */
let node: OutriggerNode
/** Neither watches a mempool nor has relays or prices. */
let plain: OutriggerNode
let at: { readonly url: string; readonly key: string }
let plainAt: { readonly url: string; readonly key: string }
const logs: string[] = []

beforeAll(async () => {
  // No block is mined while the tests run, so every answer is of the same block.
  devnet = await startDevnet({ blockTimeMs: 3_600_000, silent: true })
  const chains = { ethereum: { endpoints: [devnet.chains.ethereum.rpcUrl] } }
  const logTo = new Writable({ write: (chunk, _, done) => done(void logs.push(String(chunk))) })
  const relays = [
    { name: 'titan', url: 'http://127.0.0.1:9' },
    { name: 'mine', url: 'http://127.0.0.1:9/secret' },
  ]
  const mev = { enabled: false, relays }
  node = await createNode({ chains, mempool: 'atStart', log: 'debug', mev }, { logTo })
  plain = await createNode({ chains, mempool: false, prices: { chainlink: false, dex: false } })
  const open = async (one: OutriggerNode) => ({
    url: (await one.listen({ port: 0, gatewayPort: 0 })).url,
    key: (await one.keys.create({ name: 'all', scopes: ['read:blockchain'], tier: 'unlimited' })).secret,
  })
  ;[at, plainAt] = [await open(node), await open(plain)]
}, 120_000)
afterAll(async () => {
  await Promise.all([node?.close(), plain?.close()])
  await devnet?.close()
})

type Call = { readonly from: Address; readonly to: Address; readonly data: Hex; readonly value: string }
type Data = Response<'mevExposure'>['data']
type Body = Readonly<Record<string, unknown>>

async function ask(body: Body, { url, key } = at, chain = 'ethereum') {
  const response = await fetch(`${url}/v1/mev/${chain}/exposure`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, answer: (await response.json()) as Body }
}
async function expose(body: Body, where = at): Promise<Data> {
  const { status, answer } = await ask(body, where)
  expect({ status, error: answer['error'] }).toEqual({ status: 200, error: undefined })
  return answer['data'] as Data
}

const sender = () => devnet.accounts.deployer.address
/** Buys LINK for ether. */
const purchase = (minimum: bigint, value = amountIn, path: readonly Address[] = [weth, link]): Call => ({
  from: sender(),
  to: uniswapV2.router,
  data: encodeFunctionData({
    abi,
    functionName: 'swapExactETHForTokens',
    args: [minimum, [...path], sender(), deadline],
  }),
  value: String(value),
})
const fees = { gas: 400_000n, maxFeePerGas: parseGwei('60'), maxPriorityFeePerGas: parseGwei('2') }
const sign = ({ to, data, value }: Call, chainId = 1): Promise<Hex> =>
  devnet.accounts.deployer.signTransaction({ ...fees, to, data, value: BigInt(value), nonce: 9_999, chainId })

describe('the exposure of a transaction', () => {
  it('is the same for signed bytes, an unsigned call and a pending hash, in process and by the client', async () => {
    const call = purchase(1n)
    const raw = await sign(call)
    const signed = await expose({ raw_transaction: raw })
    const { hash, ...figures } = signed
    expect(hash).toMatch(/^0x[\da-f]{64}$/)
    const [swap] = figures.swaps
    expect(figures).toMatchObject({ reverts: false, gaps: [], swaps: [{ dex: 'uniswap_v2', exact: 'in', limit: '1' }] })
    expect(swap).toMatchObject({
      pools: [expect.stringMatching(/^0x[\da-f]{40}$/)],
      token_in: weth.toLowerCase(),
      token_out: link.toLowerCase(),
      amount_in: String(amountIn),
    })
    const amountsOut = await devnet.chains.ethereum.client.readContract({
      address: uniswapV2.router,
      abi,
      functionName: 'getAmountsOut',
      args: [amountIn, [weth, link]],
    })
    expect(swap?.amount_out).toBe(String(amountsOut[1]))
    expect(swap?.quoted_amount).toBe(swap?.amount_out)
    expect(BigInt(swap?.max_lost ?? 0)).toBe(BigInt(swap?.quoted_amount ?? 0) - 1n)
    expect(BigInt(swap?.lost ?? 0)).toBeGreaterThan(0n)
    expect(swap?.attacker_profit_eth).toBeGreaterThan(0)
    expect(swap?.lost_eth).toBeGreaterThan(0)
    const { priceUsd } = await node.prices.get('ethereum', link)
    expect(swap?.lost_usd).toBeCloseTo((Number(swap?.lost) / 1e18) * priceUsd, 4)
    expect(figures.total_lost_usd).toBe(swap?.lost_usd)

    const without = (data: Data) => ({ ...data, hash })
    expect(without(await expose(call))).toEqual(signed)
    expect((await expose(call)).hash).toBeNull()

    await using client = createClient({ url: at.url, apiKey: at.key })
    const forms = [{ rawTransaction: raw }, { ...call, value: amountIn }]
    for (const form of forms) {
      const [inProcess, remote] = await Promise.all(
        [node, client].map((outrigger) => outrigger.mev.getExposure('ethereum', form)),
      )
      const own = { ...signed, hash: inProcess?.hash ?? null }
      expect(inProcess && toWireExposure(inProcess)).toEqual(own)
      expect(remote).toEqual(decode(contract.mevExposure.response.properties.data, own))
    }

    // Nothing was sent, so only the pending transaction is known.
    const { client: chain } = devnet.chains.ethereum
    await expect(chain.getTransaction({ hash: hash as Hex })).rejects.toThrow()
    const pending = await chain.sendTransaction({
      account: devnet.accounts.deployer,
      ...fees,
      to: call.to,
      data: call.data,
      value: amountIn,
    })
    await expect.poll(() => node.mempools.get('ethereum').nonceState(pending)).toBe('executable')
    expect(without(await expose({ hash: pending }))).toEqual(signed)
    const atProvider = await expose({ hash: pending }, plainAt)
    expect(atProvider.swaps[0]?.lost).toBe(swap?.lost)
    // Without prices, the loss in dollars is unknown, and so is the sum.
    expect(atProvider).toMatchObject({ swaps: [{ lost_usd: null, lost_eth: swap?.lost_eth }], total_lost_usd: null })
  }, 60_000)

  it('vanishes with the safe limit, as attacks on the contracts show', async () => {
    const [loose] = (await expose(purchase(1n))).swaps
    const safe = BigInt(loose?.safe_limit ?? 0)
    expect(await expose(purchase(safe))).toMatchObject({
      reverts: false,
      total_lost_usd: 0,
      swaps: [{ lost: '0', lost_usd: 0, lost_eth: 0, attacker_profit_eth: 0, limit: String(safe) }],
    })
    const sizes = Array.from({ length: 22 }, (_, index) => parseEther('65536') >> BigInt(index))
    const earned = async (limit: bigint) => Promise.all(sizes.map((size) => attack(size, purchase(limit))))
    const best = (profits: readonly bigint[]) => profits.toSorted((a, b) => Number(b - a))[0]
    // A sandwich of two swaps costs at least 200,000 gas.
    const gas = 200_000n * (await devnet.chains.ethereum.client.getGasPrice())
    expect(best(await earned(1n))).toBeGreaterThan(parseEther(String(loose?.attacker_profit_eth)) / 2n)
    expect(best(await earned(safe))).toBeLessThan(gas * 2n)
    expect(await earned(BigInt(loose?.quoted_amount ?? 0))).toEqual(sizes.map(() => 0n))
  }, 60_000)

  it('names the maximum input where the output is exact', async () => {
    const data = encodeFunctionData({
      abi,
      functionName: 'swapETHForExactTokens',
      args: [10n ** 23n, [weth, link], sender(), deadline],
    })
    const [swap] = (await expose({ ...purchase(1n), data, value: String(parseEther('100000')) })).swaps
    expect(swap).toMatchObject({ exact: 'out', amount_out: String(10n ** 23n), limit: String(parseEther('100000')) })
    expect(swap?.quoted_amount).toBe(swap?.amount_in)
    expect(BigInt(swap?.safe_limit ?? 0)).toBeGreaterThan(BigInt(swap?.quoted_amount ?? 0))
  }, 60_000)

  it('finds the limit that a router checks at the payout', async () => {
    const whole = BigInt((await expose(purchase(1n))).swaps[0]?.quoted_amount ?? 0)
    const toSweep = (least: bigint): Call => {
      const [router, payee] = [2, 1].map((digit) => `0x${'0'.repeat(39)}${digit}`) as [Address, Address]
      const at = (types: string, ...values: readonly unknown[]) =>
        encodeAbiParameters(parseAbiParameters(types) as never, values as never)
      const inputs = [
        at('address,uint256', router, amountIn),
        at('address,uint256,uint256,address[],bool', router, amountIn, 0n, [weth, link], false),
        at('address,address,uint256', link, payee, least),
      ]
      const data = encodeFunctionData({ abi, functionName: 'execute', args: ['0x0b0804', inputs, deadline] })
      return { from: sender(), to: universalRouter, data, value: String(amountIn) }
    }
    const limit = (whole * 99n) / 100n
    const { swaps, gaps } = await expose(toSweep(limit))
    expect(gaps).toEqual([])
    expect(swaps).toMatchObject([{ limit: String(limit), max_lost: String(whole - limit) }])
    // The contract accepts its quote and nothing above it.
    const { client } = devnet.chains.ethereum
    const run = ({ from, to, data, value }: Call) => client.call({ account: from, to, data, value: BigInt(value) })
    await run(toSweep(whole))
    await expect(run(toSweep(whole + 1n))).rejects.toThrow()
    expect(await expose(toSweep(whole + 1n))).toMatchObject({
      reverts: true,
      swaps: [],
      total_lost_usd: 0,
      gaps: [{ reason: 'insufficient_output' }],
    })
  }, 60_000)

  it('says what was not computed, and then no sum', async () => {
    const unknown = await expose(purchase(1n, 10n, [weth, `0x${'ab'.repeat(20)}`]))
    expect(unknown).toMatchObject({ swaps: [], reverts: false, total_lost_usd: null })
    expect(unknown.gaps).toEqual([
      {
        reason: 'unknown_pool',
        what: 'uniswap_v2.swapExactETHForTokens',
        message: 'uniswap_v2.swapExactETHForTokens: it uses a pool that no known factory created, or that is empty.',
      },
    ])
    expect(await expose({ ...purchase(1n), data: '0x' })).toMatchObject({
      swaps: [],
      total_lost_usd: null,
      gaps: [{ reason: 'no_swap', what: 'transfer' }],
    })
  }, 30_000)

  it('lists the relays that keep it private, and which of them this node sends to', async () => {
    const { protected_relays: relays } = await expose(purchase(1n))
    expect(relays.slice(0, 2)).toEqual([
      {
        name: 'titan',
        url: 'https://rpc.titanbuilder.xyz',
        method: 'eth_sendPrivateTransaction',
        requires: null,
        configured: true,
      },
      { name: 'mine', url: null, method: 'eth_sendPrivateTransaction', requires: 'signature', configured: true },
    ])
    const { protected_relays: known } = await expose(purchase(1n), plainAt)
    expect(known.every(({ configured, url }) => !configured && url !== null)).toBe(true)
    expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(['flashbots', 'titan', 'bloxroute']))
    expect(known.find(({ name }) => name === 'bloxroute')).toMatchObject({ requires: 'account' })
  }, 30_000)
})

it('refuses a transaction that is mined while its pools are read', async () => {
  const { rpcUrl, client } = devnet.chains.ethereum
  const { address } = devnet.accounts.deployer
  const call = purchase(1n, parseEther('1'))
  const nonce = await client.getTransactionCount({ address })
  let isAsked = false
  /** Mines a block right after the provider has reported the transaction as pending. */
  const proxy = createServer(async (request, response) => {
    const body = await text(request)
    const answer = await fetch(rpcUrl, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const json = await answer.text()
    if (body.includes('eth_getTransactionByHash') && !isAsked) {
      isAsked = true
      await client.mine({ blocks: 1 })
    }
    response.setHeader('content-type', 'application/json').end(json)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  await using racing = await createNode({ chains: { ethereum: { endpoints: [url] } }, mempool: false, log: 'silent' })
  const hash = await client.sendTransaction({
    ...fees,
    account: devnet.accounts.deployer,
    to: call.to,
    data: call.data,
    value: BigInt(call.value),
  })
  const block = await client.getBlockNumber()
  await expect(racing.mev.getExposure('ethereum', { hash })).rejects.toThrow(`in block ${block + 1n} already`)
  expect(isAsked).toBe(true)
  expect(await client.getTransactionCount({ address })).toBeGreaterThan(nonce)
  proxy.closeAllConnections()
  proxy.close()
}, 60_000)

describe('a malformed question', () => {
  const invalid = async (body: Body, message: string, code = 'INVALID_PARAMETER', chain = 'ethereum') => {
    const { status, answer } = await ask(body, at, chain)
    expect({ status, ...answer }).toMatchObject({ error: code, message: expect.stringContaining(message) })
    expect(status).toBe(/not_found/i.test(code) ? 404 : 400)
  }

  it('is refused with the reason', async () => {
    const call = purchase(1n)
    const raw = await sign(call)
    const hash = `0x${'ab'.repeat(32)}`
    await invalid({}, 'exactly one of raw_transaction, hash, or from, to, data and value')
    await invalid({ raw_transaction: raw, hash }, 'exactly one of')
    await invalid({ hash, value: '1' }, 'exactly one of')
    await invalid({ to: call.to, data: call.data }, 'needs from, to and data')
    await invalid({ rawTransaction: raw }, 'did you mean `raw_transaction`?')
    await invalid({ raw_transaction: '0x1234' }, 'body.raw_transaction')
    await invalid({ raw_transaction: raw.slice(0, -2) }, 'body.raw_transaction')
    await invalid({ raw_transaction: await sign(call, 8453) }, 'signed for chain id 8453, but ethereum has 1')
    await invalid({ hash: '0x12' }, 'body.hash')
    await invalid({ hash }, 'knows a transaction', 'NOT_FOUND')
    await invalid({ ...call, to: '0x12' }, '40 hexadecimal digits', 'INVALID_ADDRESS')
    await invalid({ ...call, data: '0x123' }, 'body.data')
    await invalid({ ...call, data: `0x${'00'.repeat(131_073)}` }, 'body.data')
    await invalid({ ...call, value: '-1' }, 'body.value')
    await invalid({ ...call, value: 1 }, 'body.value')
    await invalid(call, 'not supported', 'chain_not_found', 'bitcoin')
    const { client } = devnet.chains.ethereum
    const { transactions } = await client.getBlock({ blockNumber: await findMined() })
    await invalid({ hash: transactions[0] }, 'The transaction is in block')
  }, 60_000)

  it('answers large calldata, and logs no body', async () => {
    const call = purchase(1n)
    const large = { ...call, data: `${call.data}${'5e'.repeat(131_072 - (call.data.length - 2) / 2)}` }
    expect((await expose(large)).swaps).toHaveLength(1)
    const raw = await sign(call)
    await ask({ raw_transaction: raw })
    await ask({ raw_transaction: raw.slice(0, -2) })
    expect(logs.length).toBeGreaterThan(0)
    const text = logs.join('')
    for (const secret of [raw.slice(20, 120), call.data.slice(10, 80)]) expect(text).not.toContain(secret)
  }, 60_000)
})

/** Returns a block with a transaction. */
async function findMined(): Promise<bigint> {
  const { client } = devnet.chains.ethereum
  for (let number = await client.getBlockNumber(); ; number -= 1n)
    if ((await client.getBlockTransactionCount({ blockNumber: number })) > 0) return number
}

/** Returns what a sandwich of a size earns in a simulated block on the contracts. 0 if the victim reverts. */
async function attack(size: bigint, victim: Call): Promise<bigint> {
  const { client } = devnet.chains.ethereum
  const attacker = privateKeyToAccount(generatePrivateKey()).address
  const [, bought = 0n] = await client.readContract({
    address: uniswapV2.router,
    abi,
    functionName: 'getAmountsOut',
    args: [size, [weth, link]],
  })
  const router = { to: uniswapV2.router, account: attacker }
  const buy = { functionName: 'swapExactETHForTokens', args: [0n, [weth, link], attacker, deadline] } as const
  const sell = { functionName: 'swapExactTokensForETH', args: [bought, 0n, [link, weth], attacker, deadline] } as const
  const approve = { functionName: 'approve', args: [uniswapV2.router, bought] } as const
  const [block] = await client.simulateBlocks({
    blocks: [
      {
        stateOverrides: [{ address: attacker, balance: parseEther('100000') }],
        calls: [
          { ...router, data: encodeFunctionData({ abi, ...buy }), value: size },
          { account: victim.from, to: victim.to, data: victim.data, value: BigInt(victim.value) },
          { to: link, account: attacker, data: encodeFunctionData({ abi, ...approve }) },
          { ...router, data: encodeFunctionData({ abi, ...sell }) },
        ],
      },
    ],
  })
  const [, taken, , sold] = block?.calls ?? []
  if (taken?.status !== 'success' || sold?.status !== 'success') return 0n
  const amounts = decodeFunctionResult({ abi, functionName: 'swapExactTokensForETH', data: sold.data })
  return (amounts[1] ?? 0n) - size
}
