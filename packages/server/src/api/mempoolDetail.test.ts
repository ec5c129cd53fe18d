import { ApiAnswerError, type ApiClient, createApiClient } from '@outrigger/api'
import { contract } from '@outrigger/api/contract'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { Compile } from 'typebox/compile'
import {
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseGwei,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'

const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const friend = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const abi = parseAbi(['function swapExactETHForTokens(uint256,address[],address,uint256) payable'])
const swapData = encodeFunctionData({
  abi,
  functionName: 'swapExactETHForTokens',
  args: [123n, [weth, usdc], friend, 0n],
})
const account = mnemonicToAccount('test test test test test test test test test test test junk')
const chain = 'ethereum'

let anvil: Anvil
let node: OutriggerNode
let api: ApiClient
beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
  node = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } } })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const scopes = ['read:blockchain', 'read:analytics'] as const
  const { secret } = await node.keys.create({ name: 'reader', scopes: [...scopes], tier: 'unlimited' })
  api = createApiClient({ baseUrl: url, apiKey: secret })
}, 60_000)
afterAll(async () => {
  await node?.close()
  await anvil?.close()
})

/** Signs and sends a transaction. It stays pending until a block is mined. */
const send = (nonce: number, to: Hex, value: string, data: Hex = '0x', maxFee = '30'): Promise<Hex> =>
  createWalletClient({ account, chain: mainnet, transport: http(anvil.rpcUrl) }).sendTransaction({
    to,
    data,
    nonce,
    gas: 200_000n,
    value: parseEther(value),
    maxFeePerGas: parseGwei(maxFee),
    maxPriorityFeePerGas: parseGwei('2'),
  })
const read = (hash: string) => api.mempoolTransaction({ chain, hash })
const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => (error instanceof ApiAnswerError ? `${error.status} ${error.code}` : error),
  )

it('decodes a pending transaction and reports what became of it', async () => {
  const swap = await send(0, router, '1.5', swapData)
  const transfer = await send(1, friend, '0.1')
  const queued = await send(3, friend, '0.1')
  await expect.poll(async () => (await api.mempoolStatus({ chain })).pending_count, { timeout: 20_000 }).toBe(3)

  const detail = await read(swap.toUpperCase().replace('0X', '0x'))
  expect(Compile(contract.mempoolTransaction.response).Errors(detail)).toEqual([])
  const { transactions } = await api.mempoolPending({ chain })
  expect(detail.transaction).toEqual(transactions.find(({ hash }) => hash === swap))
  expect(detail).toMatchObject({
    chain,
    rule: 'swap: uniswap_v2.swapExactETHForTokens',
    provider: expect.any(String),
    moved_value_eth: 1.5,
    actions: [
      {
        kind: 'swap',
        protocol: 'uniswap_v2',
        function: 'swapExactETHForTokens',
        target: router,
        depth: 0,
        fields: { token_in: weth, token_out: usdc, amount_in: '1500000000000000000', amount_out: '123', exact: 'in' },
      },
    ],
    undecoded: [],
    unknown_delegates: [],
    tokens: { [usdc]: { symbol: 'USDC', decimals: 6 }, [weth]: { symbol: 'WETH', decimals: 18 } },
    nonce_state: 'executable',
    steps: [{ kind: 'pending', timestamp: expect.any(String) }],
  })
  expect((await read(queued)).nonce_state).toBe('queued')

  const raised = await send(1, friend, '0.1', '0x', '60')
  await expect
    .poll(async () => (await read(transfer)).steps.at(-1), { timeout: 20_000 })
    .toMatchObject({ kind: 'replaced', by: raised })
  await createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) }).mine({ blocks: 1 })
  await expect
    .poll(async () => (await read(raised)).steps.at(-1), { timeout: 20_000 })
    .toMatchObject({ kind: 'mined', block_number: 1 })
  expect((await read(raised)).nonce_state).toBeNull()

  const { since, counts, latest } = await api.mempoolLifecycle({ chain })
  expect(Date.parse(since ?? '')).toBeLessThanOrEqual(Date.now())
  expect(counts).toMatchObject({ pending: 4, replaced: 1, cancelled: 0, reorged: 0 })
  expect(latest.map(({ hash, kind }) => [hash, kind])).toEqual(
    expect.arrayContaining([
      [transfer, 'replaced'],
      [raised, 'mined'],
    ]),
  )
  expect(latest.find(({ hash }) => hash === raised)).toMatchObject({ tx_type: 'transfer', block_number: 1 })
}, 60_000)

it('rejects unknown transactions, malformed hashes and other chains, and charges each call', async () => {
  expect(await refused(read(`0x${'5c'.repeat(32)}`))).toBe('404 NOT_FOUND')
  for (const wrong of ['0x12', `0x${'zz'.repeat(32)}`]) expect(await refused(read(wrong))).toBe('400 INVALID_PARAMETER')
  for (const other of ['base', 'atlantis'])
    expect(await refused(api.mempoolLifecycle({ chain: other }))).toBe('400 INVALID_CHAIN')
  expect(await refused(api.mempoolLifecycle({ chain: 'gnosis' }))).toBe('503 UPSTREAM_UNAVAILABLE')
  const before = await api.analyticsUsage({})
  await api.mempoolLifecycle({ chain })
  const after = await api.analyticsUsage({})
  expect(Number(after.by_chain[chain]) - Number(before.by_chain[chain])).toBe(5)
})
