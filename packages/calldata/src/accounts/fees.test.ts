import { type Address, type Hex, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../decoder/decoder.ts'
import { encode } from '../fixtures/encode.ts'
import { protocols } from '../registry.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const [owner, safe, stranger] = ['11', '22', '77'].map((byte) => `0x${byte.repeat(20)}` as Address) as [
  Address,
  Address,
  Address,
]
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const decode = (input: Hex, gas?: bigint, to: Address = safe) =>
  decoder.decode({ from: owner, to, input, ...(gas !== undefined && { gas }) })

const executed = (gasPrice: bigint, baseGas: bigint, token: Address, receiver: Address) =>
  encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[stranger, 0n, '0x', 0, 0n, baseGas, gasPrice, token, receiver, '0x'],
  )
const setUp = (library: Address, token: Address, payment: bigint, receiver: Address) =>
  encode(
    'setup(address[],uint256,address,bytes,address,address,uint256,address)',
    ...[[owner], 1n, library, '0x12345678', zeroAddress, token, payment, receiver],
  )

describe('the refund of a Safe', () => {
  it('comes to its price for the gas of the transaction and the base gas at most', () => {
    expect(decode(executed(2n, 10n ** 12n, usdc, stranger), 300_000n).actions).toMatchObject([
      { kind: 'fee', function: 'execTransaction', token: usdc, from: safe, to: stranger, most: 2_000_000_600_000n },
    ])
  })

  it('is paid in the native currency to the sender of the transaction by default, from within a wrapper too', () => {
    const input = encode('execute(address,uint256,bytes)', safe, 0n, executed(1n, 10n, zeroAddress, zeroAddress))
    expect(decode(input, 5n, stranger).actions).toMatchObject([
      { kind: 'fee', token: null, from: safe, to: owner, most: 15n },
    ])
  })

  it('has no bound without a gas limit, and is none at a price of 0', () => {
    expect(decode(executed(1n, 10n, usdc, stranger)).actions).toMatchObject([{ kind: 'fee', most: null }])
    expect(decode(executed(0n, 10n, usdc, stranger)).actions).toEqual([])
  })

  it('of the first version goes to the sender', () => {
    const input = encode(
      'execTransactionAndPaySubmitter(address,uint256,bytes,uint8,uint256,uint256,uint256,address,bytes)',
      ...[stranger, 0n, '0x', 0, 0n, 7n, 2n, usdc, '0x'],
    )
    expect(decode(input, 1n).actions).toMatchObject([{ kind: 'fee', token: usdc, from: safe, to: owner, most: 16n }])
  })
})

it('the setup of a Safe pays its deployment', () => {
  expect(decode(setUp(zeroAddress, usdc, 5n, stranger)).actions).toMatchObject([
    { kind: 'other' },
    { kind: 'transfer', token: usdc, from: safe, to: stranger, amount: 5n },
  ])
  expect(decode(setUp(zeroAddress, zeroAddress, 5n, zeroAddress)).actions[1]).toMatchObject({ token: null, to: owner })
  expect(decode(setUp(zeroAddress, usdc, 0n, stranger)).actions).toHaveLength(1)
})

it('the setups of older Safes have fewer words', () => {
  const [first, second] = [
    encode('setup(address[],uint256,address,bytes)', [owner], 1n, stranger, '0x12345678'),
    encode(
      'setup(address[],uint256,address,bytes,address,uint256,address)',
      ...[[owner], 1n, stranger, '0x12345678', usdc, 5n, stranger],
    ),
  ].map((input) => decode(input))
  const undecoded = [{ reason: 'delegatecall', target: stranger }]
  expect(first).toMatchObject({ actions: [{ kind: 'other' }], undecoded })
  expect(second).toMatchObject({ actions: [{}, { kind: 'transfer', to: stranger, amount: 5n }], undecoded })
})

it('the recipient of a relayed call pays the relay its gas and its share', () => {
  const input = encode(
    'relayCall(address,address,bytes,uint256,uint256,uint256,uint256,bytes,bytes)',
    ...[owner, safe, '0x12345678', 50n, 3n, 100n, 0n, '0x', '0x'],
  )
  expect(decode(input, 1000n, stranger).actions).toMatchObject([{ kind: 'fee', token: null, from: safe, most: 5000n }])
})

it('only the zero address is no library of a setup', () => {
  expect(decode(setUp(native, zeroAddress, 0n, zeroAddress)).undecoded).toMatchObject([
    { reason: 'delegatecall', target: native },
  ])
})

it('an allowance of a Safe is spent, and pays the sender of the transaction', () => {
  const input = encode(
    'executeAllowanceTransfer(address,address,address,uint96,address,uint96,address,bytes)',
    ...[safe, usdc, stranger, 7n, zeroAddress, 3n, owner, '0x'],
  )
  expect(decode(input, undefined, stranger).actions).toMatchObject([
    { kind: 'transfer', token: usdc, from: safe, to: stranger, amount: 7n },
    { kind: 'transfer', token: null, from: safe, to: owner, amount: 3n },
  ])
})

it('a wallet of Argent refunds its relayer up to a gas limit', () => {
  const relayed = 'execute(address,bytes,uint256,bytes,uint256,uint256'
  const args = [safe, '0x12345678', 0n, '0x', 3n, 100n]
  const fee = { kind: 'fee', from: safe, most: 300n }
  expect(decode(encode(`${relayed},address,address)`, ...args, usdc, stranger)).actions).toMatchObject([
    { ...fee, token: usdc, to: stranger },
  ])
  expect(decode(encode(`${relayed},address,address)`, ...args, native, zeroAddress)).actions).toMatchObject([
    { ...fee, token: null, to: owner },
  ])
  expect(decode(encode(`${relayed})`, ...args)).actions).toMatchObject([{ ...fee, token: null, to: owner }])
})
