import { createClassifier } from '@outrigger/mempool'
import type { Transaction } from '@outrigger/mempool/internal'
import { type Address, concatHex, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { toPackedUserOperation } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import { toPair } from '../fixtures/pools.ts'
import { toPoolSnapshot } from '../view/poolSnapshot.ts'
import { getSlippageExposure } from './getSlippageExposure.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const [account, bundler, paymaster] = ['5a', 'a1', '99'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const ether = 10n ** 18n
const amountIn = 100n * ether
const [usdcReserve, wethReserve] = [30_000_000_000_000n, 10_000n * ether]
const snapshot = toPoolSnapshot([toPair(1, [usdc, weth], [usdcReserve, wethReserve])], 1n)
const quoted = (amountIn * 997n * usdcReserve) / (wethReserve * 1000n + amountIn * 997n)
const least = (quoted * 99n) / 100n

const abi = parseAbi([
  'struct Op { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(Op[], address)',
  'function execute(address, uint256, bytes)',
  'function executeBatch(address[], bytes[])',
  'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes)',
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)',
])
const swap = (limit: bigint) =>
  encodeFunctionData({
    abi,
    functionName: 'swapExactTokensForTokens',
    args: [amountIn, limit, [weth, usdc], account, 1_999_999_999n],
  })
const execute = (target: Address, data: Hex) =>
  encodeFunctionData({ abi, functionName: 'execute', args: [target, 0n, data] })

function exposeOperation(callData: Hex, payer: Hex = concatHex([paymaster, `0x${'00'.repeat(32)}`])) {
  const operation = toPackedUserOperation({
    sender: account,
    nonce: 0n,
    callData,
    callGasLimit: 10n,
    verificationGasLimit: 20n,
    preVerificationGas: 3n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
    signature: '0x',
  })
  const input = encodeFunctionData({
    abi,
    functionName: 'handleOps',
    args: [[{ ...operation, paymasterAndData: payer }], bundler],
  })
  return expose(entryPoint, input)
}

function expose(to: Address, input: Hex) {
  const transaction: Transaction = {
    hash: `0x${'1'.repeat(64)}`,
    from: bundler,
    to,
    input,
    value: 0n,
    nonce: 0,
    gas: 400_000n,
    type: 2,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 9n,
  }
  const classification = createClassifier({ chain: 'ethereum' }).classify(transaction)
  const cost = { gasPrice: 10n ** 9n, builderBidBps: 0 }
  return getSlippageExposure({ transaction, classification }, snapshot, { native: weth, cost })
}

it('a paymaster cannot loosen the limit of a swap that it pays the gas of', () => {
  expect(exposeOperation(execute(router, swap(least)))).toMatchObject({
    gaps: [{ reason: 'opaque', what: 'paymaster' }],
    swaps: [{ quotedAmount: quoted, maxLost: quoted - least }],
  })
})

it('a paymaster may reject the output of a swap without a limit', () => {
  const { swaps, gaps } = exposeOperation(execute(router, swap(0n)))
  expect(swaps).toEqual([])
  expect(gaps.map(({ reason }) => reason)).toEqual(['opaque', 'unknownLimit'])
})

it('undecoded calls may swap in place of a failed swap', () => {
  const callData = encodeFunctionData({
    abi,
    functionName: 'executeBatch',
    args: [
      [router, paymaster],
      [swap(least), '0x12345678'],
    ],
  })
  const { swaps, gaps } = exposeOperation(callData)
  expect(swaps).toEqual([])
  expect(gaps.map(({ reason }) => reason)).toContain('unknownLimit')
})

describe('a swap that fails alone', () => {
  const tooMuch = swap(quoted + 1n)
  const failure = { reason: 'insufficientOutput', what: 'uniswap_v2.swapExactTokensForTokens' }
  const safe = (safeTxGas: bigint, gasPrice: bigint, data: Hex) =>
    expose(
      account,
      encodeFunctionData({
        abi,
        functionName: 'execTransaction',
        args: [router, 0n, data, 0, safeTxGas, 0n, gasPrice, zeroAddress, zeroAddress, '0x'],
      }),
    )

  it('is reported with its reason', () => {
    const expected = { swaps: [], total: null, reverts: false, gaps: [failure] }
    expect(exposeOperation(execute(router, tooMuch), '0x')).toEqual(expected)
    expect(safe(1n, 0n, tooMuch)).toEqual(expected)
    expect(safe(0n, 1n, tooMuch)).toEqual(expected)
  })

  it('reverts a Safe that pays no refund and sets no gas', () => {
    expect(safe(0n, 0n, tooMuch)).toEqual({ swaps: [], total: null, reverts: true, gaps: [failure] })
  })

  it('has no gap if it succeeds', () => {
    expect(safe(1n, 0n, swap(least))).toMatchObject({ reverts: false, gaps: [], swaps: [{ quotedAmount: quoted }] })
  })
})
