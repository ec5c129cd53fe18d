import type { ChainName } from '@outrigger/core'
import { readRecording, readRecordingLines } from '@outrigger/devnet/recorded'
import { type Abi, type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { allProtocols } from '../archive/index.ts'
import { createDecoder } from '../decoder/decoder.ts'
import { lenders } from './lenders.ts'

const decoders = new Map<ChainName, ReturnType<typeof createDecoder>>()
function decode(to: string, input: string, value = 0n, chain: ChainName = 'ethereum') {
  const decoder = decoders.get(chain) ?? createDecoder({ chain, protocols: allProtocols })
  decoders.set(chain, decoder)
  return decoder.decode({ from: me, to: to as Address, value, input })
}
const encode = (signature: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]) as Abi, args })

const me = '0x1111111111111111111111111111111111111111'
const borrower = '0x2222222222222222222222222222222222222222'
const stranger = '0x3333333333333333333333333333333333333333'
const all = 2n ** 256n - 1n
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const cUsdc = '0x39aa39c021dfbae8fac545936693ac917d5e7563'
const cEth = '0x4ddc2d193948926d02f9b1fe9e1daa0718270ed5'
const aaveV2 = '0x7d2768de32b0b80b7a3454c06bdac94a69ddc7a9'
const aaveV3Base = '0xa238dd80c259a72e81d7e4664a9801593f98d1c5'
const cometUsdc = '0xc3d688b66703497daa19211eedff47f25384cdc3'
const solo = '0x1e0447b19bb6ecfdae1e4ae1694b0c3659614e4e'
const blue = '0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb'
const marketParams = { a: usdc, b: weth, c: stranger, d: stranger, e: 86n }
const market = '(address a,address b,address c,address d,uint256 e)'

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

type Row = readonly [
  name: string,
  to: string,
  input: Hex,
  expected: readonly object[],
  value?: bigint,
  chain?: ChainName,
]

const rows: readonly Row[] = [
  [
    'Compound v1 liquidation',
    '0x3fda67f7583380e67ef93072294a7fac882fd7e7',
    encode('liquidateBorrow(address,address,address,uint256)', borrower, dai, weth, 5n),
    [{ kind: 'liquidation', protocol: 'compound_v1', borrower, collateralToken: weth, debtToken: dai, debtToCover: 5n }], // biome-ignore format: one row
  ],
  [
    'bZx liquidation of a loan by its number',
    stranger,
    encode('liquidate(bytes32,address,uint256)', word(1n), me, 5n),
    [{ kind: 'liquidation', protocol: 'bzx', borrower: null, debtToCover: 5n }],
  ],
  [
    'Aave V2 liquidation of all that may be',
    aaveV2,
    encode('liquidationCall(address,address,address,uint256,bool)', weth, dai, borrower, all, false),
    [{ kind: 'liquidation', protocol: 'aave_v2', borrower, liquidator: me, collateralToken: weth, debtToken: dai, debtToCover: null }], // biome-ignore format: one row
  ],
  [
    'a fork of Aave',
    stranger,
    encode('liquidationCall(address,address,address,uint256,bool)', weth, dai, borrower, 7n, false),
    [{ kind: 'liquidation', protocol: 'aave_fork', borrower, debtToCover: 7n }],
  ],
  [
    'Aave V3 packed liquidation: cbETH for USDC',
    aaveV3Base,
    encode(
      'liquidationCall(bytes32,bytes32)',
      word((BigInt(borrower) << 32n) | (4n << 16n) | 1n),
      word(2n ** 128n - 1n),
    ),
    [
      {
        kind: 'liquidation',
        protocol: 'aave_v3',
        borrower,
        collateralToken: '0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22',
        debtToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        debtToCover: null,
      },
    ],
    0n,
    'base',
  ],
  [
    "Aave V3 packed supply of Ink's thirteenth reserve, syrupUSDT",
    '0x2816cf15f6d2a220e789aa011d5ee4eb6c47feba',
    encode('supply(bytes32)', word((5n << 16n) | 12n)),
    [{ kind: 'lending', event: 'supply', asset: '0x8a76fe7fa6da27f85a626c5c53730b38d13603d7', amount: 5n }],
    0n,
    'ink',
  ],
  [
    'Aave V3 packed supply of a reserve that is not in the table',
    aaveV3Base,
    encode('supply(bytes32)', word((5n << 16n) | 99n)),
    [{ kind: 'lending', event: 'supply', asset: null, amount: 5n }],
    0n,
    'base',
  ],
  [
    'Aave gateway',
    '0xd01607c3c5ecaba394d8be377a08590149325722',
    encode('depositETH(address,address,uint16)', stranger, borrower, 0),
    [{ kind: 'lending', protocol: 'aave_v3', event: 'supply', asset: weth, amount: 3n, account: borrower }],
    3n,
  ],
  [
    'ParaSwap adapter',
    '0x135896de8421be2ec868e0b811006171d9df802a',
    encode(
      'swapAndDeposit(address,address,uint256,uint256,uint256,bytes,address,(uint256 a,uint256 b,uint8 c,bytes32 d,bytes32 e))',
      dai,
      usdc,
      9n,
      8n,
      0n,
      '0x',
      stranger,
      { a: 0n, b: 0n, c: 0, d: word(0n), e: word(0n) },
    ),
    [
      { event: 'withdraw', asset: dai, amount: 9n },
      { kind: 'swap', tokenIn: dai, tokenOut: usdc, amountIn: 9n, amountOut: 8n },
      { event: 'supply', asset: usdc },
    ],
  ],
  [
    'Compound V2 liquidation',
    cUsdc,
    encode('liquidateBorrow(address,uint256,address)', borrower, 5n, cEth),
    [{ kind: 'liquidation', protocol: 'compound_v2', borrower, debtToken: usdc, collateralToken: cEth, debtToCover: 5n }], // biome-ignore format: one row
  ],
  [
    'Compound V2 liquidation of ether',
    cEth,
    encode('liquidateBorrow(address,address)', borrower, cUsdc),
    [{ kind: 'liquidation', protocol: 'compound_v2', borrower, debtToken: weth, collateralToken: cUsdc, debtToCover: 6n }], // biome-ignore format: one row
    6n,
  ],
  ['cETH mint', cEth, encode('mint()'), [{ event: 'supply', asset: weth, amount: 6n }], 6n],
  ['cToken repays all', cUsdc, encode('repayBorrow(uint256)', all), [{ event: 'repay', asset: usdc, amount: null }]],
  [
    'cToken transfer is a token transfer',
    cUsdc,
    encode('transfer(address,uint256)', borrower, 1n),
    [{ kind: 'transfer' }],
  ],
  [
    'Venus, through its Liquidator',
    stranger,
    encode(
      'liquidateBorrow(address,address,uint256,address)',
      '0xeca88125a5adbe82614ffc12d0db554e2e2867c8',
      borrower,
      4n,
      stranger,
    ),
    [{ kind: 'liquidation', debtToken: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', borrower, debtToCover: 4n }],
    0n,
    'bsc',
  ],
  [
    'Compound III absorb',
    cometUsdc,
    encode('absorb(address,address[])', me, [borrower, stranger]),
    [
      { kind: 'liquidation', protocol: 'compound_v3', borrower, debtToken: usdc },
      { kind: 'liquidation', borrower: stranger },
    ],
  ],
  [
    'Compound III buyCollateral',
    cometUsdc,
    encode('buyCollateral(address,uint256,uint256,address)', weth, 1n, 2n, me),
    [{ kind: 'liquidation', collateralToken: weth, debtToken: usdc, debtToCover: 2n, borrower: null }],
  ],
  [
    'Compound III bulker',
    '0x74a81f84268744a40febc48f8b812a1f188d80c3',
    encode(
      'invoke(bytes32[],bytes[])',
      ['ACTION_SUPPLY_NATIVE_TOKEN', 'ACTION_WITHDRAW_ASSET', 'ACTION_UNHEARD_OF'].map((name) =>
        stringToHex(name, { size: 32 }),
      ),
      [
        encodeAbiParameters([{ type: 'address' }, { type: 'address' }, { type: 'uint256' }], [cometUsdc, me, 4n]),
        encodeAbiParameters(
          [{ type: 'address' }, { type: 'address' }, { type: 'address' }, { type: 'uint256' }],
          [cometUsdc, me, usdc, all],
        ),
        '0x',
      ],
    ),
    [
      { event: 'supply', asset: weth, amount: 4n },
      { event: 'withdraw', asset: usdc, amount: null },
    ],
    4n,
  ],
  [
    'Morpho liquidation',
    blue,
    encode(`liquidate(${market},address,uint256,uint256,bytes)`, marketParams, borrower, 1n, 0n, '0x'),
    [{ kind: 'liquidation', protocol: 'morpho', borrower, collateralToken: weth, debtToken: usdc }],
  ],
  [
    'Morpho borrow by shares',
    blue,
    encode(`borrow(${market},uint256,uint256,address,address)`, marketParams, 0n, 9n, borrower, me),
    [{ event: 'borrow', asset: usdc, amount: null, account: borrower }],
  ],
  [
    'Bundler3: a flash loan whose calls supply collateral',
    stranger,
    encode('multicall((address a,bytes b,uint256 c,bool d,bytes32 e)[])', [
      {
        a: borrower,
        b: encode(
          'morphoFlashLoan(address,uint256,bytes)',
          usdc,
          50n,
          encodeAbiParameters(
            [{ type: 'tuple[]', components: [{ type: 'address' }, { type: 'bytes' }, { type: 'uint256' }, { type: 'bool' }, { type: 'bytes32' }] }], // biome-ignore format: one type
            [
              [
                [
                  borrower,
                  encode(`morphoSupplyCollateral(${market},uint256,address,bytes)`, marketParams, 7n, me, '0x'),
                  0n,
                  false,
                  word(0n),
                ],
              ],
            ],
          ),
        ),
        c: 0n,
        d: false,
        e: word(0n),
      },
    ]),
    [
      { kind: 'flashloan', assets: [usdc], amounts: [50n] },
      { event: 'supply', asset: weth, amount: 7n, account: me, depth: 2 },
    ],
  ],
  [
    'Morpho optimizer',
    '0x33333aea097c193e66081e930c33020272b33333',
    encode('liquidate(address,address,address,uint256)', dai, weth, borrower, 3n),
    [{ kind: 'liquidation', debtToken: dai, collateralToken: weth, borrower, debtToCover: 3n }],
  ],
  [
    'Maker bark',
    '0x135954d155898d42c90d2a57824c690e0c7bef1b',
    encode('bark(bytes32,address,address)', word(1n), borrower, me),
    [{ kind: 'liquidation', protocol: 'maker', borrower, debtToken: dai }],
  ],
  [
    'Maker clip',
    '0xc67963a226eddd77b91ad8c421630a1b0adff270',
    encode('take(uint256,uint256,uint256,address,bytes)', 1n, 2n, 3n, me, '0x'),
    [{ kind: 'liquidation', protocol: 'maker' }],
  ],
  [
    'Maker actions',
    stranger,
    encode('openLockETHAndDraw(address,address,address,address,bytes32,uint256)', stranger, stranger, stranger, stranger, word(1n), 20n), // biome-ignore format: one call
    [
      { event: 'supply', asset: weth, amount: 5n },
      { event: 'borrow', asset: dai, amount: 20n },
    ],
    5n,
  ],
  [
    'Liquity',
    '0xa39739ef8b0231dbfa0dcda07d7e29faabcf4bb2',
    encode('batchLiquidateTroves(address[])', [borrower]),
    [{ kind: 'liquidation', protocol: 'liquity', borrower, collateralToken: weth }],
  ],
  [
    'Euler V2 in the vault connector, for an account',
    '0x0c9a3dd6b8f28529d72d7f9ce918d493519ee383',
    encode('batch((address a,address b,uint256 c,bytes d)[])', [
      {
        a: stranger,
        b: me,
        c: 0n,
        d: encode('liquidate(address,address,uint256,uint256)', borrower, stranger, all, 0n),
      },
    ]),
    [{ kind: 'liquidation', protocol: 'euler', borrower, liquidator: me, debtToCover: null, depth: 1 }],
  ],
  [
    'Fluid, collateral in and debt back',
    stranger,
    encode('operate(uint256,int256,int256,address)', 1n, 5n, -(2n ** 255n), me),
    [
      { event: 'supply', amount: 5n },
      { event: 'repay', amount: null },
    ],
  ],
  [
    'Abracadabra cook that liquidates',
    stranger,
    encode(
      'cook(uint8[],uint256[],bytes[])',
      [31],
      [0n],
      [
        encodeAbiParameters(
          [{ type: 'address[]' }, { type: 'uint256[]' }, { type: 'address' }, { type: 'address' }, { type: 'bytes' }],
          [[borrower], [1n], me, me, '0x'],
        ),
      ],
    ),
    [{ kind: 'liquidation', protocol: 'abracadabra', borrower }],
  ],
  [
    'ERC-3156',
    stranger,
    encode('flashLoan(address,address,uint256,bytes)', me, dai, 8n, '0x'),
    [{ kind: 'flashloan', assets: [dai], amounts: [8n], receiver: me }],
  ],
  [
    'a market that lends its own token',
    '0x44fbebd2f576670a6c33f6fc0b00aa8c5753b322',
    encode('flashLoan(address,uint256,bytes)', borrower, 8n, '0x'),
    [{ kind: 'flashloan', protocol: 'cream', assets: [usdc], amounts: [8n], receiver: borrower }],
  ],
]

describe('lenders', () => {
  for (const [name, to, input, expected, value, chain] of rows)
    it(name, () => {
      const { actions } = decode(to, input, value, chain)
      expect(actions).toHaveLength(expected.length)
      expect(actions).toMatchObject(expected)
    })

  it('says nothing of arguments cut off', () => {
    for (const [name, to, input, , value, chain] of rows)
      if (input.length > 10) expect(decode(to, input.slice(0, 10 + 32), value, chain).actions, name).toEqual([])
  })

  it('an id, a source and lower-case addresses each', () => {
    expect(new Set(lenders.map(({ id }) => id)).size).toBe(lenders.length)
    for (const { id, source, contracts } of lenders) {
      expect(id).toMatch(/^[a-z0-9_]+$/)
      expect(source).toMatch(/^https:/)
      for (const { addresses } of contracts)
        for (const list of Object.values(addresses)) for (const one of list) expect(one).toMatch(/^0x[0-9a-f]{40}$/)
    }
  })
})

describe('dYdX operate', () => {
  const type =
    '(uint8 a,uint256 b,(bool e,uint8 f,uint8 g,uint256 h) c,uint256 d,uint256 i,address j,uint256 k,bytes l)[]'
  const action = (kind: number, amount: bigint, primary = 3n) => ({
    a: kind,
    b: 0n,
    c: { e: false, f: 0, g: 0, h: amount },
    d: primary,
    i: 0n,
    j: stranger,
    k: 1n,
    l: '0x',
  })
  const operate = (...actions: ReturnType<typeof action>[]) =>
    decode(
      solo,
      encode(
        `operate((address a,uint256 b)[],${type})`,
        [
          { a: me, b: 0n },
          { a: borrower, b: 0n },
        ],
        actions,
      ),
    ).actions

  it('withdraw, call, deposit is a flash loan', () => {
    expect(operate(action(1, 100n), action(8, 0n), action(0, 102n))).toMatchObject([
      { kind: 'flashloan', assets: [dai], amounts: [100n], receiver: stranger },
    ])
  })
  it('a deposit alone is a supply', () => {
    expect(operate(action(0, 5n, 0n))).toMatchObject([{ kind: 'lending', event: 'supply', asset: weth, amount: 5n }])
  })
  it('liquidates', () => {
    expect(operate(action(6, 5n))).toMatchObject([
      { kind: 'liquidation', borrower, liquidator: me, debtToken: dai, collateralToken: weth },
    ])
  })
  it('trades are known and mean nothing more', () => {
    expect(operate(action(5, 5n))).toMatchObject([{ kind: 'other' }])
  })
})

/** Reads a call frame of a Parity trace. */
type Trace = {
  readonly traceAddress: readonly number[]
  readonly action: { readonly callType?: string; readonly input?: string; readonly to: string; readonly value?: string }
}
type Label = {
  readonly liquidated_user: string
  readonly debt_token_address: string
  readonly debt_purchase_amount: string
  readonly received_token_address: string
  readonly transaction_hash: string
  readonly trace_address: readonly number[]
}
type Labels = { readonly liquidations: readonly Label[] }
type Transaction = { readonly hash: string; readonly to: string; readonly input: string; readonly value: string }

describe('recorded liquidations', () => {
  it('says every direct one, with its borrower and tokens', () => {
    const { liquidations } = JSON.parse(readRecording('mev-inspect-py/labels.json.gz')) as Labels
    const direct = liquidations.filter(({ trace_address }) => trace_address.length === 0)
    const transactions = readRecordingLines<Transaction>('mev-inspect-py/transactions.ndjson.gz')
    expect(new Set(direct.map((label) => label.transaction_hash)).size).toBe(4)
    for (const label of direct) {
      const transaction = transactions.find(({ hash }) => hash === label.transaction_hash)
      const { actions } = decode(transaction?.to ?? '', transaction?.input ?? '', BigInt(transaction?.value ?? 0))
      expect(actions).toMatchObject([
        {
          kind: 'liquidation',
          borrower: label.liquidated_user,
          debtToken: label.debt_token_address,
          collateralToken: label.received_token_address,
        },
      ])
      // What is asked for; the pool covers no more than its close factor allows.
      const [action] = actions
      if (action?.kind === 'liquidation')
        expect(action.debtToCover ?? all).toBeGreaterThanOrEqual(BigInt(label.debt_purchase_amount))
    }
  })

  it('reads every liquidation call within the traces of the blocks', () => {
    let count = 0
    type Block = { readonly calls: readonly Pick<Trace, 'action'>[] }
    for (const { action } of readRecordingLines<Block>('mev-inspect-py/calls.ndjson.gz').flatMap(
      ({ calls }) => calls,
    )) {
      if (action.callType === 'delegatecall' || !/^0x(00a718a9|f5e3c462|aae40a2a)/.test(action.input ?? '')) continue
      count++
      const { actions } = decode(action.to, action.input ?? '', BigInt(action.value ?? 0))
      expect(actions).toMatchObject([{ kind: 'liquidation' }])
      expect(actions[0]?.protocol).toMatch(/^(aave_v1|aave_v2|compound_v2|cream)$/)
    }
    expect(count).toBeGreaterThan(15)
  })

  it('reads the asserted ones of mev-inspect-rs', () => {
    const trace = (name: string) => {
      const parsed = JSON.parse(readRecording(`mev-inspect-rs/${name}.json.gz`)) as readonly Trace[]
      return parsed.filter(({ action }) => action.callType !== 'delegatecall')
    }
    const [root] = trace('compound_liquidation')
    expect(decode(root?.action.to ?? '', root?.action.input ?? '').actions).toMatchObject([
      { kind: 'liquidation', protocol: 'compound_v2', collateralToken: cEth, debtToCover: 653800000000000000n },
    ])
    const kinds = trace('dydx_loan').flatMap(({ action }) =>
      action.input ? decode(action.to, action.input, BigInt(action.value ?? 0)).actions : [],
    )
    expect(kinds).toContainEqual(expect.objectContaining({ kind: 'flashloan', protocol: 'dydx', assets: [dai] }))
    expect(kinds).toContainEqual(expect.objectContaining({ kind: 'liquidation', protocol: 'aave_v1' }))
  })
})

type Shown = {
  readonly protocol: string
  readonly expectedTexts: readonly string[]
  readonly to: string
  readonly data: string
  readonly value: string
  readonly chainId: number
}

describe('ERC-7730 texts', () => {
  const amountOf = new Set(['Amount to supply', 'Amount to repay', 'Amount to withdraw', 'Amount to borrow', 'Deposit asset', 'Withdraw exactly']) // biome-ignore format: one list
  const digits = (text: string) => text.replace('.', '').replace(/^0+|0+$/g, '')
  const shown = (JSON.parse(readRecording('erc7730-registry/calldata_tests.json.gz')) as readonly Shown[]).filter(
    ({ protocol, chainId }) => ['aave', 'morpho', 'kiln'].includes(protocol) && chainId === 1,
  )

  it('the amount a wallet shows is the amount decoded', () => {
    let compared = 0
    for (const row of shown) {
      const at = row.expectedTexts.findIndex((text) => amountOf.has(text))
      const text = row.expectedTexts[at + 1]
      const { actions } = decode(row.to, row.data, BigInt(row.value))
      const action = actions.find(({ kind }) => kind === 'lending')
      if (at < 0 || text === undefined || action?.kind !== 'lending') continue
      // Long numbers are wrapped by a space; a mint of shares names its asset without an amount.
      const amount = text.split(' ').slice(0, -1).join('')
      if (amount === '') continue
      compared++
      const expected = /^(All|Max)$/.test(amount) ? null : digits(amount)
      expect(action.amount === null ? null : digits(String(action.amount)), row.expectedTexts.join()).toBe(expected)
    }
    expect(compared).toBeGreaterThan(70)
  })
})
