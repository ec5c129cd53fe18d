import {
  type Abi,
  type Address,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseEther,
  zeroAddress,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { toTransactionCall } from '../transaction/toTransaction.ts'
import { createClassifier } from './classifier.ts'
import { computeMovedValue } from './movedValue.ts'

const { classify } = createClassifier({ chain: 'ethereum' })
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const [me, safe, stranger] = ['11', '5a', '77'].map((byte) => `0x${byte.repeat(20)}` as Address) as [
  Address,
  Address,
  Address,
]

const encode = (signature: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]) as Abi, args })

function read(input: Hex, gas?: bigint) {
  const classification = classify({ from: me, to: safe, value: 0n, input, ...(gas !== undefined && { gas }) })
  return { ...classification, moved: computeMovedValue({ value: 0n }, classification, weth) }
}

describe('the refund of a Safe', () => {
  const refunded = (token: Address, data: Hex = '0x') =>
    encode(
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      ...[stranger, 0n, data, 0, 0n, parseEther('10'), 1n, token, stranger, '0x'],
    )

  it('counts as moved value, with its maximum', () => {
    expect(read(refunded(zeroAddress), 100_000n)).toMatchObject({
      type: 'other',
      rule: 'other: safe.execTransaction',
      moved: { wei: parseEther('10') + 100_000n, isComplete: true },
    })
    expect(read(refunded(usdc), 100_000n).moved).toEqual({ wei: 0n, isComplete: false })
  })

  it('is of unknown value without a gas limit', () => {
    expect(read(refunded(zeroAddress)).moved.isComplete).toBe(false)
  })

  it('does not determine the type of the call', () => {
    expect(read(refunded(usdc, '0x12345678')).rule).toBe('other: unknownTarget 0x12345678')
    const transfer = encode('transfer(address,uint256)', stranger, 1n)
    expect(read(refunded(usdc, transfer))).toMatchObject({ type: 'transfer', rule: 'transfer: erc20.transfer' })
  })
})

describe('ether sent along with a call of an account', () => {
  const swap = encode(
    'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    ...[parseEther('1'), 0n, [weth, usdc], safe, 1_999_999_999n],
  )
  const exec = encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', 0n, swap, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
  )

  it('is not the input of a swap of wrapped ether', () => {
    const { swap: details, actions } = classify({ from: me, to: safe, value: 5n, input: exec })
    expect(actions.filter(({ kind }) => kind === 'swap')).toMatchObject([{ isNativeIn: false }])
    expect(details).toMatchObject({ isNativeIn: false, amountIn: parseEther('1') })
  })
})

describe('an authorization', () => {
  const authorize = (address: Address, chainId = 1n) =>
    classify({
      from: me,
      to: me,
      value: 0n,
      input: '0x12345678',
      authorizations: [{ chainId, address, nonce: 0n, yParity: 0, r: 1n, s: 1n }],
    })

  it('to a contract of no known wallet gives control of the account away', () => {
    for (const chainId of [0n, 1n])
      expect(authorize(stranger, chainId)).toMatchObject({
        unknownDelegates: [stranger],
        undecoded: [{ reason: 'unknownTarget' }, { reason: 'authorization', target: stranger, what: null }],
      })
  })

  it.each([
    ['the code of a known wallet', '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b', 1n],
    ['no code', zeroAddress, 1n],
    ['code on another chain', stranger, 10n],
  ] as const)('to %s does not', (_, address, chainId) => {
    expect(authorize(address, chainId).unknownDelegates).toEqual([])
  })

  it('is parsed from an unsigned JSON-RPC transaction', () => {
    const authorizationList = [{ chainId: '0x1', address: stranger, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' }]
    const call = toTransactionCall({ from: me, to: me, input: '0x', authorizationList })
    expect(classify(call).unknownDelegates).toEqual([stranger])
  })
})

it('the fee of an ERC-4337 operation counts as moved value, and does not determine its type', () => {
  const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
  const handle = (callData: Hex) => {
    const [limits, fees] = [`0x${'00'.repeat(32)}`, numberToHex(2, { size: 32 })]
    const operation = { a: safe, b: 0n, c: '0x', d: callData, e: limits, f: parseEther('5'), g: fees, h: '0x', i: '0x' }
    const signature =
      'handleOps((address a,uint256 b,bytes c,bytes d,bytes32 e,uint256 f,bytes32 g,bytes h,bytes i)[],address)'
    const input = encode(signature, [operation], stranger)
    const classification = classify({ from: me, to: entryPoint, value: 0n, input })
    return { ...classification, moved: computeMovedValue({ value: 0n }, classification, weth) }
  }
  const moved = { wei: parseEther('10'), isComplete: true }
  expect(handle('0x')).toMatchObject({ type: 'other', rule: 'other: erc4337.handleOps', moved })
  const transfer = encode('execute(address,uint256,bytes)', stranger, 1n, '0x')
  expect(handle(transfer)).toMatchObject({ type: 'transfer', rule: 'transfer: native.receive', moved })
})

it('a module that an account enables gets control of it', () => {
  const enable = (module: Address) =>
    encode(
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      ...[safe, 0n, encode('enableModule(address)', module), 0, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
    )
  expect(read(enable(stranger))).toMatchObject({
    rule: 'other: safe.enableModule',
    unknownDelegates: [stranger],
    moved: { isComplete: false },
  })
  const official = '0x75cf11467937ce3f2f357ce24ffc3dbf8fd5c226'
  expect(read(enable(official))).toMatchObject({ unknownDelegates: [], undecoded: [], moved: { isComplete: true } })
})

it('the moved value of a stored call is unknown', () => {
  expect(read(encode('confirmTransaction(uint256)', 5n))).toMatchObject({
    rule: 'other: multisig.confirmTransaction',
    undecoded: [{ reason: 'storedCall', target: safe, what: '0xc01a8c84' }],
    moved: { wei: 0n, isComplete: false },
  })
})

it('a stake of an account counts as moved value', () => {
  const stake = encode('submit(address)', stranger)
  const lido = '0xae7ab96520de3a18e5e111b5eaab095312d7fe84'
  expect(read(encode('execute(address,uint256,bytes)', lido, parseEther('10'), stake)).moved).toEqual({
    wei: parseEther('10'),
    isComplete: true,
  })
})

it('a withdrawal from the entry point is a transfer', () => {
  const input = encode('withdrawTo(address,uint256)', stranger, parseEther('10'))
  const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
  const classification = classify({ from: me, to: entryPoint, value: 0n, input })
  expect(classification).toMatchObject({ type: 'transfer', rule: 'transfer: erc4337.withdrawTo' })
  expect(computeMovedValue({ value: 0n }, classification, weth).wei).toBe(parseEther('10'))
})
