import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  numberToHex,
  parseAbiParameters,
  size,
  zeroAddress,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../decoder/decoder.ts'
import { encode } from '../fixtures/encode.ts'
import { protocols } from '../registry.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const account = `0x${'22'.repeat(20)}` as const
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const stranger = `0x${'77'.repeat(20)}` as const
const multiSend = '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761'
const callOnly = '0x40a2accbd92bca938b02010e17a5b8929b49130d'
const signMessageLib = '0xd53cd0ab83d845ac265be939c57f53ad838012c9'

const decode = (input: Hex, to: Address = account) => decoder.decode({ from: stranger, to, input })

const transfer = encode('transfer(address,uint256)', stranger, 7n)
const swap = encode('swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', 1n, 1n, [dai, stranger], account, 1n) // biome-ignore format: one call
const item = (operation: number, to: Address, data: Hex) =>
  encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [operation, to, 0n, BigInt(size(data)), data])
const send = (...items: Hex[]) => encode('multiSend(bytes)', concatHex(items))
const execTransaction = (operation: number, to: Address, data: Hex) =>
  encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[to, 0n, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
  )
const fromModule = (name: string) => (to: Address, data: Hex) =>
  encode(`${name}(address,uint256,bytes,uint8)`, to, 0n, data, 1)
const word = (start: Hex) => concatHex([start, `0x${'00'.repeat(32 - size(start))}`])
const delegated = (to: Address, data: Hex) => encodePacked(['address', 'bytes'], [to, data])
const batch = (to: Address, data: Hex) =>
  encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [
    [{ to: account, value: 0n, data: encode('execute(bytes32,bytes)', word('0xff'), delegated(to, data)) }],
  ])
const nested = (start: Hex) => (to: Address, data: Hex) =>
  encode('execute(bytes32,bytes)', word(start), batch(to, data))

/** How accounts run the code of a contract as their own. */
const forms: [name: string, encode: (to: Address, data: Hex) => Hex][] = [
  ['Safe', (to, data) => execTransaction(1, to, data)],
  ['Safe, from a module', fromModule('execTransactionFromModule')],
  ['Safe, from a module with return data', fromModule('execTransactionFromModuleReturnData')],
  ['Safe, in a MultiSend', (to, data) => execTransaction(1, multiSend, send(item(1, to, data)))],
  [
    'Safe, at setup',
    (to, data) =>
      encode(
        'setup(address[],uint256,address,bytes,address,address,uint256,address)',
        ...[[stranger], 1n, to, data, zeroAddress, zeroAddress, 0n, zeroAddress],
      ),
  ],
  ['Safe 4337 module', fromModule('executeUserOp')],
  ['Zodiac Delay', fromModule('executeNextTx')],
  [
    'Zodiac Roles',
    (to, data) =>
      encode('execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)', to, 0n, data, 1, word('0x01'), true),
  ],
  [
    'Zodiac Reality',
    (to, data) => encode('executeProposal(string,bytes32[],address,uint256,bytes,uint8)', 'a', [], to, 0n, data, 1),
  ],
  ['ERC-7579', (to, data) => encode('execute(bytes32,bytes)', word('0xff'), delegated(to, data))],
  ['ERC-7579, try', (to, data) => encode('execute(bytes32,bytes)', word('0xff01'), delegated(to, data))],
  [
    'ERC-7579, from an executor',
    (to, data) => encode('executeFromExecutor(bytes32,bytes)', word('0xff'), delegated(to, data)),
  ],
  ['ERC-7579, in a batch', nested('0x01')],
  ['ERC-7579, in a batch with try', nested('0x0101')],
  ['Kernel', fromModule('execute')],
  ['Kernel 2', (to, data) => encode('executeDelegateCall(address,bytes)', to, data)],
  ['ERC-725X', (to, data) => encode('execute(uint256,address,uint256,bytes)', 4n, to, 0n, data)],
  ['ERC-725X batch', (to, data) => encode('executeBatch(uint256[],address[],uint256[],bytes[])', [4n], [to], [0n], [data])], // biome-ignore format: one row
  [
    'Sequence',
    (to, data) =>
      encode(
        'execute((bool a,bool b,uint256 c,address d,uint256 e,bytes f)[],uint256,bytes)',
        ...[[{ a: true, b: true, c: 0n, d: to, e: 0n, f: data }], 0n, '0x'],
      ),
  ],
  [
    'Polymarket',
    (to, data) => encode('proxy((uint8 a,address b,uint256 c,bytes d)[])', [{ a: 2, b: to, c: 0n, d: data }]),
  ],
  ['Instadapp 1', (to, data) => encode('cast(address[],bytes[],address)', [to], [data], stranger)],
  ['DSProxy', (to, data) => encode('execute(address,bytes)', to, data)],
]

describe.each(forms)('a delegatecall by %s', (_, wrap) => {
  it.each([
    ['a token', dai, transfer],
    ['a router', router, swap],
    ['a contract nobody knows', stranger, transfer],
    ['an address without calldata', stranger, '0x'],
  ] as const)('of %s moves nothing that is known', (_name, to, data) => {
    const { actions, undecoded } = decode(wrap(to, data))
    expect(actions.filter(({ kind }) => kind !== 'other')).toEqual([])
    expect(undecoded).toMatchObject([
      { reason: 'delegatecall', target: to, what: data === '0x' ? null : data.slice(0, 10) },
    ])
  })

  it('of MultiSend makes its calls as the account', () => {
    const { actions, undecoded } = decode(wrap(multiSend, send(item(0, dai, transfer))))
    expect(undecoded).toEqual([])
    expect(actions.filter(({ kind }) => kind !== 'other')).toMatchObject([{ kind: 'transfer', token: dai, amount: 7n }])
  })

  it('of SignMessageLib signs', () => {
    const { actions, undecoded } = decode(wrap(signMessageLib, encode('signMessage(bytes)', '0x12')))
    expect(undecoded).toEqual([])
    expect(actions.at(-1)).toMatchObject({ kind: 'other', function: 'signMessage', target: signMessageLib })
  })
})

describe('libraries', () => {
  it('have no other functions than their own', () => {
    expect(decode(execTransaction(1, multiSend, transfer)).undecoded).toMatchObject([{ reason: 'unknownFunction' }])
  })

  it('MultiSend reverts unless it is run by delegatecall, MultiSendCallOnly runs none', () => {
    expect(decode(execTransaction(0, multiSend, send(item(0, dai, transfer))))).toMatchObject({
      actions: [],
      undecoded: [{ reason: 'malformed' }],
    })
    expect(decode(execTransaction(1, callOnly, send(item(1, multiSend, send(item(0, dai, transfer))))))).toMatchObject({
      actions: [],
      undecoded: [{ reason: 'delegatecall', target: multiSend }],
    })
    expect(decode(send(item(0, dai, transfer)), callOnly).actions).toMatchObject([{ kind: 'transfer', from: callOnly }])
  })

  it('of Maker do as a DSProxy what they say', () => {
    const draw = encode('draw(address,address,address,uint256,uint256)', stranger, stranger, stranger, 1n, 5n)
    const { actions } = decode(encode('execute(address,bytes)', '0x82ecd135dce65fbc6dbdd0e4237e0af93ffd5038', draw))
    expect(actions).toMatchObject([{ kind: 'lending', protocol: 'maker', event: 'borrow', amount: 5n }])
  })

  it('that come with the calldata are unknown', () => {
    expect(decode(encode('execute(bytes,bytes)', '0x6001', transfer))).toMatchObject({
      actions: [],
      undecoded: [{ reason: 'delegatecall' }],
    })
  })
})

it('an operation that does not exist reverts', () => {
  expect(decode(execTransaction(2, dai, transfer))).toMatchObject({ actions: [], undecoded: [{ reason: 'malformed' }] })
})

it('no number of unread parts hides a delegatecall', () => {
  const junk = Array.from({ length: 100 }, (_, index) => item(0, numberToHex(index + 1, { size: 20 }), '0x12345678'))
  const { undecoded } = decode(execTransaction(1, multiSend, send(...junk, item(1, stranger, transfer))))
  expect(undecoded.at(-1)).toMatchObject({ reason: 'delegatecall', target: stranger })
})
