import { readRecording } from '@outrigger/devnet/recorded'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  numberToHex,
  parseAbiParameters,
  size,
} from 'viem'
import { describe, expect, it } from 'vitest'
import type { Action } from '../decoder/action.ts'
import { createDecoder } from '../decoder/decoder.ts'
import { encode } from '../fixtures/encode.ts'
import { protocols } from '../registry.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const [eoa, account, token, friend] = ['11', '22', '33', '44'].map((byte) => `0x${byte.repeat(20)}` as Address) as [
  Address,
  Address,
  Address,
  Address,
]
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const entryPoint06 = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const zero = '0x0000000000000000000000000000000000000000'
const zeroWord = numberToHex(0, { size: 32 })

const transfer = (amount: bigint) => encode('transfer(address,uint256)', friend, amount)

function decode(to: Address, input: Hex, value = 0n) {
  return decoder.decode({ from: eoa, to, value, input })
}

/** What moved: token, from, to, amount. */
const moved = (actions: readonly Action[]) =>
  actions.map((action) =>
    action.kind === 'transfer' ? [action.token, action.from, action.to, action.amount] : action.kind,
  )

const execTransaction = (to: Address, value: bigint, data: Hex, operation = 0) =>
  encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    to,
    value,
    data,
    operation,
    0n,
    0n,
    0n,
    zero,
    zero,
    '0x',
  )

const packed = (operation: number, to: Address, value: bigint, data: Hex) =>
  encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [operation, to, value, BigInt(size(data)), data])

const userOperation07 = (sender: Address, callData: Hex) =>
  [sender, 0n, '0x', callData, zeroWord, 0n, zeroWord, '0x', '0x'] as const
const handleOps07 = (...operations: ReturnType<typeof userOperation07>[]) =>
  encode(
    'handleOps((address a,uint256 b,bytes c,bytes d,bytes32 e,uint256 f,bytes32 g,bytes h,bytes i)[],address)',
    operations.map(([a, b, c, d, e, f, g, h, i]) => ({ a, b, c, d, e, f, g, h, i })),
    eoa,
  )

const execute = (to: Address, value: bigint, data: Hex) => encode('execute(address,uint256,bytes)', to, value, data)
const mode = (start: Hex) => concatHex([start, `0x${'00'.repeat(32 - size(start))}`])
const calls = parseAbiParameters('(address to, uint256 value, bytes data)[]')
const two = [
  { to: token, value: 0n, data: transfer(1n) },
  { to: friend, value: 5n, data: '0x' as Hex },
]
const bothMoved = [
  [token, account, friend, 1n],
  [null, account, friend, 5n],
]

const multiSend = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'
const sendTwo = encode('multiSend(bytes)', concatHex([packed(0, token, 0n, transfer(1n)), packed(0, friend, 5n, '0x')]))

describe('multicalls', () => {
  it.each([
    ['aggregate((address to,bytes data)[])', (list: unknown) => [list]],
    ['blockAndAggregate((address to,bytes data)[])', (list: unknown) => [list]],
    ['tryAggregate(bool,(address to,bytes data)[])', (list: unknown) => [false, list]],
    ['tryBlockAndAggregate(bool,(address to,bytes data)[])', (list: unknown) => [true, list]],
    ['aggregate3((address to,bool allow,bytes data)[])', (list: unknown) => [list]],
  ] as const)('%s', (signature, args) => {
    const list = [
      { to: token, allow: true, data: transfer(7n) },
      { to: token, allow: false, data: transfer(8n) },
    ]
    expect(moved(decode(multicall3, encode(signature, ...args(list))).actions)).toEqual([
      [token, multicall3, friend, 7n],
      [token, multicall3, friend, 8n],
    ])
  })

  it('aggregate3Value sends value', () => {
    const input = encode('aggregate3Value((address to,bool allow,uint256 value,bytes data)[])', [
      { to: friend, allow: false, value: 3n, data: '0x' },
    ])
    expect(moved(decode(multicall3, input, 3n).actions)).toEqual([[null, multicall3, friend, 3n]])
  })
})

describe('Safe', () => {
  it('executes one call as the Safe', () => {
    expect(moved(decode(account, execTransaction(token, 0n, transfer(9n))).actions)).toEqual([
      [token, account, friend, 9n],
    ])
    expect(moved(decode(account, execTransaction(friend, 4n, '0x')).actions)).toEqual([[null, account, friend, 4n]])
  })

  it('a delegatecalled multiSend sends as the Safe, nested ones too', () => {
    const library = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'
    const inner = encode('multiSend(bytes)', packed(0, token, 0n, transfer(2n)))
    const input = encode(
      'multiSend(bytes)',
      concatHex([packed(0, token, 0n, transfer(1n)), packed(0, friend, 5n, '0x'), packed(1, library, 0n, inner)]),
    )
    expect(moved(decode(account, execTransaction(library, 0n, input, 1)).actions)).toEqual([
      ...bothMoved,
      [token, account, friend, 2n],
    ])
  })

  it('a truncated multiSend is malformed and says nothing', () => {
    const input = encode('multiSend(bytes)', concatHex([packed(0, token, 0n, transfer(1n)), '0x00']))
    const { actions, undecoded } = decode(account, input)
    expect(actions).toEqual([])
    expect(undecoded).toMatchObject([{ reason: 'malformed', what: '0x8d80ff0a' }])
  })
})

describe('ERC-4337', () => {
  const ops: [name: string, callData: Hex, expected: unknown[]][] = [
    ['execute', execute(token, 0n, transfer(1n)), [bothMoved[0]]],
    ['call', encode('call(address,uint256,bytes)', token, 0n, transfer(1n)), [bothMoved[0]]],
    ['execute_ncC', encode('execute_ncC(address,uint256,bytes)', token, 0n, transfer(1n)), [bothMoved[0]]],
    [
      'executeBatch of targets and calldata',
      encode('executeBatch(address[],bytes[])', [token], [transfer(1n)]),
      [bothMoved[0]],
    ],
    [
      'executeBatch with values',
      encode('executeBatch(address[],uint256[],bytes[])', [token, friend], [0n, 5n], [transfer(1n), '0x']),
      bothMoved,
    ],
    [
      'executeBatch without values in the list of values',
      encode('executeBatch(address[],uint256[],bytes[])', [token], [], [transfer(1n)]),
      [bothMoved[0]],
    ],
    [
      'executeBatch_y6U',
      encode('executeBatch_y6U(address[],uint256[],bytes[])', [token, friend], [0n, 5n], [transfer(1n), '0x']),
      bothMoved,
    ],
    ['executeBatch of structs', encode('executeBatch((address to,uint256 value,bytes data)[])', two), bothMoved],
    ['Kernel', encode('execute(address,uint256,bytes,uint8)', token, 0n, transfer(1n), 0), [bothMoved[0]]],
    [
      'Kernel, delegatecall of a known library',
      encode('execute(address,uint256,bytes,uint8)', multiSend, 0n, sendTwo, 1),
      bothMoved,
    ],
    ['ERC-725X', encode('execute(uint256,address,uint256,bytes)', 0n, token, 0n, transfer(1n)), [bothMoved[0]]],
    [
      'Safe4337Module',
      encode('executeUserOp(address,uint256,bytes,uint8)', token, 0n, transfer(1n), 0),
      [bothMoved[0]],
    ],
    [
      'Coinbase Smart Wallet',
      encode('executeWithoutChainIdValidation(bytes[])', [execute(token, 0n, transfer(1n))]),
      [bothMoved[0]],
    ],
    ['executeUserOp', concatHex(['0x8dd7712f', execute(token, 0n, transfer(1n))]), [bothMoved[0]]],
    [
      'ERC-7579 single',
      encode(
        'execute(bytes32,bytes)',
        mode('0x00'),
        encodePacked(['address', 'uint256', 'bytes'], [token, 0n, transfer(1n)]),
      ),
      [bothMoved[0]],
    ],
    ['ERC-7579 batch', encode('execute(bytes32,bytes)', mode('0x0100'), encodeAbiParameters(calls, [two])), bothMoved],
    [
      'ERC-7579 delegatecall of a known library',
      encode('execute(bytes32,bytes)', mode('0xff'), encodePacked(['address', 'bytes'], [multiSend, sendTwo])),
      bothMoved,
    ],
    [
      'ERC-7821 with operation data',
      encode(
        'execute(bytes32,bytes)',
        mode('0x01000000000078210001'),
        encodeAbiParameters([...calls, { type: 'bytes' }], [two, '0x1234']),
      ),
      bothMoved,
    ],
    [
      'ERC-7821, batch of batches',
      encode(
        'execute(bytes32,bytes)',
        mode('0x01000000000078210002'),
        encodeAbiParameters([{ type: 'bytes[]' }], [[encodeAbiParameters(calls, [two])]]),
      ),
      bothMoved,
    ],
  ]

  it.each(ops)('v0.7 %s', (_, callData, expected) => {
    const { actions, undecoded } = decode(entryPoint, handleOps07(userOperation07(account, callData)))
    expect(moved(actions)).toEqual(expected)
    expect(undecoded).toEqual([])
  })

  it('v0.6, and aggregated', () => {
    const operation = { a: account, b: 0n, c: '0x', d: execute(token, 0n, transfer(1n)), e: 0n, f: 0n, g: 0n, h: 0n, i: 0n, j: '0x', k: '0x' } // biome-ignore format: one struct
    const type =
      '(address a,uint256 b,bytes c,bytes d,uint256 e,uint256 f,uint256 g,uint256 h,uint256 i,bytes j,bytes k)[]'
    const plain = encode(`handleOps(${type},address)`, [operation], eoa)
    const aggregated = encode(
      `handleAggregatedOps((${type} o,address p,bytes q)[],address)`,
      [{ o: [operation, operation], p: zero, q: '0x' }],
      eoa,
    )
    expect(plain.slice(0, 10)).toBe('0x1fad948c')
    expect(moved(decode(entryPoint06, plain).actions)).toEqual([bothMoved[0]])
    expect(moved(decode(entryPoint06, aggregated).actions)).toEqual([bothMoved[0], bothMoved[0]])
  })

  it('an EIP-7702 account that calls itself', () => {
    const input = encode('execute(bytes32,bytes)', mode('0x01'), encodeAbiParameters(calls, [two]))
    expect(moved(decoder.decode({ from: account, to: account, input }).actions)).toEqual(bothMoved)
  })

  it('MetaMask delegations act as the root delegator', () => {
    const context = encodeAbiParameters(
      parseAbiParameters('(address a,address b,bytes32 c,(address d,bytes e,bytes f)[] g,uint256 h,bytes i)[]'),
      [[{ a: eoa, b: account, c: zeroWord, g: [], h: 0n, i: '0x' }]],
    )
    const input = encode(
      'redeemDelegations(bytes[],bytes32[],bytes[])',
      [context, '0x'],
      [mode('0x00'), mode('0x01')],
      [encodePacked(['address', 'uint256', 'bytes'], [token, 0n, transfer(1n)]), encodeAbiParameters(calls, [two])],
    )
    expect(moved(decode('0xdb9b1e94b5b69df7e401ddbede43491141047db3', input).actions)).toEqual([
      [token, account, friend, 1n],
      [token, eoa, friend, 1n],
      [null, eoa, friend, 5n],
    ])
  })
})

describe('nesting', () => {
  it('a Safe in an operation in a multicall', () => {
    const safe = '0x5555555555555555555555555555555555555555'
    const operation = userOperation07(account, execute(safe, 0n, execTransaction(token, 0n, transfer(6n))))
    const input = encode('aggregate3((address to,bool allow,bytes data)[])', [
      { to: entryPoint, allow: false, data: handleOps07(operation) },
    ])
    const { actions } = decode(multicall3, input)
    expect(actions).toMatchObject([{ kind: 'transfer', from: safe, to: friend, amount: 6n, depth: 4 }])
  })

  it('ends calldata that contains itself, in depth and in width', () => {
    let deep = transfer(1n)
    for (let i = 0; i < 40; i++) deep = execute(account, 0n, deep)
    expect(decode(account, deep).undecoded).toMatchObject([{ reason: 'tooDeep' }])

    let bomb: Hex = '0x'
    for (let i = 0; i < 4; i++)
      bomb = encode('aggregate((address to,bytes data)[])', Array(12).fill({ to: multicall3, data: bomb }))
    const { undecoded } = decode(multicall3, bomb)
    expect(undecoded.length).toBeLessThanOrEqual(64)
    expect(undecoded.some(({ reason }) => reason === 'tooMany')).toBe(true)
  })

  it('ends flash loans within flash loans of spells', () => {
    let spells: readonly [readonly string[], readonly Hex[]] = [[], []]
    for (let i = 0; i < 20; i++) {
      const data = encodeAbiParameters(parseAbiParameters('string[],bytes[]'), spells)
      const borrow = encode('flashBorrowAndCast(address,uint256,uint256,bytes,bytes)', token, 1n, 0n, data, '0x')
      spells = [['INSTAPOOL-C'], [borrow]]
    }
    const { actions, undecoded } = decode(account, encode('cast(string[],bytes[],address)', ...spells, eoa))
    expect(actions).toHaveLength(12)
    expect(undecoded).toMatchObject([{ reason: 'tooDeep' }])
  })
})

describe('proxies, forwarders and senders', () => {
  const one: [name: string, to: Address, input: Hex, expected: unknown[]][] = [
    ['DSProxy', account, encode('execute(address,bytes)', multiSend, sendTwo), bothMoved],
    [
      'MinimalForwarder',
      friend,
      encode(
        'execute((address a,address b,uint256 c,uint256 d,uint256 e,bytes f),bytes)',
        { a: account, b: token, c: 0n, d: 0n, e: 0n, f: transfer(1n) },
        '0x',
      ),
      [bothMoved[0]],
    ],
    [
      'meta-transaction of a token',
      token,
      encode(
        'executeMetaTransaction(address,bytes,bytes32,bytes32,uint8)',
        account,
        transfer(1n),
        zeroWord,
        zeroWord,
        27,
      ),
      [bothMoved[0]],
    ],
    [
      'BitGo',
      account,
      encode('sendMultiSig(address,uint256,bytes,uint256,uint256,bytes)', friend, 5n, '0x', 0n, 0n, '0x'),
      [bothMoved[1]],
    ],
    [
      'BitGo token',
      account,
      encode('sendMultiSigToken(address,uint256,address,uint256,uint256,bytes)', friend, 1n, token, 0n, 0n, '0x'),
      [bothMoved[0]],
    ],
    ['timelock', account, encode('execute(address,uint256,bytes,bytes32,bytes32)', token, 0n, transfer(1n), zeroWord, zeroWord), [bothMoved[0]]], // biome-ignore format: one row
    [
      'Compound timelock with a signature',
      account,
      encode(
        'executeTransaction(address,uint256,string,bytes,uint256)',
        token,
        0n,
        'transfer(address,uint256)',
        '0x',
        0n,
      ),
      ['other'],
    ],
    [
      'a submission alone',
      account,
      encode('submitTransaction(address,uint256,bytes)', token, 0n, transfer(1n)),
      ['other'],
    ],
    [
      'Disperse token',
      multicall3,
      encode('disperseToken(address,address[],uint256[])', token, [friend, account], [1n, 2n]),
      [
        [token, eoa, friend, 1n],
        [token, eoa, account, 2n],
      ],
    ],
    [
      'Disperse with lists of different lengths',
      multicall3,
      encode('disperseEther(address[],uint256[])', [friend, account], [1n]),
      [],
    ],
  ]
  it.each(one)('%s', (_, to, input, expected) => {
    expect(moved(decode(to, input).actions)).toEqual(expected)
  })

  it('Instadapp spells', () => {
    const spells = encode(
      'cast(string[],bytes[],address)',
      ['AAVE-V2-A', 'INSTAPOOL-C'],
      [
        encode('deposit(address,uint256,uint256,uint256)', token, 2n ** 256n - 1n, 0n, 0n),
        encode(
          'flashBorrowAndCast(address,uint256,uint256,bytes,bytes)',
          token,
          10n,
          0n,
          encodeAbiParameters(parseAbiParameters('string[],bytes[]'), [
            ['1INCH-A'],
            [encode('sell(address,address,uint256,uint256,bytes,uint256)', friend, token, 3n, 1n, '0x', 0n)],
          ]),
          '0x',
        ),
      ],
      eoa,
    )
    expect(decode(account, spells).actions).toMatchObject([
      { kind: 'lending', protocol: 'aave_v2', event: 'supply', asset: token, amount: null, account },
      { kind: 'flashloan', protocol: 'instadapp', assets: [token], amounts: [10n] },
      { kind: 'swap', protocol: '1inch', tokenIn: token, tokenOut: friend, amountIn: 3n, depth: 2 },
    ])
  })
})

describe('recorded calls', () => {
  it('the Safe transaction of the ERC-7730 registry sends what the wallet shows', () => {
    type Row = { protocol: string; description: string; to: Address; data: Hex; expectedTexts: string[] }
    const row = (JSON.parse(readRecording('erc7730-registry/calldata_tests.json.gz')) as Row[]).find(
      ({ protocol, description }) => protocol === 'safe' && description.startsWith('sign multisig operation'),
    )
    expect(row?.expectedTexts.join(' ')).toContain('Send Amount 30000 USDC')
    expect(decode(row?.to ?? zero, row?.data ?? '0x').actions).toMatchObject([
      { kind: 'transfer', from: row?.to.toLowerCase(), amount: 30_000_000_000n },
    ])
  })
})
