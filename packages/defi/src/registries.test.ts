import { type DexFactories, dexFactories } from '@outrigger/calldata'
import { addresses, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import { resolveToken } from '@outrigger/oracle/internal'
import { createChainlinkSource, createDollarReader } from '@outrigger/oracle/prices'
import { createPublicClient, http, type PublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDexPriceSource, createSwapRouter, getDexActivity } from './dex/index.ts'
import { defineLending, getPositionHealth, lendingProtocols, scanLiquidations } from './index.ts'
import { getProtocolTvl } from './market/index.ts'

const { tokens, sushiSwap, feeds } = addresses
let devnet: Devnet
let client: PublicClient
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  client = createPublicClient({ chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
}, 90_000)
afterAll(() => devnet?.close())

describe('a lender that is one entry of the registry', () => {
  const known = lendingProtocols.find(({ id }) => id === 'aave_v3')
  if (known === undefined) throw new TypeError('There is no Aave V3.')
  const mine = defineLending({ ...known, id: 'my_lender', name: 'My lender' })
  const protocols = [mine]

  test('has positions and value locked', async () => {
    const [borrower] = devnet.accounts.borrowersOf.aaveV3
    const { positions } = await getPositionHealth(client, { address: borrower?.address ?? '0x', protocols })
    expect(positions).toMatchObject([{ protocol: 'my_lender', status: expect.any(String) }])
    const { tvlUsd } = await getProtocolTvl(client, { protocol: 'my_lender', protocols })
    expect(tvlUsd).toBeGreaterThan(0)
  })

  test('has liquidations, sized and proven', async () => {
    const hash = await devnet.chains.ethereum.client.writeContract({
      account: devnet.accounts.deployer,
      chain: null,
      address: feeds['ETH / USD'].address,
      abi: readAbi('priceFeed'),
      functionName: 'updateAnswer',
      args: [2_800n * 10n ** 8n],
    })
    await client.waitForTransactionReceipt({ hash })
    const borrowers = devnet.accounts.borrowersOf.aaveV3.map(({ address }) => address)
    const scan = { protocols, borrowers, weiPerGas: 1_000_000_000n, prove: true }
    const { opportunities } = await scanLiquidations(client, scan)
    expect(opportunities.length).toBeGreaterThan(0)
    for (const opportunity of opportunities) expect(opportunity).toMatchObject({ protocol: 'my_lender', proven: true })
  })
})

test('a DEX that is one entry of the registry has quotes, prices and activity', async () => {
  const mine: DexFactories = { id: 'my_dex', form: 'pair', fees: [3_000], factories: { ethereum: sushiSwap.factory } }
  const [tokenIn, tokenOut] = [tokens.WETH.address, tokens.USDC.address]
  const router = createSwapRouter({ pool: client, dexes: [...dexFactories, mine] })
  const quote = await router.quote({ tokenIn, tokenOut, amountIn: 10n ** 18n, dexes: new Set(['my_dex']) })
  expect(quote?.shares[0]?.path[0]?.pool).toMatchObject({ dex: 'my_dex' })

  const toUsd = createDollarReader({ source: createChainlinkSource({ pools: [client] }) })
  const source = createDexPriceSource({ pools: [client], toUsd, dexes: [mine] })
  const samples = await source.read(resolveToken('ethereum', 'WETH'), AbortSignal.timeout(30_000))
  expect(samples).toContainEqual(expect.objectContaining({ name: 'my_dex', priceUsd: expect.any(Number) }))

  const getPriceUsd = async () => 1
  const { found } = await getDexActivity(client, { chain: 'ethereum', getPriceUsd, dexes: [mine] })
  expect(new Set(found.map(({ dex }) => dex))).toEqual(new Set(['my_dex']))
}, 30_000)
