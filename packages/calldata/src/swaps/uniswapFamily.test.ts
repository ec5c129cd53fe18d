import type { ChainName } from '@outrigger/core'
import { readAbi } from '@outrigger/devnet'
import { readRecording, readRecordingLines } from '@outrigger/devnet/recorded'
import {
  type Abi,
  type AbiFunction,
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { allProtocols } from '../archive/index.ts'
import { createDecoder } from '../decoder/decoder.ts'
import { protocols } from '../registry.ts'
import { uniswapFamily } from './uniswapFamily.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const zero = '0x0000000000000000000000000000000000000000'
const sender = '0x00000000000000000000000000000000000000aa'
const friend = '0x00000000000000000000000000000000000000bb'
const unknown = '0x00000000000000000000000000000000000000cc'
const fee = '000bb8'

function decode(to: string, input: Hex, { chain = 'ethereum' as ChainName, value = 0n } = {}) {
  return createDecoder({ chain, protocols: allProtocols }).decode({ from: sender, to: to as Address, value, input })
}

function encode(signature: string, ...args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]) as Abi, args })
}

/** Where to, how called, and what the only swap must be. */
type Case = readonly [
  to: string,
  input: Hex,
  expected: { readonly [field: string]: unknown },
  options?: { readonly chain?: ChainName; readonly value?: bigint },
]

const path = `${weth}${fee}${usdc.slice(2)}${fee}${dai.slice(2)}` as const
const inSingle = [weth, usdc, 500, zero, 9n, 5n, 4n, 0n]
const exactIn = { exact: 'in', amountIn: 5n, amountOut: 4n }
const exactOut = { exact: 'out', amountIn: 4n, amountOut: 5n }
const swapRouter = '0xe592427a0aece92de3edee1f18e0157c05861564'
const swapRouter02 = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'

const cases: { readonly [name: string]: Case } = {
  'V1: ether for tokens of a known exchange': [
    '0x97dec872013f6b5fb443861090ad931542878126',
    encode('ethToTokenTransferInput(uint256,uint256,address)', 4n, 9n, friend),
    { protocol: 'uniswap_v1', ...exactIn, tokenIn: weth, tokenOut: usdc, isNativeIn: true, recipient: friend },
    { value: 5n },
  ],
  'V1: ether without calldata': [
    '0x97dec872013f6b5fb443861090ad931542878126',
    '0x',
    { protocol: 'uniswap_v1', amountIn: 5n, tokenOut: usdc },
    { value: 5n },
  ],
  'V1: tokens of an unknown exchange': [
    unknown,
    encode('tokenToTokenSwapOutput(uint256,uint256,uint256,uint256,address)', 5n, 4n, 1n, 9n, dai),
    { protocol: 'uniswap_v1', ...exactOut, tokenIn: null, tokenOut: dai, path: [] },
  ],
  'V2: an exact output in ether': [
    '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
    encode('swapTokensForExactETH(uint256,uint256,address[],address,uint256)', 5n, 4n, [usdc, weth], friend, 9n),
    { protocol: 'uniswap_v2', ...exactOut, path: [usdc, weth], isNativeOut: true, recipient: friend },
  ],
  'V2: a fork nobody knows': [
    unknown,
    encode('swapETHForExactTokens(uint256,address[],address,uint256)', 5n, [weth, usdc], friend, 9n),
    { protocol: 'uniswap_v2_fork', ...exactOut, isNativeIn: true },
    { value: 4n },
  ],
  'V2: a pair of its own': [
    unknown,
    encode('swap(uint256,uint256,address,bytes)', 0n, 5n, friend, '0x'),
    { protocol: 'uniswap_v2_fork', exact: 'out', amountIn: null, amountOut: 5n, tokenIn: null, pools: [unknown] },
  ],
  'Camelot: a referrer': [
    '0xc873fecbd354f5a56e00e710b90ef4201db2448d',
    encode(
      'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,address,uint256)',
      4n,
      [weth, usdc],
      friend,
      zero,
      9n,
    ),
    { protocol: 'camelot', ...exactIn, recipient: friend },
    { chain: 'arbitrum', value: 5n },
  ],
  'V3: one pool, paid with the value': [
    swapRouter,
    encode('exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', inSingle),
    { protocol: 'uniswap_v3', ...exactIn, path: [weth, usdc], isNativeIn: true, recipient: swapRouter },
    { value: 5n },
  ],
  'V3: a path to an exact output': [
    swapRouter,
    encode('exactOutput((bytes,address,uint256,uint256,uint256))', [path, friend, 9n, 5n, 4n]),
    { protocol: 'uniswap_v3', ...exactOut, path: [dai, usdc, weth], recipient: friend },
  ],
  'SwapRouter02: all of its balance': [
    swapRouter02,
    encode('exactInput((bytes,address,uint256,uint256))', [path, '0x0000000000000000000000000000000000000001', 0n, 4n]),
    { protocol: 'uniswap_v3', exact: 'in', amountIn: null, amountOut: 4n, path: [weth, usdc, dai], recipient: sender },
  ],
  'SwapRouter02: through pairs': [
    swapRouter02,
    encode('swapTokensForExactTokens(uint256,uint256,address[],address)', 5n, 4n, [usdc, dai], friend),
    { protocol: 'uniswap_v2', ...exactOut },
  ],
  'V3: a pool of its own': [
    unknown,
    encode('swap(address,bool,int256,uint160,bytes)', friend, true, -5n, 1n, '0x12'),
    { protocol: 'uniswap_v3_fork', exact: 'out', amountIn: null, amountOut: 5n },
  ],
  'Slipstream: pools by tick spacing': [
    '0xbe6d8f0d05cc4be24d5167a3ef062215be6d18a5',
    encode('exactInputSingle((address,address,int24,address,uint256,uint256,uint256,uint160))', inSingle),
    { protocol: 'aerodrome', ...exactIn },
    { chain: 'base' },
  ],
  'Algebra: one pool without a fee': [
    '0x1f721e2e82f6676fce4ea07a5958cf098d339e18',
    encode('exactInputSingle((address,address,address,uint256,uint256,uint256,uint160))', [
      weth,
      usdc,
      friend,
      9n,
      5n,
      4n,
      0n,
    ]),
    { protocol: 'camelot_v3', ...exactIn, recipient: friend },
    { chain: 'arbitrum' },
  ],
  'Algebra: a path without fees': [
    '0xf5b509bb0909a69b1c207e495f687a596c168e12',
    encode('exactInput((bytes,address,uint256,uint256,uint256))', [
      `${weth}${usdc.slice(2)}${dai.slice(2)}`,
      friend,
      9n,
      5n,
      4n,
    ]),
    { protocol: 'quickswap_v3', ...exactIn, path: [weth, usdc, dai] },
    { chain: 'polygon' },
  ],
  'Algebra Integral: a path with the default deployer': [
    unknown,
    encode('exactInput((bytes,address,uint256,uint256,uint256))', [
      `${weth}${zero.slice(2)}${dai.slice(2)}`,
      friend,
      9n,
      5n,
      4n,
    ]),
    { ...exactIn, path: [weth, dai] },
  ],
  'SushiSwap: a route': [
    unknown,
    encode(
      'processRoute(address,uint256,address,uint256,address,bytes)',
      '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      5n,
      usdc,
      4n,
      friend,
      '0x12',
    ),
    { protocol: 'sushiswap', ...exactIn, path: [weth, usdc], isNativeIn: true, recipient: friend },
    { value: 5n },
  ],
  'SushiSwap: a route in front of which native currency is handed on': [
    unknown,
    encode(
      'processRouteWithTransferValueInput(address,uint256,address,uint256,address,uint256,address,bytes)',
      friend,
      1n,
      usdc,
      5n,
      dai,
      4n,
      sender,
      '0x12',
    ),
    { protocol: 'sushiswap', ...exactIn, path: [usdc, dai], recipient: sender },
  ],
  'SushiSwap: snwap': [
    unknown,
    encode('snwap(address,uint256,address,address,uint256,address,bytes)', usdc, 5n, friend, dai, 4n, sender, '0x'),
    { protocol: 'sushiswap', ...exactIn, path: [usdc, dai], recipient: friend },
  ],
  'Trident: one pool': [
    unknown,
    encode('exactInputSingle((uint256,uint256,address,address,bytes))', [5n, 4n, friend, usdc, '0x']),
    { protocol: 'sushiswap', ...exactIn, tokenIn: usdc, tokenOut: null, pools: [friend] },
  ],
  'Trident: a path': [
    unknown,
    encode('exactInput((address,uint256,uint256,(address,bytes)[]))', [
      usdc,
      5n,
      4n,
      [
        [friend, '0x12'],
        [sender, '0x'],
      ],
    ]),
    { protocol: 'sushiswap', ...exactIn, tokenIn: usdc, pools: [friend, sender] },
  ],
  'PancakeSwap: stable pools': [
    '0x13f4ea83d0bd40e75c8222255bc855a974568dd4',
    encode('exactInputStableSwap(address[],uint256[],uint256,uint256,address)', [usdc, dai], [2n], 5n, 4n, friend),
    { protocol: 'pancakeswap_stable', ...exactIn, path: [usdc, dai] },
    { chain: 'bsc' },
  ],
  'PancakeSwap: V2 through the smart router': [
    '0x13f4ea83d0bd40e75c8222255bc855a974568dd4',
    encode('swapExactTokensForTokens(uint256,uint256,address[],address)', 5n, 4n, [usdc, dai], friend),
    { protocol: 'pancakeswap_v2', ...exactIn },
    { chain: 'bsc' },
  ],
  'PancakeSwap: a stable swap in a plan': [
    '0xd9c500dff816a1da21a48a732d3498bf09dc9aeb',
    encode(
      'execute(bytes,bytes[],uint256)',
      '0x22',
      [
        encodeAbiParameters(parseAbiParameters('address,uint256,uint256,address[],uint256[],bool'), [
          friend,
          5n,
          4n,
          [usdc, dai],
          [2n],
          true,
        ]),
      ],
      9n,
    ),
    { protocol: 'pancakeswap_stable', ...exactIn, path: [usdc, dai] },
    { chain: 'bsc' },
  ],
  'PancakeSwap: Infinity in a plan': [
    '0xd9c500dff816a1da21a48a732d3498bf09dc9aeb',
    encode(
      'execute(bytes,bytes[],uint256)',
      '0x10',
      [
        encodeAbiParameters(parseAbiParameters('bytes,bytes[]'), [
          '0x06',
          [
            encodeAbiParameters(
              parseAbiParameters('((address,address,address,address,uint24,bytes32),bool,uint128,uint128,bytes)'),
              [[[usdc, dai, zero, friend, 500, `0x${'0'.repeat(64)}`], false, 5n, 4n, '0x']],
            ),
          ],
        ]),
      ],
      9n,
    ),
    { protocol: 'pancakeswap_infinity', ...exactIn, path: [dai, usdc] },
    { chain: 'bsc' },
  ],
  'Solidly: hops by struct': [
    '0xd4ae6eca985340dd434d38f470accce4dc78d109',
    encode(
      'swapExactTokensForTokens(uint256,uint256,(address,address,bool)[],address,uint256)',
      5n,
      4n,
      [
        [weth, usdc, false],
        [usdc, dai, true],
      ],
      friend,
      9n,
    ),
    { protocol: 'thena', ...exactIn, path: [weth, usdc, dai], recipient: friend },
    { chain: 'bsc' },
  ],
  'Velodrome: hops with their factory': [
    '0xa062ae8a9c5e11aaa026fc2670b0d65ccc8b2858',
    encode(
      'swapExactETHForTokens(uint256,(address,address,bool,address)[],address,uint256)',
      4n,
      [[weth, usdc, false, zero]],
      friend,
      9n,
    ),
    { protocol: 'velodrome', ...exactIn, path: [weth, usdc], isNativeIn: true },
    { chain: 'optimism', value: 5n },
  ],
  'Velodrome: a plan with hops by struct': [
    '0xf132bdb9573867cd72f2585c338b923f973eb817',
    encode(
      'execute(bytes,bytes[],uint256)',
      '0x08',
      [
        encodeAbiParameters(parseAbiParameters('address,uint256,uint256,(address,address,bool)[],bool'), [
          friend,
          5n,
          4n,
          [
            [weth, usdc, false],
            [usdc, dai, true],
          ],
          true,
        ]),
      ],
      9n,
    ),
    { protocol: 'velodrome', ...exactIn, path: [weth, usdc, dai] },
    { chain: 'optimism' },
  ],
  'Velodrome: a plan with a packed path': [
    '0x4bf3e32de155359d1d75e8b474b66848221142fc',
    encode(
      'execute(bytes,bytes[],uint256)',
      '0x08',
      [
        encodeAbiParameters(parseAbiParameters('address,uint256,uint256,bytes,bool,bool'), [
          friend,
          5n,
          4n,
          `${weth}00${usdc.slice(2)}01${dai.slice(2)}`,
          true,
          false,
        ]),
      ],
      9n,
    ),
    { protocol: 'velodrome', ...exactIn, path: [weth, usdc, dai] },
    { chain: 'optimism' },
  ],
  'Solidly: one pool at an unknown router': [
    unknown,
    encode(
      'swapExactTokensForTokensSimple(uint256,uint256,address,address,bool,address,uint256)',
      5n,
      4n,
      usdc,
      dai,
      true,
      friend,
      9n,
    ),
    { protocol: 'solidly_fork', ...exactIn, path: [usdc, dai], recipient: friend },
  ],
  'Liquidity Book: a path in a struct': [
    '0xb4315e873dbcf96ffd0acd8ea43f689d8c20fb30',
    encode(
      'swapExactTokensForNATIVE(uint256,uint256,(uint256[],uint8[],address[]),address,uint256)',
      5n,
      4n,
      [[20n], [2], [usdc, weth]],
      friend,
      9n,
    ),
    { protocol: 'traderjoe', ...exactIn, path: [usdc, weth], isNativeOut: true, recipient: friend },
    { chain: 'avalanche' },
  ],
  'Liquidity Book 2.0: a path in two words': [
    '0xe3ffc583dc176575eea7fd9df2a7c65f7e23f4c3',
    encode('swapAVAXForExactTokens(uint256,uint256[],address[],address,uint256)', 5n, [20n], [weth, usdc], friend, 9n),
    { protocol: 'traderjoe', ...exactOut, path: [weth, usdc], isNativeIn: true, recipient: friend },
    { chain: 'avalanche', value: 4n },
  ],
}

describe('swaps', () => {
  test.each(Object.entries(cases))('%s', (_, [to, input, expected, options]) => {
    const { actions, undecoded } = decode(to, input, options)
    expect(undecoded).toEqual([])
    expect(actions).toHaveLength(1)
    expect(actions[0]).toMatchObject({ kind: 'swap', ...expected })
  })

  test('all forms of multicall reach the swap and what is unwrapped after it', () => {
    const swap = encode('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
      usdc,
      weth,
      500,
      zero,
      5n,
      4n,
      0n,
    ])
    const calls = [swap, encode('unwrapWETH9(uint256,address)', 4n, friend)]
    for (const to of [swapRouter02, unknown])
      for (const input of [
        encode('multicall(bytes[])', calls),
        encode('multicall(uint256,bytes[])', 9n, calls),
        encode('multicall(bytes32,bytes[])', `0x${'ab'.repeat(32)}`, [encode('multicall(bytes[])', calls)]),
      ])
        expect(decode(to, input)).toMatchObject({
          actions: [
            { kind: 'swap', ...exactIn },
            { kind: 'unwrap', token: weth, amount: 4n },
          ],
          undecoded: [],
        })
  })

  test('orders of UniswapX give the swapper what is not for others', () => {
    const info = [unknown, friend, 1n, 2n, zero, '0x'] as const
    const outputs = [
      [dai, 9n, 4n, friend],
      [dai, 2n, 1n, sender],
    ] as const
    const dutch = encodeAbiParameters(
      parseAbiParameters(
        '((address,address,uint256,uint256,address,bytes),uint256,uint256,address,uint256,(address,uint256,uint256),(address,uint256,uint256,address)[])',
      ),
      [[info, 1n, 2n, zero, 0n, [usdc, 5n, 5n], outputs]],
    )
    const dutchV2 = encodeAbiParameters(
      parseAbiParameters(
        '((address,address,uint256,uint256,address,bytes),address,(address,uint256,uint256),(address,uint256,uint256,address)[],(uint256,uint256,address,uint256,uint256,uint256[]),bytes)',
      ),
      [[info, zero, [usdc, 5n, 5n], outputs, [1n, 2n, zero, 0n, 0n, []], '0x']],
    )
    const dutchV3 = encodeAbiParameters(
      parseAbiParameters(
        '((address,address,uint256,uint256,address,bytes),address,uint256,(address,uint256,(uint256,int256[]),uint256,uint256),(address,uint256,(uint256,int256[]),address,uint256,uint256)[],(uint256,address,uint256,uint256,uint256[]),bytes)',
      ),
      [
        [
          info,
          zero,
          0n,
          [usdc, 5n, [1n, [2n]], 6n, 0n],
          [[dai, 9n, [1n, [2n]], friend, 5n, 0n]],
          [1n, zero, 0n, 0n, []],
          '0x',
        ],
      ],
    )
    const swap = {
      kind: 'swap',
      protocol: 'uniswap_x',
      tokenIn: usdc,
      tokenOut: dai,
      amountIn: 5n,
      recipient: friend,
    }
    const reactors = [
      ['0x6000da47483062a0d734ba3dc7576ce6a0b645c4', dutch, 4n],
      ['0x00000011f84b9aa48e5f8aa8b9897600006289be', dutchV2, 4n],
      ['0x0000000015757c461808ea25eb309638b62681cf', dutchV3, 5n],
    ] as const
    for (const [to, order, amountOut] of reactors) {
      const one = { ...swap, amountOut }
      expect(decode(to, encode('execute((bytes,bytes))', [order, '0x12']))).toMatchObject({
        actions: [one],
        undecoded: [],
      })
      const batch = encode(
        'executeBatchWithCallback((bytes,bytes)[],bytes)',
        [
          [order, '0x12'],
          [order, '0x'],
        ],
        '0x34',
      )
      expect(decode(to, batch)).toMatchObject({ actions: [one, one], undecoded: [] })
    }
  })
})

describe('what is no swap', () => {
  test('liquidity', () => {
    const v2 = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
    const add = encode('addLiquidityETH(address,uint256,uint256,uint256,address,uint256)', usdc, 5n, 4n, 3n, friend, 9n)
    expect(decode(v2, add, { value: 7n }).actions).toMatchObject([
      { kind: 'liquidity', event: 'add', tokens: [usdc, weth], amounts: [5n, 7n] },
    ])
    const manager = '0xc36442b4a4522e871399cd717abdd847ab11fe88'
    const mint = encode('mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))', [
      usdc,
      weth,
      500,
      -10,
      10,
      5n,
      7n,
      1n,
      1n,
      friend,
      9n,
    ])
    expect(decode(manager, encode('multicall(bytes[])', [mint])).actions).toMatchObject([
      { kind: 'liquidity', event: 'add', tokens: [usdc, weth], amounts: [5n, 7n] },
    ])
    const plan = encodeAbiParameters(parseAbiParameters('bytes,bytes[]'), [
      '0x020d',
      [
        encodeAbiParameters(
          parseAbiParameters(
            '(address,address,uint24,int24,address),int24,int24,uint256,uint128,uint128,address,bytes',
          ),
          [[zero, usdc, 500, 10, zero], -10, 10, 1n, 5n, 7n, friend, '0x'],
        ),
        '0x',
      ],
    ])
    expect(
      decode('0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e', encode('modifyLiquidities(bytes,uint256)', plan, 9n)),
    ).toMatchObject({
      actions: [{ kind: 'liquidity', event: 'add', tokens: [weth, usdc], amounts: [5n, 7n] }],
      undecoded: [],
    })
  })

  test('flash loans of pairs and pools', () => {
    expect(
      decode(unknown, encode('swap(uint256,uint256,address,bytes)', 5n, 0n, friend, '0x12')).actions,
    ).toMatchObject([{ kind: 'flashloan', amounts: [5n, 0n], receiver: friend }])
    expect(decode(unknown, encode('flash(address,uint256,uint256,bytes)', friend, 5n, 6n, '0x')).actions).toMatchObject(
      [{ kind: 'flashloan', amounts: [5n, 6n], receiver: friend }],
    )
  })

  test('Permit2', () => {
    const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
    const transfers = encode('transferFrom((address,address,uint160,address)[])', [
      [sender, friend, 5n, usdc],
      [friend, sender, 6n, dai],
    ])
    expect(decode(permit2, transfers).actions).toMatchObject([
      { kind: 'transfer', token: usdc, from: sender, to: friend, amount: 5n },
      { kind: 'transfer', token: dai, from: friend, to: sender, amount: 6n },
    ])
    const signed = encode(
      'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
      [[[usdc, 9n]], 1n, 2n],
      [[friend, 5n]],
      sender,
      '0x12',
    )
    expect(decode(permit2, signed).actions).toMatchObject([
      { kind: 'transfer', token: usdc, from: sender, to: friend, amount: 5n },
    ])
    const batch = encode(
      'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
      sender,
      [
        [
          [usdc, 5n, 1, 2],
          [dai, 6n, 1, 2],
        ],
        friend,
        9n,
      ],
      '0x12',
    )
    expect(decode(permit2, batch).actions).toMatchObject([
      { kind: 'approval', token: usdc, spender: friend, amount: 5n },
      { kind: 'approval', token: dai, spender: friend, amount: 6n },
    ])
  })
})

const routers = {
  uniswapV2Router: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  swapRouter,
  swapRouter02,
  universalRouter: '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad',
} as const

/** Callbacks, what only the owner may do, and liquidity through SwapRouter02, which nobody calls. */
const unread =
  /Callback$|Received$|^collectRewards$|^supportsInterface$|^approve|^callPositionManager$|^mint$|^increaseLiquidity$|^sweepToken|^getApprovalType$/

test.each(Object.entries(routers))('the functions of %s are known', (name, address) => {
  const abi = readAbi(name as keyof typeof routers)
  const contract = uniswapFamily
    .flatMap(({ contracts }) => contracts)
    .find(({ addresses }) => addresses.ethereum?.includes(address))
  const writes = abi.filter(
    (item): item is AbiFunction =>
      item.type === 'function' &&
      item.stateMutability !== 'view' &&
      item.stateMutability !== 'pure' &&
      !unread.test(item.name),
  )
  expect(writes.length).toBeGreaterThan(1)
  const missing = writes.filter((item) => !contract?.functions.has(toFunctionSelector(item)))
  expect(missing.map(({ name }) => name)).toEqual([])
})

describe('real calldata', () => {
  test('swaps through the routers of recorded blocks', () => {
    const decoder = createDecoder({ chain: 'ethereum', protocols })
    const routers = new Set(
      uniswapFamily.flatMap(({ contracts }) => contracts.flatMap(({ addresses }) => addresses.ethereum ?? [])),
    )
    const seen = { swaps: 0, found: 0, tokens: 0, amounts: 0 }
    type Labels = { swaps: Record<string, Record<string, string>[]> }
    const { swaps: truths } = JSON.parse(readRecording('mev-inspect-py/labels.json.gz')) as Labels
    type Row = { hash: string; from: Address; to: Address; value: string; input: Hex }
    for (const row of readRecordingLines<Row>('mev-inspect-py/transactions.ndjson.gz')) {
      const truth = truths[row.hash] ?? []
      // A token that swaps its own tax makes a swap of what is none.
      if (!routers.has(row.to) || truth.length === 0 || row.input.startsWith('0xf305d719')) continue
      seen.swaps++
      const { actions } = decoder.decode({ ...row, value: BigInt(row.value) })
      const swaps = actions.filter((action) => action.kind === 'swap')
      const [first, last] = [swaps[0], swaps.at(-1)]
      if (first === undefined || last === undefined) continue
      seen.found++
      if (first.tokenIn === truth[0]?.['token_in_address'] && last.tokenOut === truth.at(-1)?.['token_out_address'])
        seen.tokens++
      const equal = (side: 'in' | 'out', amount: bigint | null) =>
        truth.some((swap) => swap[`token_${side}_amount`] === String(amount))
      if (first.exact === 'in' ? equal('in', first.amountIn) : equal('out', last.amountOut)) seen.amounts++
    }
    expect(seen).toEqual({ swaps: 336, found: 336, tokens: 336, amounts: 336 })
  })

  test('calldata of a clear-signing registry', () => {
    const rows = (
      JSON.parse(readRecording('erc7730-registry/calldata_tests.json.gz')) as {
        protocol: string
        to: string
        data: Hex
      }[]
    ).filter(({ protocol }) => protocol === 'uniswap')
    const amounts = rows.map(({ to, data }) => {
      const { actions, undecoded } = decode(to, data)
      expect(undecoded).toEqual([])
      return actions.map((action) => action.kind === 'swap' && [action.exact, action.amountIn, action.amountOut])
    })
    expect(amounts).toEqual([
      [['in', 1020349393963551971500n, 902656069426593n]],
      [['in', 6471375668623977n, 13901216n]],
      [['out', 2360625002984019n, 2636309049190191649421n]],
      [['out', 509361434587842n, 13400000000000000n]],
    ])
  })
})
