import { createClient } from '@outrigger/api'
import { createAnvil } from '@outrigger/devnet'
import { createTestClient, http, parseGwei, publicActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

const account = mnemonicToAccount('test test test test test test test test test test test junk')

it('replays the blocks of a chain, the same in process and over the wire, once there are enough', async () => {
  const startSeconds = Math.floor(Date.now() / 1000) - 300 * 12
  await using anvil = await createAnvil({ chainId: 1, args: ['--no-mining', '--timestamp', String(startSeconds)] })
  const chain = createTestClient({ mode: 'anvil', account, chain: mainnet, transport: http(anvil.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
  /** Mines blocks with one transfer each, whose tips rise and fall. */
  const mineTips = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const maxPriorityFeePerGas = BigInt(1 + (index % 7)) * parseGwei('0.1')
      const fees = { gas: 21_000n, maxFeePerGas: parseGwei('200'), maxPriorityFeePerGas }
      await chain.sendTransaction({ to: account.address, value: 1n, ...fees })
      await chain.mine({ blocks: 1, interval: 12 })
    }
  }
  await mineTips(20)
  await using node = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } } })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'reader', scopes: ['read:blockchain', 'read:analytics'] })
  const client = createClient({ url, apiKey: secret })

  await expect
    .poll(() => client.gas.backtest('ethereum').catch(String), { timeout: 20_000 })
    .toMatchObject({
      chain: 'ethereum',
      known: expect.any(Number),
      result: null,
    })
  const { known, needed } = await node.gas.backtest('ethereum')
  expect(known).toBeLessThan(needed)

  await mineTips(needed + 60)
  await expect.poll(async () => (await node.gas.backtest('ethereum')).result, { timeout: 60_000 }).not.toBeNull()
  const here = await node.gas.backtest('ethereum')
  const before = await client.wire.analyticsUsage({})
  expect(await client.gas.backtest('ethereum')).toEqual(here)
  const after = await client.wire.analyticsUsage({})
  expect(Number(after.by_chain['ethereum']) - Number(before.by_chain['ethereum'])).toBe(20)
  expect(Number(after.by_method['gasBacktest']) - Number(before.by_method['gasBacktest'])).toBe(1)
  const { result } = here
  expect(result?.tiers.map(({ tier, blocks, stated }) => [tier, blocks, stated])).toEqual([
    ['slow', 25, 0.95],
    ['standard', 15, 0.95],
    ['fast', 5, 0.95],
    ['instant', 2, 0.95],
  ])
  expect(result?.tiers.map(({ withinMs }) => withinMs)).toEqual([300_000, 180_000, 60_000, 30_000])
  expect(Number(result?.lastBlock) - Number(result?.firstBlock)).toBe(here.known - 1)
  expect(result?.estimators.map(({ name }) => name)).toEqual(expect.arrayContaining(['Outrigger 95 %']))

  await expect(client.gas.backtest('solana' as 'ethereum')).rejects.toMatchObject({ code: 'INVALID_CHAIN' })
  await expect(node.gas.backtest('gnosis')).rejects.toThrow()
}, 120_000)
