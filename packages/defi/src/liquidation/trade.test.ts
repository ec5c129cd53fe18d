import { addresses, startDevnet } from '@outrigger/devnet'
import { type Address, createPublicClient, http, type PublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { createBlockReader } from '../reads/blockReader.ts'
import { createTradeReader } from './trade.ts'

it('finds pools that were created after the first search', async () => {
  await using devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  const chain = devnet.chains.ethereum
  const client = createPublicClient({ chain: mainnet, transport: http(chain.rpcUrl) }) as PublicClient
  const [tokenIn, tokenOut] = [addresses.tokens.WETH, addresses.tokens.USDC].map(
    ({ address }) => address.toLowerCase() as Address,
  ) as [Address, Address]
  const readTrade = createTradeReader('ethereum')
  const readDexes = async () => {
    const { routes } = await readTrade(await createBlockReader(client), [{ tokenIn, tokenOut }])
    return new Set(routes.between(tokenIn, tokenOut).flatMap(({ hops }) => hops.map(({ dex }) => dex)))
  }
  const { factory } = addresses.uniswapV3
  const bytecode = (await client.getCode({ address: factory })) ?? '0x'
  await chain.client.setCode({ address: factory, bytecode: '0x' })
  expect(await readDexes()).not.toContain('uniswap_v3')
  await chain.client.setCode({ address: factory, bytecode })
  await chain.client.mine({ blocks: 100 })
  expect(await readDexes()).toContain('uniswap_v3')
}, 60_000)
