import { readRecording } from '@outrigger/devnet/recorded'
import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  sliceHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { SwapAction } from '../../decoder/action.ts'
import { createDecoder } from '../../decoder/decoder.ts'
import { protocols } from '../../registry.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const sender = '0x00000000000000000000000000000000000000aa'
const routerV1 = '0xef1c6e67703c7bd7107eed8303fbe6ec2554bf6b'
const routerV12 = '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad'
const routerV2 = '0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca'
const unknown = '0x00000000000000000000000000000000000000bb'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const native = '0x0000000000000000000000000000000000000000'
const contractBalance = 2n ** 255n

const abi = parseAbi([
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
  'function execute(bytes commands, bytes[] inputs) payable',
])
const pairSwap = parseAbiParameters('address, uint256, uint256, address[], bool')
const poolSwap = parseAbiParameters('address, uint256, uint256, bytes, bool')
const pairSwap211 = parseAbiParameters('address, uint256, uint256, address[], bool, uint256[]')
const poolSwap211 = parseAbiParameters('address, uint256, uint256, bytes, bool, uint256[]')
const planParameters = parseAbiParameters('bytes, bytes[]')

type Expected = Pick<SwapAction, 'protocol' | 'exact' | 'amountIn' | 'amountOut' | 'path'>

function tokensOf(path: Hex): Address[] {
  const tokens: Address[] = []
  for (let at = 0; at + 20 <= (path.length - 2) / 2; at += 23) tokens.push(sliceHex(path, at, at + 20))
  return tokens
}

/** What viem says of the swaps of a plan, command by command. */
function expectedSwaps(commands: Hex, inputs: readonly Hex[]): Expected[] {
  return inputs.flatMap((input, item): Expected[] => {
    const code = Number(sliceHex(commands, item, item + 1)) & 0x3f
    if (code !== 0 && code !== 1 && code !== 8 && code !== 9) return []
    const exact = code % 2 === 0 ? 'in' : 'out'
    const [, first, second] = decodeAbiParameters(poolSwap.slice(0, 3), input) as [string, bigint, bigint]
    const path =
      code < 8
        ? tokensOf(decodeAbiParameters(poolSwap, input)[3])
        : decodeAbiParameters(pairSwap, input)[3].map((token) => token.toLowerCase() as Address)
    const [amountIn, amountOut] = exact === 'in' ? [first, second] : [second, first]
    return [
      {
        protocol: code < 8 ? 'uniswap_v3' : 'uniswap_v2',
        exact,
        amountIn: amountIn === contractBalance ? null : amountIn,
        amountOut,
        path: code === 1 ? path.reverse() : path,
      },
    ]
  })
}

function swapsOf(to: string, input: Hex, value = 0n): { swaps: Expected[]; undecoded: readonly unknown[] } {
  const { actions, undecoded } = decoder.decode({ from: sender, to: to as Address, value, input })
  const swaps = actions
    .filter((action) => action.kind === 'swap')
    .map(({ protocol, exact, amountIn, amountOut, path }) => ({ protocol, exact, amountIn, amountOut, path }))
  return { swaps, undecoded }
}

function execute(commands: Hex, inputs: readonly Hex[]): Hex {
  return encodeFunctionData({ abi, functionName: 'execute', args: [commands, inputs, 2_000_000_000n] })
}

const poolInput = (amountIn = 5n) =>
  encodeAbiParameters(poolSwap, [sender, amountIn, 4n, `${weth}000bb8${usdc.slice(2)}`, true])
const poolExpected = { protocol: 'uniswap_v3', exact: 'in', amountIn: 5n, amountOut: 4n, path: [weth, usdc] }

describe('Universal Router', () => {
  test('calldata of the SDK', () => {
    const { cases } = JSON.parse(readRecording('universal-router/ur_sdk_interop.json.gz')) as {
      cases: Record<string, { calldata: Hex; value: string }>
    }
    expect(Object.keys(cases)).toHaveLength(62)
    let [swapCount, marketCount] = [0, 0]
    for (const [name, { calldata, value }] of Object.entries(cases)) {
      const { args } = decodeFunctionData({ abi, data: calldata })
      const expected = expectedSwaps(args[0], args[1])
      for (const to of [routerV12, unknown]) {
        const { swaps, undecoded } = swapsOf(to, calldata, BigInt(value))
        expect(swaps, name).toEqual(expected)
        expect(undecoded, name).toEqual([])
      }
      swapCount += expected.length
      const trades = decoder
        .decode({ from: sender, to: routerV12, value: BigInt(value), input: calldata })
        .actions.filter((action) => action.kind === 'nft' && action.event === 'trade')
      const isMarket = /NFT|BUY_ITEM|PARTIAL_FILL/.test(name)
      expect(trades.length > 0, name).toBe(isMarket)
      if (isMarket) marketCount++
    }
    expect(swapCount).toBeGreaterThan(40)
    expect(marketCount).toBe(26)
  })

  test('real transactions of 2.1.1, encoded again from what was decoded', () => {
    const { cases } = JSON.parse(readRecording('universal-router/elnaril_decoded.json')) as {
      cases: { decoded_input: string }[]
    }
    expect(cases).toHaveLength(7)
    let count = 0
    for (const { decoded_input: text } of cases) {
      const { commands, inputs, expected } = fromPython(text)
      count += expected.length
      const { swaps, undecoded } = swapsOf(commands === '0x1904' ? routerV1 : routerV2, execute(commands, inputs))
      expect(swaps).toEqual(expected)
      expect(undecoded).toEqual([])
    }
    expect(count).toBe(8)
  })

  test('least prices of the hops, allow-revert bits and plans within plans', () => {
    const inner = encodeAbiParameters(planParameters, [
      '0x8009',
      [
        encodeAbiParameters(poolSwap211, [sender, 5n, 4n, `${weth}000bb8${usdc.slice(2)}`, true, [1n]]),
        encodeAbiParameters(pairSwap211, [sender, 7n, 9n, [dai, weth, usdc], true, [1n, 2n]]),
      ],
    ])
    for (const to of [routerV12, routerV2, unknown])
      expect(swapsOf(to, execute('0xa1', [inner]))).toEqual({
        swaps: [
          poolExpected,
          { protocol: 'uniswap_v2', exact: 'out', amountIn: 9n, amountOut: 7n, path: [dai, weth, usdc] },
        ],
        undecoded: [],
      })
  })

  test('one step that cannot be read leaves the others standing', () => {
    const { swaps, undecoded } = swapsOf(routerV2, execute('0x3f0008', [poolInput(), poolInput(), '0x1234']))
    expect(swaps).toEqual([poolExpected])
    expect(undecoded).toMatchObject([
      { reason: 'unknownCommand', what: '0x3f' },
      { reason: 'malformed', what: 'V2_SWAP_EXACT_IN', target: routerV2 },
    ])
  })

  test('the whole balance of the router is no amount', () => {
    expect(swapsOf(routerV2, execute('0x00', [poolInput(contractBalance)])).swaps).toMatchObject([{ amountIn: null }])
  })

  test('recipients, wrapping, transfers and permits', () => {
    const two = (recipient: bigint, amount: bigint) =>
      encodeAbiParameters(parseAbiParameters('uint256, uint256'), [recipient, amount])
    const three = encodeAbiParameters(parseAbiParameters('address, uint256, uint256'), [usdc, 1n, 12n])
    const permit = encodeAbiParameters(
      parseAbiParameters('((address, uint160, uint48, uint48), address, uint256), bytes'),
      [[[usdc, 77n, 1, 2], routerV2, 3n], '0x1234'],
    )
    const { actions, undecoded } = decoder.decode({
      from: sender,
      to: routerV2,
      input: execute('0x0b0c05060a', [two(2n, 10n), two(1n, 11n), three, three, permit]),
    })
    expect(undecoded).toEqual([])
    expect(actions).toMatchObject([
      { kind: 'wrap', token: weth, amount: 10n, function: 'WRAP_ETH' },
      { kind: 'unwrap', token: weth, amount: 11n },
      { kind: 'transfer', token: usdc, from: routerV2, to: sender, amount: 12n },
      {
        kind: 'payment',
        function: 'PAY_PORTION',
        token: usdc,
        from: routerV2,
        to: sender,
        share: 12n * 10n ** 14n,
      },
      { kind: 'approval', token: usdc, spender: routerV2, amount: 77n },
    ])
  })

  test('hostile plans end: a plan within itself, and counts that do not agree', () => {
    let plan = encodeAbiParameters(planParameters, ['0x00', [poolInput()]])
    for (let depth = 0; depth < 40; depth++) plan = encodeAbiParameters(planParameters, ['0x21', [plan]])
    const deep = swapsOf(routerV2, execute('0x21', [plan]))
    expect(deep.swaps).toEqual([])
    expect(deep.undecoded).toMatchObject([{ reason: 'tooDeep' }])
    expect(swapsOf(routerV2, execute('0x0000', [poolInput()])).undecoded).toMatchObject([{ reason: 'malformed' }])
  })

  test('V4 in both forms of its structs', () => {
    const key = [native, usdc, 500, 10, native] as const
    const hop = [usdc, 500n, 10, native, '0x'] as const
    const steps = (actions: Hex, inputs: readonly Hex[]) =>
      execute('0x10', [encodeAbiParameters(planParameters, [actions, inputs])])
    const old = [
      encodeAbiParameters(parseAbiParameters('((address,address,uint24,int24,address),bool,uint128,uint128,bytes)'), [
        [key, true, 5n, 4n, '0x'],
      ]),
      encodeAbiParameters(parseAbiParameters('(address,(address,uint256,int24,address,bytes)[],uint128,uint128)'), [
        [dai, [hop, [weth, 500n, 10, native, '0x']], 0n, 4n],
      ]),
      encodeAbiParameters(parseAbiParameters('(address,(address,uint256,int24,address,bytes)[],uint128,uint128)'), [
        [dai, [hop], 5n, 9n],
      ]),
    ]
    const recent = [
      encodeAbiParameters(
        parseAbiParameters('((address,address,uint24,int24,address),bool,uint128,uint128,uint256,bytes)'),
        [[key, true, 5n, 4n, 1n, '0x']],
      ),
      encodeAbiParameters(
        parseAbiParameters('(address,(address,uint256,int24,address,bytes)[],uint256[],uint128,uint128)'),
        [[dai, [hop, [weth, 500n, 10, native, '0x']], [1n, 2n], 0n, 4n]],
      ),
      encodeAbiParameters(
        parseAbiParameters('(address,(address,uint256,int24,address,bytes)[],uint256[],uint128,uint128)'),
        [[dai, [hop], [], 5n, 9n]],
      ),
    ]
    for (const inputs of [old, recent])
      for (const to of [routerV2, unknown]) {
        const { swaps, undecoded } = swapsOf(to, steps('0x060709', inputs))
        expect(undecoded).toEqual([])
        expect(swaps).toEqual([
          { protocol: 'uniswap_v4', exact: 'in', amountIn: 5n, amountOut: 4n, path: [weth, usdc] },
          { protocol: 'uniswap_v4', exact: 'in', amountIn: null, amountOut: 4n, path: [dai, usdc, weth] },
          { protocol: 'uniswap_v4', exact: 'out', amountIn: 9n, amountOut: 5n, path: [usdc, dai] },
        ])
      }
  })

  test('a bridge deposit, as a struct and as its fields', () => {
    const types = 'address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes,bool'
    const deposit = [sender, unknown, usdc, dai, 5n, 4n, 10n, native, 1, 2, 3, '0x', false] as const
    const struct = encodeAbiParameters([{ type: 'tuple', components: parseAbiParameters(types) }], [deposit])
    const fields = encodeAbiParameters(parseAbiParameters(types), deposit as never)
    for (const input of [struct, fields])
      expect(decoder.decode({ to: routerV2, input: execute('0x40', [input]) })).toMatchObject({
        actions: [
          { kind: 'bridge', protocol: 'across', token: usdc, amount: 5n, recipient: unknown, destination: 10n },
        ],
        undecoded: [],
      })
  })
})

/** Python's repr of a decoded plan, encoded again; inputs the upstream decoder left as hex stay as they are. */
function fromPython(text: string): { commands: Hex; inputs: Hex[]; expected: Expected[] } {
  const commands = toBytes(/'commands': (b'(?:[^'\\]|\\.)*'|b"(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '')
  const parts = text.slice(text.indexOf("'inputs': [")).split(/\(<Function |, '(?=[0-9a-f]{64})/)
  const inputs: Hex[] = []
  const expected: Expected[] = []
  const raw = /\['([0-9a-f]{64,})'/.exec(text)?.[1]
  if (raw !== undefined) inputs.push(`0x${raw}`)
  for (const part of parts.slice(1)) {
    const name = part.slice(0, part.indexOf('('))
    const field = (key: string) => new RegExp(`'${key}': '?([^',}]+)`).exec(part)?.[1] ?? ''
    const prices = (/'minHopPriceX36': \[([^\]]*)\]/.exec(part)?.[1] ?? '').split(', ').filter(Boolean).map(BigInt)
    const recipient = field('recipient') as Address
    const [code, exact] = [name.slice(0, 2), name.endsWith('_IN') ? 'in' : 'out'] as const
    if (name.includes('_SWAP_')) {
      const [first, second] =
        exact === 'in'
          ? [BigInt(field('amountIn')), BigInt(field('amountOutMin'))]
          : [BigInt(field('amountOut')), BigInt(field('amountInMax'))]
      const payerIsUser = field('payerIsSender') === 'True'
      const known = first === contractBalance ? null : first
      const amounts = exact === 'in' ? { amountIn: known, amountOut: second } : { amountIn: second, amountOut: first }
      if (code === 'V2') {
        const path = [...(/'path': \[([^\]]*)\]/.exec(part)?.[1] ?? '').matchAll(/0x[0-9a-fA-F]{40}/g)].map(
          ([token]) => token.toLowerCase() as Address,
        )
        inputs.push(encodeAbiParameters(pairSwap211, [recipient, first, second, path, payerIsUser, prices]))
        expected.push({ protocol: 'uniswap_v2', exact, ...amounts, path })
      } else {
        const path = toBytes(/'path': (b'(?:[^'\\]|\\.)*'|b"(?:[^"\\]|\\.)*")/.exec(part)?.[1] ?? '')
        inputs.push(encodeAbiParameters(poolSwap211, [recipient, first, second, path, payerIsUser, prices]))
        const tokens = tokensOf(path)
        expected.push({ protocol: 'uniswap_v3', exact, ...amounts, path: exact === 'in' ? tokens : tokens.reverse() })
      }
    } else if (name === 'PERMIT2_PERMIT')
      inputs.push(
        encodeAbiParameters(parseAbiParameters('((address, uint160, uint48, uint48), address, uint256), bytes'), [
          [[field('token') as Address, BigInt(field('amount')), 1, 0], field('spender') as Address, 3n],
          '0x',
        ]),
      )
    else if (name === 'WRAP_ETH' || name === 'UNWRAP_WETH')
      inputs.push(encodeAbiParameters(parseAbiParameters('address, uint256'), [recipient, BigInt(field('amountMin'))]))
    else {
      const amount = BigInt(field(name === 'TRANSFER' ? 'value' : name === 'SWEEP' ? 'amountMin' : 'bips'))
      const token = field('token') as Address
      inputs.push(encodeAbiParameters(parseAbiParameters('address, address, uint256'), [token, recipient, amount]))
    }
  }
  return { commands, inputs, expected }
}

/** A bytes literal: `b'\x00a\n'`. */
function toBytes(literal: string): Hex {
  const escapes: Record<string, number> = { n: 10, r: 13, t: 9, '\\': 92, "'": 39, '"': 34 }
  const bytes = [...literal.slice(2, -1).matchAll(/\\x([0-9a-f]{2})|\\(.)|([\s\S])/g)].map(([, hex, escaped, plain]) =>
    hex !== undefined
      ? Number.parseInt(hex, 16)
      : escaped !== undefined
        ? (escapes[escaped] ?? 0)
        : (plain ?? '').charCodeAt(0),
  )
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
