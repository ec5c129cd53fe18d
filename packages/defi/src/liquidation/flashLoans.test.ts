import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { type Address, erc20Abi, type PublicClient, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlockReader } from '../reads/blockReader.ts'
import { type FlashLender, pickFlashLoan, toLoanTiers } from './flashLoans.ts'
import { getFlashLenders } from './getFlashLenders.ts'

const { tokens, aaveV3, aaveReserves } = addresses
let devnet: Devnet
let client: PublicClient
let rounds = 0
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  client = new Proxy(devnet.chains.ethereum.client, {
    get(target, key) {
      if (key === 'request') rounds += 1
      return Reflect.get(target, key)
    },
  }) as unknown as PublicClient
})
afterAll(() => devnet.close())

test('reads the balances and fees of lenders, and refreshes them in one call', async () => {
  const [usdc, link] = [tokens.USDC.address, tokens.LINK.address]
  const reader = await createBlockReader(client)
  const found = await getFlashLenders(reader, 'ethereum', [usdc, link, usdc])
  const aave = found.lenders.filter(({ source }) => source === 'aave_v3')
  expect(aave.map(({ token }) => token)).toEqual([usdc.toLowerCase(), link.toLowerCase()])
  const premium = await client.readContract({
    address: aaveV3.pool,
    abi: parseAbi(['function FLASHLOAN_PREMIUM_TOTAL() view returns (uint128)']),
    functionName: 'FLASHLOAN_PREMIUM_TOTAL',
  })
  for (const { holder, token, available, feeWad } of found.lenders) {
    const args = [holder] as const
    const held = await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args })
    expect(available).toBeLessThanOrEqual(held)
    expect(feeWad).toBeLessThan(10n ** 17n)
  }
  expect(aave[0]?.holder.toLowerCase()).toBe(aaveReserves.USDC.aToken.toLowerCase())
  expect(aave[0]?.feeWad).toBe(premium * 10n ** 14n)
  const pools = found.lenders.filter(({ source, token }) => source === 'uniswap_v3' && token === usdc.toLowerCase())
  expect(pools.length).toBe(4)
  expect(pools.every(({ available }) => available > 10n ** 12n)).toBe(true)

  const other = await getFlashLenders(reader, 'ethereum', [tokens.DAI.address], found)
  rounds = 0
  const refreshed = await getFlashLenders(reader, 'ethereum', [usdc, link], other)
  expect(rounds).toBe(1)
  expect(refreshed.lenders).toEqual(found.lenders)
})

const token: Address = '0x00000000000000000000000000000000000000aa'
const toLender = (source: string, available: bigint, feeWad: bigint, lender = token): FlashLender => ({
  source,
  lender,
  holder: lender,
  token,
  available,
  feeWad,
  gas: 1n,
})
const pool: Address = '0x00000000000000000000000000000000000000bb'
const lenders = [
  toLender('aave_v3', 1_000n, 5n * 10n ** 14n),
  toLender('balancer', 100n, 0n),
  toLender('uniswap_v3', 500n, 10n ** 14n, pool),
  toLender('spark', 90n, 10n ** 14n),
]

test('picks the cheapest lender that has enough, and rounds its fee up', () => {
  expect(pickFlashLoan(lenders, token, 100n)).toMatchObject({ source: 'balancer', lender: token, fee: 0n })
  expect(pickFlashLoan(lenders, token, 101n)).toMatchObject({ source: 'uniswap_v3', lender: pool, fee: 1n })
  expect(pickFlashLoan(lenders, token, 1_000n)?.source).toBe('aave_v3')
  expect(pickFlashLoan(lenders, token, 1_001n)).toBeNull()
  expect(pickFlashLoan(lenders, pool, 1n)).toBeNull()
})

test('excludes pools that the sale goes through', () => {
  expect(pickFlashLoan(lenders, token, 101n, [pool])?.source).toBe('aave_v3')
  expect(toLoanTiers(lenders, token).map(({ source }) => source)).toEqual(['balancer', 'uniswap_v3', 'aave_v3'])
})
