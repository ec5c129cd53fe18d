import { createClient } from '@outrigger/api'
import { contract } from '@outrigger/api/contract'
import { addresses, startDevnet } from '@outrigger/devnet'
import { Compile } from 'typebox/compile'
import { encodeFunctionData, type Hex, parseAbi, parseEther, parseGwei } from 'viem'
import { expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

const { tokens, uniswapV2 } = addresses
const abi = parseAbi(['function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])'])
const patient = { timeout: 60_000 }

it('reports the pools of the detector and the score of a sandwich, the same in process and over the wire', async () => {
  await using devnet = await startDevnet({ silent: true, blockTimeMs: 1_000 })
  const { client: chain, rpcUrl } = devnet.chains.ethereum
  const { deployer } = devnet.accounts
  /** Buys LINK without a slippage limit. */
  const buy = (ether: string): Promise<Hex> =>
    chain.sendTransaction({
      account: deployer,
      to: uniswapV2.router,
      value: parseEther(ether),
      gas: 250_000n,
      maxFeePerGas: parseGwei('60'),
      maxPriorityFeePerGas: parseGwei('2'),
      data: encodeFunctionData({
        abi,
        functionName: 'swapExactETHForTokens',
        args: [1n, [tokens.WETH.address, tokens.LINK.address], deployer.address, 2n ** 40n],
      }),
    })
  await using node = await createNode({ chains: { ethereum: { endpoints: [rpcUrl] } } })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'reader', scopes: ['read:blockchain', 'read:analytics'] })
  const client = createClient({ url, apiKey: secret })
  const answer = await client.wire.mevStatus({ chain: 'ethereum' })
  expect(Compile(contract.mevStatus.response).Errors(answer)).toEqual([])
  expect(answer.data.score).toMatchObject({ types: {}, all: { predictions: 0, hit_share: null, profit_error: null } })
  expect((await client.wire.analyticsUsage({})).by_chain).toEqual({ ethereum: 5 })

  // The first purchase makes the pool known to the node. The second purchase is evaluated.
  for (let index = 0; index < 2; index += 1) await chain.waitForTransactionReceipt({ hash: await buy('0.01') })
  await expect.poll(async () => (await node.mev.getStatus('ethereum')).pools.loaded, patient).toBeGreaterThan(0)
  await chain.setIntervalMining({ interval: 0 })
  await buy('1000')
  const isFound = async () => (await node.mev.getFindings('ethereum', { type: 'sandwich' })).total
  await expect.poll(isFound, patient).toBeGreaterThan(0)
  await chain.setIntervalMining({ interval: 1 })
  const isScored = async () => (await node.mev.getStatus('ethereum')).score.types.sandwich?.predictions
  await expect.poll(isScored, patient).toBe(1)

  const [here, there] = [await node.mev.getStatus('ethereum'), await client.mev.getStatus('ethereum')]
  const { sandwich } = here.score.types
  expect(there.score.types['sandwich']).toMatchObject({
    predictions: 1,
    hitShare: sandwich?.hitShare,
    meanConfidence: sandwich?.meanConfidence,
    voids: sandwich?.voids,
    estimatedProfit: expect.any(BigInt),
  })
  // The wire rounds to 15 digits.
  const toEther = (wei: bigint | undefined) => Number(wei) / 1e18
  expect(toEther(there.score.all.estimatedProfit)).toBeCloseTo(toEther(here.score.all.estimatedProfit), 9)
  expect(there.score.all.bins).toHaveLength(10)
  expect(there.pools).toMatchObject({ known: expect.any(Number), loaded: expect.any(Number), reason: null })

  await using plain = await createNode({ chains: { ethereum: { endpoints: [rpcUrl] } }, mev: { enabled: false } })
  await expect(plain.mev.getStatus('ethereum')).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  await expect(plain.mev.getStatus('base')).rejects.toMatchObject({ code: 'INVALID_CHAIN' })
}, 180_000)
