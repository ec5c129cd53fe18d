import { type Devnet, openPositions, startDevnet } from '@outrigger/devnet'
import { type Address, createPublicClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isAbsent } from '../lending/readFailure.ts'
import { tryMarkets } from '../lending/readMarkets.ts'
import { lendingProtocols } from '../lending/registry.ts'
import { createBlockReader } from '../reads/blockReader.ts'
import { toChangedAccounts } from './changedAccounts.ts'

/** Aave's collector. Each change of a reserve of v2 mints aTokens for it. */
const treasury = '0x464c71f6c2f760dda6093dcb91c24c39e5d6e18c'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
}, 120_000)
afterAll(() => devnet?.close())

it('names the accounts that borrow from each lender, and no other', async () => {
  const { client: chain, rpcUrl } = devnet.chains.ethereum
  const client = createPublicClient({ chain: mainnet, transport: http(rpcUrl), cacheTime: 0 })
  const lenders = ['aaveV3', 'spark', 'aaveV2', 'compoundV2', 'compoundV3', 'morpho'] as const
  const accounts = lenders.map((_, index) => `0x${String(index + 1).repeat(40)}` as Address)
  const before = await client.getBlockNumber()
  await openPositions(
    chain,
    lenders.map((market, index) => ({
      market,
      account: accounts[index] as Address,
      collateralUsd: { WETH: 9_000 },
      debtUsd: { USDC: 4_000 },
    })),
  )
  const { markets, failures } = await tryMarkets(await createBlockReader(client), 'ethereum', lendingProtocols)
  expect(failures.filter((failure) => !isAbsent(failure))).toEqual([])
  const logs = await client.getLogs({ fromBlock: before + 1n })
  expect([...toChangedAccounts(logs as never, markets)].sort()).toEqual([...accounts, treasury].sort())
  // Without the markets of a lender, its logs name nobody.
  const others = markets.filter(({ protocol }) => protocol.id !== 'spark')
  expect(toChangedAccounts(logs as never, others)).not.toContain(accounts[1])
})
