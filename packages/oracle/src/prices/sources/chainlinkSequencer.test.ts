import { type Devnet, readArtifact, startDevnet } from '@outrigger/devnet'
import { type Address, createPublicClient, encodeDeployData, http, type PublicClient } from 'viem'
import { arbitrum } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { priceFeeds } from '../feeds/priceFeed.ts'
import { sequencerFeeds } from '../feeds/sequencerFeed.ts'
import { getPrice } from '../getPrice.ts'
import type { PriceSource } from '../priceSource.ts'
import { createChainlinkSource } from './chainlink.ts'

const feed = priceFeeds.arbitrum?.find(({ base, quote }) => base === 'ETH' && quote === 'USD')?.address as Address
const sequencer = sequencerFeeds.arbitrum as Address
const { abi, bytecode } = readArtifact('priceFeed')

let devnet: Devnet<'arbitrum'>
let client: PublicClient

beforeAll(async () => {
  devnet = await startDevnet({ chains: ['arbitrum'], blockTimeMs: 0, silent: true })
  client = createPublicClient({ chain: arbitrum, transport: http(devnet.chains.arbitrum.rpcUrl) })
  await deployFeed(feed, 'ETH / USD', 3000n * 10n ** 8n)
}, 120_000)
afterAll(() => devnet?.close())

/** The constructor runs at the feed's own address, so its first round exists. */
async function deployFeed(address: Address, description: string, answer: bigint): Promise<void> {
  const { client: chain } = devnet.chains.arbitrum
  await chain.setCode({ address, bytecode: encodeDeployData({ abi, bytecode, args: [8, description, answer] }) })
  const { data = '0x' } = await chain.call({ to: address })
  const hash = await chain.sendTransaction({ account: devnet.accounts.deployer, to: address, gas: 5_000_000n } as never)
  await chain.waitForTransactionReceipt({ hash })
  await chain.setCode({ address, bytecode: data })
}

async function answer(address: Address, value: bigint): Promise<void> {
  const { client: chain } = devnet.chains.arbitrum
  const call = { account: devnet.accounts.deployer, address, abi, functionName: 'updateAnswer', args: [value] }
  await chain.waitForTransactionReceipt({ hash: await chain.writeContract(call as never) })
}

async function wait(seconds: number): Promise<void> {
  await devnet.chains.arbitrum.client.increaseTime({ seconds })
  await devnet.chains.arbitrum.client.mine({ blocks: 1 })
}

it('uses feeds of an L2 only if its sequencer has been up for an hour', async () => {
  const getFeedPrice = () => getPrice(client, 'WETH')
  await expect(getFeedPrice()).rejects.toThrow(/chainlink: .*arbitrum.* sequencer uptime feed does not answer/)

  await deployFeed(sequencer, 'L2 Sequencer Uptime Status Feed', 0n)
  await expect(getFeedPrice()).rejects.toThrow(/the sequencer has been up for \d+ s, but prices are used after 3600 s/)
  await wait(3_700)
  expect(await getFeedPrice()).toMatchObject({ priceUsd: 3000, stale: false })

  await answer(sequencer, 1n)
  await expect(getFeedPrice()).rejects.toThrow(/the sequencer is down since 20/)
  await wait(7_200)
  await expect(getFeedPrice()).rejects.toThrow(/the sequencer is down since 20/)

  await answer(sequencer, 0n)
  await answer(feed, 3100n * 10n ** 8n)
  await wait(3_000)
  await expect(getFeedPrice()).rejects.toThrow(/the sequencer has been up for 3\d\d\d s/)
  await wait(700)
  expect(await getFeedPrice()).toMatchObject({ priceUsd: 3100 })
})

it('reports the sequencer beside a price from other sources', async () => {
  await answer(sequencer, 1n)
  const market: PriceSource = {
    name: 'market',
    kind: 'exchange',
    read: async () => [{ priceUsd: 3099, timestampMs: Date.now(), maxAgeMs: 60_000 }],
  }
  const price = await getPrice(client, 'WETH', { sources: [createChainlinkSource({ pools: [client] }), market] })
  expect(price.priceUsd).toBe(3099)
  expect(price.missing).toEqual([
    {
      name: 'chainlink',
      reason: expect.stringMatching(/^feeds of arbitrum are not used: the sequencer is down since/),
    },
  ])
})
