import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, keccak256, parseAbi, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { address, weth } from '../fixtures/blocks.ts'
import type { MinedCall } from '../minedBlock.ts'
import { decodePoolCall } from './poolCalls.ts'

const abi = parseAbi([
  'function swap((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, (bool zeroForOne, int256 amountSpecified, uint160 limit) params, bytes hookData) returns (int256)',
  'function swap((uint8 kind, address pool, address tokenIn, address tokenOut, uint256 amount, uint256 limit, bytes userData) params) returns (uint256, uint256, uint256)',
  'function onSwap((uint8 kind, address tokenIn, address tokenOut, uint256 amount, bytes32 poolId, uint256 block, address from, address to, bytes userData) request, uint256 balanceIn, uint256 balanceOut) returns (uint256)',
])
const [manager, pool, token, vault] = [address(0x44), address(0x91), address(0xff), address(0x55)]
const toCall = (from: Address, to: Address, input: Hex, output: Hex): MinedCall => ({
  kind: 'call',
  depth: 1,
  from,
  to,
  value: 0n,
  selector: input.slice(0, 10) as Hex,
  input,
  output,
})
const uints = (...values: readonly bigint[]) =>
  encodeAbiParameters(
    values.map(() => ({ type: 'uint256' })),
    values,
  )

describe('calls of pools', () => {
  it('contain the currencies and id of a Uniswap V4 pool', () => {
    const key = { currency0: zeroAddress, currency1: token, fee: 500, tickSpacing: 10, hooks: zeroAddress } as const
    const params = { zeroForOne: true, amountSpecified: -100n, limit: 1n }
    const input = encodeFunctionData({ abi, functionName: 'swap', args: [key, params, '0x1234'] })
    // Two int128 values in one word. The first is paid by the swapper.
    const delta = BigInt.asUintN(256, (-100n << 128n) + 90n)
    const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }, { type: 'int24' }, { type: 'address' }]
    expect(decodePoolCall(toCall(vault, manager, input, uints(delta)))).toEqual({
      kind: 'swap',
      protocol: 'uniswap_v4',
      holder: manager,
      zeroForOne: true,
      pool: keccak256(encodeAbiParameters(types, [zeroAddress, token, 500, 10, zeroAddress])),
      tokenIn: zeroAddress,
      tokenOut: token,
      amountIn: 100n,
      amountOut: 90n,
    })
  })

  it('contain the tokens and amounts of a swap in Balancer v3 and v2', () => {
    const params = { kind: 0, pool, tokenIn: weth, tokenOut: token, amount: 5n, limit: 1n, userData: '0x' } as const
    const swap = encodeFunctionData({ abi, functionName: 'swap', args: [params] })
    const amounts = { tokenIn: weth, tokenOut: token, amountIn: 5n, amountOut: 7n }
    expect(decodePoolCall(toCall(pool, vault, swap, uints(7n, 5n, 7n)))).toMatchObject({
      pool,
      holder: vault,
      ...amounts,
    })
    const poolId = `0x${'ab'.repeat(32)}` as const
    const request = {
      kind: 1,
      tokenIn: weth,
      tokenOut: token,
      amount: 7n,
      poolId,
      block: 1n,
      from: pool,
      to: pool,
    } as const
    const onSwap = encodeFunctionData({ abi, functionName: 'onSwap', args: [{ ...request, userData: '0x' }, 1n, 1n] })
    expect(decodePoolCall(toCall(vault, pool, onSwap, uints(5n)))).toMatchObject({
      pool: poolId,
      holder: vault,
      ...amounts,
    })
  })

  it('are ignored if they are unrelated or truncated', () => {
    expect(decodePoolCall(toCall(vault, pool, '0xa9059cbb', '0x'))).toBeNull()
    const onSwap = `0x9d2c110c${'f'.repeat(64)}` as const
    expect(decodePoolCall(toCall(vault, pool, onSwap, '0x'))).toBeNull()
  })
})
