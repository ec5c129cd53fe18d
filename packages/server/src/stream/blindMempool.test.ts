import { ApiAnswerError, createApiClient } from '@outrigger/api'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createTestClient, createWalletClient, http, parseGwei } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

let anvil: Anvil
beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
})
afterAll(() => anvil?.close())

const chain = 'ethereum'
const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => (error instanceof ApiAnswerError ? `${error.status} ${error.code}` : error),
  )

describe('a dead mempool does not look alive', () => {
  it('lists and statistics are 503 where there never was data', async () => {
    await using node = await createNode({ chains: { ethereum: { endpoints: ['http://127.0.0.1:1'] } } })
    const { url } = await node.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await node.keys.create({ name: 'x', tier: 'unlimited' })
    const api = createApiClient({ baseUrl: url, apiKey: secret })
    for (const ask of [api.mempoolStats, api.mempoolPending, api.mempoolSwaps, api.mempoolLiquidations])
      expect(await refused(ask({ chain }))).toBe('503 UPSTREAM_UNAVAILABLE')
    expect(await api.mempoolStatus({ chain })).toMatchObject({ connected: false, pending_count: 0 })
  })

  it('with its providers broken it says since when, and calls nothing pending that may be mined', async () => {
    await using first = await createFaultProxy({ target: anvil.rpcUrl })
    await using second = await createFaultProxy({ target: anvil.rpcUrl })
    await using node = await createNode({
      chains: { ethereum: { endpoints: [first.url, second.url], timeoutMs: 1000, retries: 0 } },
    })
    const { url } = await node.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await node.keys.create({ name: 'x', tier: 'unlimited' })
    const api = createApiClient({ baseUrl: url, apiKey: secret })
    const test = createTestClient({ chain: mainnet, mode: 'anvil', transport: http(anvil.rpcUrl) })
    const account = mnemonicToAccount('test test test test test test test test test test test junk')
    const wallet = createWalletClient({ account, chain: mainnet, transport: http(anvil.rpcUrl) })
    const send = (nonce: number, maxFee: string) =>
      wallet.sendTransaction({
        to: account.address,
        value: 1n,
        gas: 21_000n,
        nonce,
        maxFeePerGas: parseGwei(maxFee),
        maxPriorityFeePerGas: 1n,
      })
    await api.mempoolStatus({ chain })
    const mineAndRead = async () => {
      await test.mine({ blocks: 1 })
      return node.mempools.get(chain).stats().nextBaseFeePerGas
    }
    await expect.poll(mineAndRead, { timeout: 20_000, interval: 500 }).toBeGreaterThan(0n)
    const sent = [await send(0, '30'), await send(1, '30')]
    const hashes = async () => (await api.mempoolPending({ chain })).transactions.map(({ hash }) => hash).sort()
    await expect.poll(hashes, { timeout: 10_000 }).toEqual([...sent].sort())
    expect((await api.mempoolStats({ chain })).stale).toBeUndefined()

    const brokenAtMs = Date.now()
    for (const proxy of [first, second]) await proxy.setFault({ kind: 'refuse' })
    await test.mine({ blocks: 1 })
    await expect.poll(async () => (await api.mempoolPending({ chain })).stale, { timeout: 20_000 }).toBe(true)
    const { transactions, as_of } = await api.mempoolPending({ chain })
    expect(transactions, 'all of them may be mined').toEqual([])
    expect(Date.parse(as_of ?? '')).toBeLessThanOrEqual(brokenAtMs + 5000)
    await expect.poll(async () => (await api.mempoolStats({ chain })).stale, { timeout: 20_000 }).toBe(true)
    const stats = await api.mempoolStats({ chain })
    expect(stats).toMatchObject({ total_pending: 0, as_of, timestamp: as_of })
    expect(await api.mempoolStatus({ chain })).toMatchObject({ connected: false, stale: true, pending_count: 0 })
    expect((await api.mempoolLiquidations({ chain })).stale).toBe(true)
    await expect.poll(async () => (await api.health()).status).toBe('unavailable')

    for (const proxy of [first, second]) await proxy.setFault({ kind: 'none' })
    await expect.poll(async () => (await api.mempoolPending({ chain })).stale, { timeout: 30_000 }).toBeUndefined()
    expect(await hashes(), 'mined meanwhile').toEqual([])
  }, 90_000)
})
