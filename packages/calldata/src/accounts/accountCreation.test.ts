import { type Address, concatHex, type Hex, numberToHex, zeroAddress } from 'viem'
import { toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../decoder/decoder.ts'
import { encode } from '../fixtures/encode.ts'
import { protocols } from '../registry.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const [bundler, account, stranger, paymaster] = ['11', '22', '77', '99'].map(
  (byte) => `0x${byte.repeat(20)}` as Address,
) as [Address, Address, Address, Address]
const factory = '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67'
const singleton = '0x41675c099f32341bf84bfc5382af534df5c7461a'
const entryPoint06 = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'
const entryPoint07 = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const entryPoint08 = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const multiSend = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'

const decode = (to: Address, input: Hex) => decoder.decode({ from: bundler, to, input })

const setUp = (library: Address, data: Hex = '0x12345678', payment = 0n) =>
  encode(
    'setup(address[],uint256,address,bytes,address,address,uint256,address)',
    ...[[stranger], 1n, library, data, zeroAddress, usdc, payment, stranger],
  )

describe('a proxy factory', () => {
  const withNonce = (first: Hex, code: Address = singleton) =>
    encode('createProxyWithNonce(address,bytes,uint256)', code, first, 0n)
  const forms: [name: string, encode: (first: Hex) => Hex][] = [
    ['createProxy', (first) => encode('createProxy(address,bytes)', singleton, first)],
    ...['createProxyWithNonce', 'createChainSpecificProxyWithNonce', 'createChainSpecificProxyWithNonceL2'].map(
      (name): [string, (first: Hex) => Hex] => [
        name,
        (first) => encode(`${name}(address,bytes,uint256)`, singleton, first, 0n),
      ],
    ),
    [
      'createProxyWithCallback',
      (first) => encode('createProxyWithCallback(address,bytes,uint256,address)', singleton, first, 0n, zeroAddress),
    ],
  ]

  it.each(forms)('%s runs the setup of the new Safe', (_, wrap) => {
    expect(decode(factory, wrap(setUp(stranger))).undecoded).toMatchObject([
      { reason: 'delegatecall', target: stranger, what: '0x12345678' },
    ])
    expect(decode(factory, wrap('0x'))).toMatchObject({ actions: [{ kind: 'other' }], undecoded: [] })
  })

  it('does not know the address of the new Safe', () => {
    const approve = encode('approve(address,uint256)', stranger, 7n)
    const one = encode('transfer(address,uint256)', stranger, 7n)
    const packed = (data: Hex) =>
      concatHex(['0x00', usdc, numberToHex(0, { size: 32 }), numberToHex((data.length - 2) / 2, { size: 32 }), data])
    const all = encode('multiSend(bytes)', concatHex([packed(one), packed(approve)]))
    const { actions, undecoded } = decode(factory, withNonce(setUp(multiSend, all, 5n)))
    expect(undecoded).toEqual([])
    expect(actions).toMatchObject([
      { kind: 'other', target: factory },
      { kind: 'other', target: null, function: 'setup' },
      { kind: 'transfer', token: usdc, from: null, to: stranger, amount: 7n },
      { kind: 'approval', token: usdc, spender: stranger },
      { kind: 'transfer', token: usdc, from: null, to: stranger, amount: 5n },
    ])
    expect(decode(factory, withNonce('0x12345678')).undecoded).toMatchObject([
      { reason: 'unknownFunction', target: singleton, what: '0x12345678' },
    ])
  })

  it('of other code runs what nobody knows', () => {
    expect(decode(factory, withNonce(setUp(zeroAddress), stranger)).undecoded).toMatchObject([
      { reason: 'delegatecall', target: stranger },
    ])
  })

  it('tells a callback', () => {
    const input = encode('createProxyWithCallback(address,bytes,uint256,address)', singleton, '0x', 0n, stranger)
    expect(decode(factory, input).undecoded).toMatchObject([{ reason: 'unknownTarget', target: stranger }])
  })
})

const operation: UserOperation<'0.8'> = {
  sender: account,
  nonce: 0n,
  callData: '0x',
  callGasLimit: 10n,
  verificationGasLimit: 20n,
  preVerificationGas: 3n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
  signature: '0x',
}
const packedForm =
  '(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,bytes signature)[]'
const plainForm =
  '(address sender,uint256 nonce,bytes initCode,bytes callData,uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,bytes paymasterAndData,bytes signature)[]'
const handleOps = (more: object = {}) =>
  encode(`handleOps(${packedForm},address)`, [{ ...toPackedUserOperation(operation), ...more }], bundler)
const handleOps06 = (more: object = {}) =>
  encode(
    `handleOps(${plainForm},address)`,
    [{ ...operation, initCode: '0x', paymasterAndData: '0x', ...more }],
    bundler,
  )
const limits = (size: number) => numberToHex(size, { size: 16 })

describe('an operation', () => {
  it('pays the bundler what it may cost at most', () => {
    const fee = { kind: 'fee', token: null, from: account, to: bundler, most: 66n }
    expect(decode(entryPoint07, handleOps())).toMatchObject({ actions: [fee], undecoded: [] })
    expect(decode(entryPoint06, handleOps06())).toMatchObject({ actions: [fee], undecoded: [] })
    const group = { ops: [toPackedUserOperation(operation)], aggregator: zeroAddress, signature: '0x' }
    const type = `handleAggregatedOps((${packedForm} ops,address aggregator,bytes signature)[],address)`
    expect(decode(entryPoint07, encode(type, [group], bundler)).actions).toMatchObject([fee])
  })

  it('of a paymaster costs the account what the paymaster asks', () => {
    const fee = { kind: 'fee', token: null, from: paymaster, to: bundler }
    const unread = { reason: 'paymaster', target: paymaster, what: null }
    expect(
      decode(entryPoint07, handleOps({ paymasterAndData: concatHex([paymaster, limits(4), limits(5)]) })),
    ).toMatchObject({ actions: [{ ...fee, most: 84n }], undecoded: [unread] })
    expect(decode(entryPoint06, handleOps06({ paymasterAndData: concatHex([paymaster, '0x1234']) }))).toMatchObject({
      actions: [{ ...fee, most: 146n }],
      undecoded: [unread],
    })
    expect(decode(entryPoint06, handleOps06({ paymasterAndData: zeroAddress })).undecoded).toEqual([])
  })

  it('creates its account by a factory', () => {
    const create = encode('createProxyWithNonce(address,bytes,uint256)', singleton, setUp(stranger), 0n)
    for (const handle of [handleOps, handleOps06])
      expect(decode(entryPoint07, handle({ initCode: concatHex([factory, create]) }))).toMatchObject({
        actions: [{ kind: 'other', target: factory }, { kind: 'other', function: 'setup' }, { kind: 'fee' }],
        undecoded: [{ reason: 'delegatecall', target: stranger }],
      })
    const simple = encode('createAccount(address,uint256)', stranger, 0n)
    expect(decode(entryPoint07, handleOps({ initCode: concatHex([factory, simple]) })).undecoded).toEqual([])
  })

  it.each([
    ['that nobody knows', concatHex([stranger, '0x12345678']), '0x12345678'],
    ['without calldata', stranger, null],
  ] as const)('may name a factory %s', (_, initCode, what) => {
    expect(decode(entryPoint07, handleOps({ initCode })).undecoded).toMatchObject([
      { reason: 'unknownTarget', target: stranger, what },
    ])
  })

  it('may have its account set up instead, if that has code by EIP-7702', () => {
    const marker = `0x7702${'00'.repeat(18)}` as const
    const transfer = encode('transfer(address,uint256)', stranger, 7n)
    const first = encode('execute(address,uint256,bytes)', usdc, 0n, transfer)
    expect(decode(entryPoint08, handleOps({ initCode: marker }))).toMatchObject({
      actions: [{ kind: 'fee' }],
      undecoded: [],
    })
    expect(decode(entryPoint08, handleOps({ initCode: concatHex([marker, first]) })).actions).toMatchObject([
      { kind: 'transfer', from: account, to: stranger, amount: 7n },
      { kind: 'fee' },
    ])
  })

  it('that is cut off reverts with the others', () => {
    for (const more of [{ initCode: '0x1234' }, { paymasterAndData: concatHex([paymaster, '0x1234']) }])
      expect(decode(entryPoint07, handleOps(more))).toMatchObject({ actions: [], undecoded: [{ reason: 'malformed' }] })
  })
})
