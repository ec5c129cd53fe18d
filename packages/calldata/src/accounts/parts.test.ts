import { type Address, concatHex, encodeAbiParameters, type Hex, parseAbiParameters, size, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../decoder/decoder.ts'
import { encode } from '../fixtures/encode.ts'
import { protocols } from '../registry.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const account = `0x${'22'.repeat(20)}` as const
const [token, friend] = [`0x${'33'.repeat(20)}`, `0x${'44'.repeat(20)}`] as const
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const bundler3 = '0x6566194141eefa99af43bb5aa71460ca2dc90245'
const universalRouter = '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'
const zeroWord = `0x${'00'.repeat(32)}` as const

const transfer = (amount: bigint) => encode('transfer(address,uint256)', friend, amount)
const mode = (start: Hex) => concatHex([start, `0x${'00'.repeat(32 - size(start))}`])
const execute = (amount: bigint) => encode('execute(address,uint256,bytes)', token, 0n, transfer(amount))

/** Of each action that is not a mere mention: the parts around it. */
function partsOf(input: Hex, to: Address = account) {
  const { actions, undecoded } = decoder.decode({ from: friend, to, input })
  expect(undecoded).toEqual([])
  return actions.filter(({ kind }) => kind !== 'other').map(({ parts }) => parts ?? null)
}

const operation = (callData: Hex) => ({ a: account, b: 0n, c: '0x', d: callData, e: zeroWord, f: 0n, g: zeroWord, h: '0x', i: '0x' }) // biome-ignore format: one struct
const handleOps = (...calls: Hex[]) =>
  encode(
    'handleOps((address a,uint256 b,bytes c,bytes d,bytes32 e,uint256 f,bytes32 g,bytes h,bytes i)[],address)',
    calls.map(operation),
    account,
  )
const aggregate3 = (...calls: (readonly [allows: boolean, data: Hex])[]) =>
  encode(
    'aggregate3((address a,bool b,bytes c)[])',
    calls.map(([b, c]) => ({ a: token, b, c })),
  )
const safe = (safeTxGas: bigint, gasPrice: bigint) =>
  encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[token, 0n, transfer(1n), 0, safeTxGas, 0n, gasPrice, zeroAddress, zeroAddress, '0x'],
  )
const withRole = (reverts: boolean) =>
  encode(
    'execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)',
    ...[token, 0n, transfer(1n), 0, zeroWord, reverts],
  )
const batch = encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [
  [
    { to: token, value: 0n, data: transfer(1n) },
    { to: token, value: 0n, data: transfer(2n) },
  ],
])
const tryAggregate = (name: string, requires: boolean) =>
  encode(`${name}(bool,(address a,bytes b)[])`, requires, [
    { a: token, b: transfer(1n) },
    { a: token, b: transfer(2n) },
  ])
const sequence = (reverts: boolean) =>
  encode(
    'selfExecute((bool a,bool b,uint256 c,address d,uint256 e,bytes f)[])',
    [0, 1].map(() => ({ a: false, b: reverts, c: 0n, d: token, e: 0n, f: transfer(1n) })),
  )
const calibur = (reverts: boolean) =>
  encode('execute(((address a,uint256 b,bytes c)[] d,bool e))', {
    d: [0, 1].map(() => ({ a: token, b: 0n, c: transfer(1n) })),
    e: reverts,
  })
const forward = (refund: Address) =>
  encode(
    'executeBatch((address a,address b,uint256 c,uint256 d,uint48 e,bytes f,bytes g)[],address)',
    [0, 1].map(() => ({ a: account, b: token, c: 0n, d: 0n, e: 0, f: transfer(1n), g: '0x' })),
    refund,
  )
const hooks = (allows: boolean) =>
  encode('trustedExecuteHooks((address a,uint256 b,bytes c,bool d,bool e)[])', [
    { a: token, b: 0n, c: transfer(1n), d: allows, e: false },
  ])
const bundle = (skips: boolean) =>
  encode('multicall((address a,bytes b,uint256 c,bool d,bytes32 e)[])', [
    { a: token, b: transfer(1n), c: 0n, d: skips, e: zeroWord },
  ])

const none = [null]
const both = [null, null]
const each = [[1], [2]]
const rows: [name: string, input: Hex, expected: unknown, to?: Address][] = [
  ['operations of a bundle', handleOps(execute(1n), execute(2n)), each, entryPoint],
  ['aggregate3', aggregate3([false, transfer(1n)], [true, transfer(2n)], [true, transfer(3n)]), [null, [1], [2]]],
  ['tryAggregate', tryAggregate('tryAggregate', false), each],
  ['tryAggregate that requires success', tryAggregate('tryAggregate', true), both],
  ['tryBlockAndAggregate', tryAggregate('tryBlockAndAggregate', false), each],
  ['a Safe', safe(0n, 0n), none],
  ['a Safe with gas set aside', safe(1n, 0n), [[1]]],
  // The refund is paid even if the call fails.
  ['a Safe that pays for gas', safe(0n, 1n), [[1], null]],
  ['a module', encode('execTransactionFromModule(address,uint256,bytes,uint8)', token, 0n, transfer(1n), 0), [[1]]],
  ['a role that reverts', withRole(true), none],
  ['a role that does not', withRole(false), [[1]]],
  ['ERC-7579 batch', encode('execute(bytes32,bytes)', mode('0x01'), batch), both],
  ['ERC-7579 batch with try', encode('execute(bytes32,bytes)', mode('0x0101'), batch), each],
  ['Sequence', sequence(true), both],
  ['Sequence without revertOnError', sequence(false), each],
  ['Calibur', calibur(true), both],
  ['Calibur without revertOnFailure', calibur(false), each],
  ['forwarded requests', forward(zeroAddress), both],
  ['forwarded requests with a refund', forward(friend), each],
  ['CoW Shed', hooks(false), none],
  ['CoW Shed, allowed to fail', hooks(true), [[1]]],
  ['Bundler3', bundle(false), none, bundler3],
  ['Bundler3, skipped if it reverts', bundle(true), [[1]], bundler3],
  [
    'a part within a part',
    handleOps(
      encode('execute(address,uint256,bytes)', account, 0n, aggregate3([true, transfer(1n)], [false, transfer(2n)])),
    ),
    [[1, 2], [1]],
    entryPoint,
  ],
]

describe('parts that may revert alone', () => {
  it.each(rows)('%s', (_, input, expected, to) => {
    const found = partsOf(input, to)
    // Numbers only tell parts apart.
    const numbers = [...new Set(found.flatMap((parts) => parts ?? []))].sort((a, b) => a - b)
    expect(found.map((parts) => parts?.map((part) => numbers.indexOf(part) + 1) ?? null)).toEqual(expected)
  })
})

describe('a flagged command of the Universal Router', () => {
  const swap = encodeAbiParameters(parseAbiParameters('address,uint256,uint256,address[],bool'), [
    account,
    1n,
    1n,
    [token, friend],
    true,
  ])
  const plan = (commands: Hex, ...inputs: Hex[]) =>
    partsOf(encode('execute(bytes,bytes[],uint256)', commands, inputs, 1n), universalRouter)
  const sub = encodeAbiParameters(parseAbiParameters('bytes,bytes[]'), ['0x0808', [swap, swap]])

  it('is a part if it is a sub-plan', () => {
    expect(plan('0x2108', sub, swap)).toEqual([null, null, null])
    expect(plan('0xa108', sub, swap)).toEqual([[1], [1], null])
  })

  it('is none if it is a swap, which reverts with the plan', () => {
    expect(plan('0x88', swap)).toEqual([null])
  })
})
