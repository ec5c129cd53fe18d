import { addresses, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import { createPublicClient, http, type PublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runTrials } from './fixtures/trials.ts'
import { NoBorrowersError, scanLiquidations } from './scanLiquidations.ts'

let devnet: Devnet
let client: PublicClient
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  client = createPublicClient({ chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
}, 90_000)
afterAll(() => devnet.close())

async function setEther(usd: number): Promise<void> {
  const chain = devnet.chains.ethereum.client
  const hash = await chain.writeContract({
    account: devnet.accounts.deployer,
    chain: null,
    address: addresses.feeds['ETH / USD'].address,
    abi: readAbi('priceFeed'),
    functionName: 'updateAnswer',
    args: [BigInt(usd) * 10n ** 8n],
  })
  await chain.waitForTransactionReceipt({ hash })
}
const weiPerGas = 1_000_000_000n

describe('scanLiquidations', () => {
  test('every announced liquidation of every protocol executes and pays the announced amount', async () => {
    let state = 1
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const trials = await runTrials({ rounds: 1, positions: 4, random, minProfitUsd: 5 })
    const protocols = new Set(trials.map(({ opportunity }) => opportunity.protocol))
    expect([...protocols].sort()).toEqual(['aave_v2', 'aave_v3', 'compound_v2', 'compound_v3', 'morpho', 'spark'])
    for (const { opportunity, execution, realizedUsd } of trials) {
      expect(execution).toMatchObject({ succeeded: true, failed: null })
      expect(Math.abs(realizedUsd / opportunity.netProfitUsd - 1)).toBeLessThan(0.03)
    }
  }, 120_000)

  test('finds liquidations only after ether has fallen, each proven by simulation', async () => {
    const borrowers = Object.values(devnet.accounts.borrowersOf).flatMap((all) => all.map(({ address }) => address))
    expect((await scanLiquidations(client, { borrowers, weiPerGas })).opportunities).toEqual([])
    await setEther(2_800)
    const { opportunities, skipped } = await scanLiquidations(client, { borrowers, weiPerGas, prove: true })
    expect(skipped.filter(({ reason }) => !reason.includes('not deployed'))).toEqual([])
    expect(opportunities.length).toBeGreaterThan(4)
    expect(opportunities.map(({ protocol, proven }) => [protocol, proven])).toEqual(
      opportunities.map(({ protocol }) => [protocol, true]),
    )
    const profits = opportunities.map(({ netProfitUsd }) => netProfitUsd)
    expect(profits).toEqual([...profits].sort((a, b) => b - a))
    for (const { grossProfitUsd, gasUsd, netProfitUsd } of opportunities)
      expect(netProfitUsd).toBeCloseTo(grossProfitUsd - gasUsd, 6)

    const dear = await scanLiquidations(client, { borrowers, weiPerGas, minProfitUsd: (profits[1] ?? 0) + 1 })
    expect(dear.opportunities).toHaveLength(1)
    expect(dear.skipped.every(({ reason }) => /below the minimum/.test(reason))).toBe(true)
    await setEther(3_000)
  }, 60_000)

  test('throws without borrowers', async () => {
    await expect(scanLiquidations(client, { weiPerGas })).rejects.toThrow(NoBorrowersError)
  })
})
