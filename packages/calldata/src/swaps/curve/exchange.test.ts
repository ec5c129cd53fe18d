import { type Hex, pad, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { decode, encode } from '../../fixtures/encode.ts'
import { curveFirstPools } from './firstPools.ts'

const pool = '0x00000000000000000000000000000000000000c1'
const [weth, usdc, dai] = [
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '0x6b175474e89094c44da98b954eedeac495271d0f',
] as const

it('names the coins that an exchange counts, also of a pool that is in no table', () => {
  const plain = encode('exchange(int128 i, int128 j, uint256 dx, uint256 min_dy)', 2n, 0n, 7n, 5n)
  expect(decode(pool, plain)).toMatchObject([{ pools: [pool], coins: [2, 0], amountIn: 7n, tokenIn: null }])
  const underlying = encode('exchange_underlying(int128 i, int128 j, uint256 dx, uint256 min_dy)', 2n, 0n, 7n, 5n)
  expect(decode(pool, underlying)[0]).not.toHaveProperty('coins')
})

it('has no market of crvUSD among the first pools, and tells CryptoSwap from StableSwap', () => {
  const kinds = new Map(curveFirstPools.ethereum?.map(({ address, kind }) => [address as string, kind]))
  expect(kinds.get('0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7')).toBe('stableswap')
  expect(kinds.get('0xd51a44d3fae010294c616388b506acda1bfaae46')).toBe('cryptoswap')
  expect(kinds.has('0x136e783846ef68c8bd00a3369f787df8d683a696')).toBe(false)
})

it('gives the whole path of steps of Balancer’s Vault that follow one another, and none of those side by side', () => {
  const vault = '0xba12222222228d8ba445958a75a0704d566bf2c8'
  const funds = '(address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds'
  const step = '(bytes32 poolId, uint256 assetInIndex, uint256 assetOutIndex, uint256 amount, bytes userData)[] swaps'
  const signature = `batchSwap(uint8 kind, ${step}, address[] assets, ${funds}, int256[] limits, uint256 deadline)`
  const ids = ['0x01', '0x02'].map((id) => pad(id as Hex, { size: 20, dir: 'left' }))
  const toSteps = (...indices: readonly (readonly [bigint, bigint])[]) =>
    indices.map(([assetInIndex, assetOutIndex], at) => ({
      poolId: pad(ids[at] as Hex, { size: 32, dir: 'right' }),
      assetInIndex,
      assetOutIndex,
      amount: 9n,
      userData: '0x',
    }))
  const account = { sender: zeroAddress, fromInternalBalance: false, recipient: zeroAddress, toInternalBalance: false }
  const toCall = (kind: number, steps: ReturnType<typeof toSteps>) =>
    decode(vault, encode(signature, kind, steps, [weth, usdc, dai], account, [9n, 0n, -1n], 1n))[0]
  expect(toCall(0, toSteps([0n, 1n], [1n, 2n]))).toMatchObject({ path: [weth, usdc, dai], pools: ids })
  // Of an exact output the last step comes first.
  expect(toCall(1, toSteps([1n, 2n], [0n, 1n]))).toMatchObject({ path: [weth, usdc, dai], pools: [...ids].reverse() })
  expect(toCall(0, toSteps([0n, 2n], [0n, 2n]))).toMatchObject({ path: [weth, dai], pools: ids })
})
