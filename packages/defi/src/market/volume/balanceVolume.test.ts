import { chains } from '@outrigger/core'
import { type Address, createPublicClient, erc20Abi, http, type PublicClient, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BalanceChain, createBalanceChain } from '../../dex/book/fixtures/balanceChain.ts'
import { getPoolState } from '../../dex/book/getPoolState.ts'
import { quotePool } from '../../dex/poolKinds.ts'
import type { PoolState } from '../../dex/poolState.ts'
import { createBlockReader } from '../../reads/blockReader.ts'
import { getPoolVolume, UnknownPoolError } from '../getPoolVolume.ts'

const unit = 10n ** 18n
const vaultAbi = parseAbi(['function getPoolTokens(bytes32) view returns (address[], uint256[], uint256)'])
const curveAbi = parseAbi(['function balances(uint256) view returns (uint256)'])
let chain: BalanceChain
let client: PublicClient

beforeAll(async () => {
  chain = await createBalanceChain()
  client = createPublicClient({ transport: http(chain.anvil.rpcUrl) })
}, 120_000)
afterAll(() => chain?.close())

const getVolume = (pool: Address, getPriceUsd?: (token: Address) => Promise<number | null>) =>
  getPoolVolume(client, {
    pool,
    chain: chains.ethereum,
    dexes: [],
    contracts: chain.contracts,
    seconds: 10 ** 9,
    ...(getPriceUsd && { getPriceUsd }),
  })

const toNet = ({ amountsIn, amountsOut }: Awaited<ReturnType<typeof getVolume>>) =>
  amountsIn.map((amount, index) => amount - (amountsOut[index] ?? 0n))

it('sums the amounts and the kept fees of a Curve StableSwap pool', async () => {
  const pool = await chain.createStableswap([0, 1])
  const other = await chain.createStableswap([0, 1])
  const read = async () => {
    const reader = await createBlockReader(client)
    const { tokens } = await getVolume(pool)
    const held = (token: Address) =>
      reader.read({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [pool] })
    const counted = (at: number) =>
      reader.read({ address: pool, abi: curveAbi, functionName: 'balances', args: [BigInt(at)] })
    return Promise.all([Promise.all(tokens.map(held)), Promise.all(tokens.map((_, at) => counted(at)))] as const)
  }
  expect(await getVolume(pool)).toMatchObject({ swaps: 0, amountsIn: [0n, 0n], fees: [0n, 0n], isComplete: true })
  const [before] = await read()
  const sold = [1_000n * unit, 70_000n * unit + 7n, 13n, 250_000n * unit]
  for (const [index, amount] of sold.entries())
    await chain.ofStableswap(pool, 'exchange', [BigInt(index % 2), BigInt((index + 1) % 2), amount, 0n])
  await chain.ofStableswap(other, 'exchange', [0n, 1n, unit, 0n])
  const volume = await getVolume(pool, async () => 2)
  expect(volume.pool).toMatchObject({ kind: 'stableswap', dex: 'curve', address: pool })
  expect(volume.swaps).toBe(sold.length)
  expect(volume.amountsIn).toEqual([1_000n * unit + 13n, 320_000n * unit + 7n])
  const [after, counted] = await read()
  expect(toNet(volume)).toEqual(after.map((amount, index) => amount - (before[index] ?? 0n)))
  for (const [index, amount] of after.entries()) {
    // The admin's half of the fees is in the contract but not in `balances`. Each half is rounded down.
    const fee = volume.fees?.[index] ?? -1n
    const kept = 2n * (amount - (counted[index] ?? 0n))
    expect(fee - kept >= -2n && fee - kept <= 4n, `${fee} and ${kept}`).toBe(true)
  }
  const total = [...volume.amountsIn, ...volume.amountsOut].reduce((sum, amount) => sum + amount)
  expect(volume.volumeUsd).toBeCloseTo(Number(total), -20)
  expect((volume.feesUsd ?? 0) / (volume.volumeUsd ?? 1)).toBeCloseTo(0.0004, 5)
}, 60_000)

it.each(['createWeighted', 'createStable'] as const)(
  'adds up what Balancer’s Vault received and paid for a pool of %s, and its fees to the wei',
  async (create) => {
    const scale = create === 'createWeighted' ? unit : 100n
    const [pool, other] = [await chain[create]([0, 1]), await chain[create]([0, 1])]
    const first = await getVolume(pool)
    expect(first).toMatchObject({ swaps: 0, pool: { dex: 'balancer_v2', address: chain.vault, id: pool } })
    const [a, b] = first.tokens as [Address, Address]
    const { poolId } = first.pool as { poolId: `0x${string}` }
    const [, before] = await client.readContract({
      address: chain.vault,
      abi: vaultAbi,
      functionName: 'getPoolTokens',
      args: [poolId],
    })
    const expected = [0n, 0n]
    for (const [from, to, amount] of [
      [a, b, 5_000n * scale],
      [b, a, 77n * scale + 1n],
      [a, b, 3n * scale + 7n],
    ] as const) {
      const reader = await createBlockReader(client)
      const state = (await getPoolState(reader, first.pool)) as PoolState & { fee: bigint }
      await chain.swapWeighted(pool, from, to, amount)
      // The input without its fee, in a pool without a fee, has the same output: computed from the pool's own state.
      const paid = quotePool(state, from, to, amount)
      const fee = (amount * state.fee + unit - 1n) / unit
      expect(quotePool({ ...state, fee: 0n } as PoolState, from, to, amount - fee)).toBe(paid)
      expected[from === a ? 0 : 1] = (expected[from === a ? 0 : 1] ?? 0n) + fee
    }
    await chain.swapWeighted(other, a, b, scale)
    if (create === 'createWeighted') await chain.joinWeighted(pool, [a, b], [scale, scale])
    const volume = await getVolume(pool, async (token) => (token === a ? 3 : null))
    expect(volume).toMatchObject({ swaps: 3, fees: expected, isComplete: true })
    const [, after] = await client.readContract({
      address: chain.vault,
      abi: vaultAbi,
      functionName: 'getPoolTokens',
      args: [poolId],
    })
    const joined = create === 'createWeighted' ? scale : 0n
    expect(toNet(volume)).toEqual(after.map((amount, index) => amount - (before[index] ?? 0n) - joined))
    // Each swap counts by the side with a price. One swap's fees have no price.
    const ofA = Number((volume.amountsIn[0] ?? 0n) + (volume.amountsOut[0] ?? 0n)) * 3
    expect((volume.volumeUsd ?? 0) / ofA).toBeCloseTo(1, 9)
    expect(volume.feesUsd).toBeNull()
    // Each swap paid the fee that was set before it.
    await chain.setWeightedFee(pool, 10n ** 16n)
    await chain.swapWeighted(pool, b, a, 300n)
    expect(await getVolume(pool)).toMatchObject({ swaps: 4, fees: [expected[0], (expected[1] ?? 0n) + 3n] })
  },
  60_000,
)

it('rejects pools with the same code but no factory', async () => {
  const strange = await chain.createWeighted([0, 2], 10n ** 24n, await chain.createStrangeFactory())
  await expect(getVolume(strange)).rejects.toThrow(UnknownPoolError)
  await expect(getVolume(await chain.createStray())).rejects.toThrow(/balancer_v2/)
}, 60_000)
