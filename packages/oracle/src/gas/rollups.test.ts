import { type ChainProfile, chains } from '@outrigger/core'
import { type Devnet, startDevnet } from '@outrigger/devnet'
import { createPublicClient, http, type PublicClient } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getGasPrice } from './getGasPrice.ts'
import { getArbitrumMinBaseFee } from './sources/arbitrum.ts'

let devnet: Devnet<'base' | 'arbitrum'>
beforeAll(async () => {
  devnet = await startDevnet({ chains: ['base', 'arbitrum'], blockTimeMs: 1000, silent: true })
})
afterAll(() => devnet.close())

const clientOf = ({ name, viemChain }: ChainProfile & { readonly name: 'base' | 'arbitrum' }): PublicClient =>
  createPublicClient({ chain: viemChain ?? undefined, transport: http(devnet.chains[name].rpcUrl) })

test('base: the computed fee equals the node’s and is charged by the next block', async () => {
  const client = clientOf(chains.base)
  const { blockNumber, nextBaseFeePerGas, baseFeeMismatch, tiers } = await getGasPrice(client)
  expect(baseFeeMismatch).toBeNull()
  const next = () => client.getBlock({ blockNumber: blockNumber + 1n }).catch(() => null)
  await expect.poll(next, { timeout: 20_000 }).toMatchObject({ baseFeePerGas: nextBaseFeePerGas })
  expect(tiers.slow.maxFeePerGas).toBe(nextBaseFeePerGas + tiers.slow.maxPriorityFeePerGas)
})

test('arbitrum: has no tips, the base fee of the next block, and headroom in the cap', async () => {
  const client = clientOf(chains.arbitrum)
  const { nextBaseFeePerGas, tiers } = await getGasPrice(client)
  for (const tier of Object.values(tiers))
    expect(tier).toEqual({
      baseFeePerGas: nextBaseFeePerGas,
      maxPriorityFeePerGas: 0n,
      maxFeePerGas: (nextBaseFeePerGas * 105n) / 100n,
    })
  expect(await getArbitrumMinBaseFee(client)).toBe(20_000_000n)
  expect(await getArbitrumMinBaseFee(clientOf(chains.base))).toBeNull()
})
