import type { ChainName } from '@outrigger/core'
import { readRecording, readRecordingLines } from '@outrigger/devnet/recorded'
import { type Address, encodeAbiParameters, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { allProtocols, archivedProtocols } from '../archive/index.ts'
import type { SwapAction } from '../decoder/action.ts'
import { createDecoder } from '../decoder/decoder.ts'
import { encode, zero } from '../fixtures/encode.ts'
import { swapProtocols } from './swapProtocols.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const ether = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const sender = '0x00000000000000000000000000000000000000aa'
const friend = '0x00000000000000000000000000000000000000bb'
const unknown = '0x00000000000000000000000000000000000000cc'
const hash = `0x${'11'.repeat(32)}` as const

const decoders = new Map<ChainName, ReturnType<typeof createDecoder>>()

function decode(to: string, input: string, { chain = 'ethereum' as ChainName, value = 0n } = {}) {
  const decoder = decoders.get(chain) ?? createDecoder({ chain, protocols: allProtocols })
  decoders.set(chain, decoder)
  return decoder.decode({ from: sender, to: to as Address, value, input })
}

function erc20Asset(token: string): Hex {
  return `0xf47261b0${token.slice(2).padStart(64, '0')}`
}

type Expected = { readonly [field: string]: unknown }
type Case = readonly [to: string, input: Hex, expected: Expected, value?: bigint]

const given = { exact: 'in', tokenIn: usdc, tokenOut: dai, amountIn: 5n, amountOut: 4n }
const wanted = { exact: 'out', tokenIn: usdc, tokenOut: dai, amountIn: 5n, amountOut: 4n }
const payEther = { ...given, tokenIn: weth, isNativeIn: true }
const getEther = { ...given, tokenOut: weth, isNativeOut: true }

const v6 = '0x111111125421ca6dc452d289314280a0f8842a65'
const v5 = '0x1111111254eeb25477b68fb85ed929f73a960582'
const pool = BigInt(unknown)
const rfq = '(uint256,address,address,address,address,uint256,uint256)'
const order6 = '(uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256)'
const word = BigInt
const order2 = '(address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes,bytes)'
const fill2 = [friend, zero, zero, zero, 40n, 50n, 0n, 0n, 9n, 1n, erc20Asset(dai), erc20Asset(usdc)]
const exchange2 = '0x080bf510fcbf18b91105470639e9561022937712'
const proxy4 = '0xdef1c0ded9bec7f1a1670819833240f027b25eff'
const rfq4 = '(address,address,uint128,uint128,address,address,address,bytes32,uint64,uint256)'
const signature4 = '(uint8,uint8,bytes32,bytes32)'
const settle = encode('execute((address,address,uint256),bytes[],bytes32)', [friend, dai, 4n], [], hash)
const augustus5 = '0xdef171fe48cf0115b1d80b88dc8eab59176fee57'
const augustus6 = '0x6a000f20005980200259b80c5102003040001068'
const threePool = '0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7'
const yPool = '0x45f783cce6b7ff23b2ab2d70e416cdb7d6055f51'
const vault = '0xba12222222228d8ba445958a75a0704d566bf2c8'
const step = '(bytes32,uint256,uint256,uint256,bytes)'
const funds = '(address,bool,address,bool)'
const fundsOf = [sender, false, friend, false]
const hydroOrder = '(address,uint256,uint256,uint256,bytes32,(bytes32,bytes32,bytes32))'
const cowTrade = '(uint256,uint256,address,uint256,uint256,uint32,bytes32,uint256,uint256,uint256,bytes)'
const odosInfo = '(address,uint256,address,address,uint256,uint256,address)'
const compact = `0x83bd37f90001${usdc.slice(2)}0000${'0105'}${'0104'}000000` as const

const cases: { readonly [name: string]: Case } = {
  '1inch v5: generic swap': [
    v5,
    encode(
      'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)',
      unknown,
      [ether, dai, unknown, friend, 5n, 4n, 0n],
      '0x',
      '0x',
    ),
    { ...payEther, protocol: 'oneinch', recipient: friend },
    5n,
  ],
  '1inch v5: unoswap that unwraps': [
    v5,
    encode('unoswap(address,uint256,uint256,uint256[])', usdc, 5n, 4n, [pool, pool | (1n << 254n)]),
    { ...getEther, pools: [unknown, unknown] },
  ],
  '1inch v5: uniswapV3Swap names no token': [
    v5,
    encode('uniswapV3Swap(uint256,uint256,uint256[])', 5n, 4n, [pool | (1n << 253n)]),
    { ...getEther, tokenIn: null },
  ],
  '1inch v6: unoswapTo2 that unwraps': [
    v6,
    encode(
      'unoswapTo2(uint256,uint256,uint256,uint256,uint256,uint256)',
      word(friend),
      word(usdc),
      5n,
      4n,
      pool,
      pool | (1n << 252n),
    ),
    { ...getEther, recipient: friend, pools: [unknown, unknown] },
  ],
  '1inch v6: ethUnoswap': [v6, encode('ethUnoswap(uint256,uint256)', 4n, pool), { ...payEther, tokenOut: null }, 5n],
  '1inch v5: RFQ order at its price': [
    v5,
    encode(`fillOrderRFQ(${rfq},bytes,uint256)`, [1n, dai, usdc, friend, zero, 40n, 50n], '0x', 5n),
    given,
  ],
  '1inch v6: order filled by the wanted amount': [
    v6,
    encode(
      `fillOrder(${order6},bytes32,bytes32,uint256,uint256)`,
      [1n, word(friend), 0n, word(dai), word(usdc), 40n, 50n, 0n],
      hash,
      hash,
      4n,
      1n << 255n,
    ),
    wanted,
  ],
  '0x v1: fillOrder': [
    '0x12459c951127e0c374ff9105dda097662a027093',
    encode(
      'fillOrder(address[5],uint256[6],uint256,bool,uint8,bytes32,bytes32)',
      [friend, zero, dai, usdc, zero],
      [40n, 50n, 0n, 0n, 9n, 1n],
      5n,
      false,
      27,
      hash,
      hash,
    ),
    given,
  ],
  '0x v2: marketBuyOrders': [
    exchange2,
    encode(`marketBuyOrders(${order2}[],uint256,bytes[])`, [fill2], 4n, ['0x']),
    wanted,
  ],
  '0x v2: executeTransaction around fillOrder': [
    exchange2,
    encode(
      'executeTransaction(uint256,address,bytes,bytes)',
      1n,
      friend,
      encode(`fillOrder(${order2},uint256,bytes)`, fill2, 5n, '0x'),
      '0x',
    ),
    { ...given, depth: 1 },
  ],
  '0x v4: multi-hop into ether': [
    proxy4,
    encode('sellToUniswap(address[],uint256,uint256,bool)', [usdc, dai, ether], 5n, 4n, false),
    { ...getEther, path: [usdc, dai, weth] },
  ],
  '0x v4: RFQ order': [
    proxy4,
    encode(
      `fillRfqOrder(${rfq4},${signature4},uint128)`,
      [dai, usdc, 40n, 50n, friend, zero, sender, hash, 9n, 1n],
      [2, 27, hash, hash],
      5n,
    ),
    given,
  ],
  '0x Settler through the allowance holder': [
    '0x0000000000001ff3684f28c67538d4d072c22734',
    encode('exec(address,address,uint256,address,bytes)', unknown, usdc, 5n, unknown, settle),
    { ...given, protocol: 'zerox', recipient: friend },
  ],
  '0x Settler paid in ether': [unknown, settle, { ...payEther, recipient: friend }, 5n],
  'ParaSwap v5: buyOnUniswap': [
    augustus5,
    encode('buyOnUniswap(uint256,uint256,address[])', 5n, 4n, [usdc, weth, dai]),
    { ...wanted, path: [usdc, weth, dai] },
  ],
  'ParaSwap v5: multiSwap': [
    augustus5,
    encode(
      'multiSwap((address,uint256,uint256,uint256,address,(address,uint256,(address,uint256,uint256,(uint256,address,uint256,bytes,uint256)[])[])[],address,uint256,bytes,uint256,bytes16))',
      [
        usdc,
        5n,
        4n,
        4n,
        friend,
        [
          [weth, 0n, []],
          [dai, 0n, []],
        ],
        zero,
        0n,
        '0x',
        9n,
        `0x${'00'.repeat(16)}`,
      ],
    ),
    { ...given, path: [usdc, weth, dai], recipient: friend },
  ],
  'ParaSwap v6: exact out through the executor': [
    augustus6,
    encode(
      'swapExactAmountOut(address,(address,address,uint256,uint256,uint256,bytes32,address),uint256,bytes,bytes)',
      unknown,
      [usdc, dai, 5n, 4n, 5n, hash, friend],
      0n,
      '0x',
      '0x',
    ),
    { ...wanted, recipient: friend },
  ],
  'ParaSwap v6: Balancer batch': [
    augustus6,
    encode(
      'swapExactAmountInOnBalancerV2((uint256,uint256,uint256,bytes32,uint256),uint256,bytes,bytes)',
      [5n, 4n, 4n, hash, word(friend)],
      0n,
      '0x',
      encode(
        `batchSwap(uint8,${step}[],address[],${funds},int256[],uint256)`,
        0,
        [
          [hash, 1n, 0n, 5n, '0x'],
          [hash, 0n, 2n, 0n, '0x'],
        ],
        [weth, usdc, dai],
        fundsOf,
        [0n, 5n, -4n],
        9n,
      ),
    ),
    given,
  ],
  'MetaMask: amounts after the fee': [
    '0x881d40237659c251811cec9c364ef91dc08d300c',
    encode(
      'swap(string,address,uint256,bytes)',
      'oneInchV3FeeDynamic',
      usdc,
      6n,
      encodeAbiParameters(
        [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }, { type: 'uint256' }],
        [usdc, dai, 5n, 4n],
      ),
    ),
    { ...given, protocol: 'metamask_swap' },
  ],
  'Curve: coins by index': [
    threePool,
    encode('exchange(int128,int128,uint256,uint256)', 1n, 0n, 5n, 4n),
    { ...given, pools: [threePool] },
  ],
  'Curve: underlying coins': [
    yPool,
    encode('exchange_underlying(int128,int128,uint256,uint256)', 1n, 2n, 5n, 4n),
    { ...given, tokenOut: usdt },
  ],
  'Curve: a pool outside the table': [
    unknown,
    encode('exchange(int128,int128,uint256,uint256)', 1n, 0n, 5n, 4n),
    { ...given, tokenIn: null, tokenOut: null, pools: [unknown] },
  ],
  'Curve: router': [
    '0x16c6521dff6bab339122a0fe25a9116693265353',
    encode(
      'exchange(address[11],uint256[5][5],uint256,uint256)',
      [usdc, threePool, dai, unknown, ether, ...Array(6).fill(zero)],
      Array(5).fill(Array(5).fill(0n)),
      5n,
      4n,
    ),
    { ...getEther, path: [usdc, dai, weth], pools: [threePool, unknown] },
  ],
  'Balancer v1: pool': [
    unknown,
    encode('swapExactAmountOut(address,uint256,address,uint256,uint256)', usdc, 5n, dai, 4n, 9n),
    { ...wanted, protocol: 'balancer_v1' },
  ],
  'Balancer v1: proxy': [
    '0x3e66b66fd1d0b02fda6c811da9e0547970db2f21',
    encode(
      'multihopBatchSwapExactOut((address,address,address,uint256,uint256,uint256)[][],address,address,uint256)',
      [
        [
          [unknown, usdc, weth, 9n, 9n, 9n],
          [unknown, weth, dai, 3n, 9n, 9n],
        ],
        [[unknown, usdc, dai, 1n, 9n, 9n]],
      ],
      usdc,
      dai,
      5n,
    ),
    wanted,
  ],
  'Balancer v2: single swap out of ether': [
    vault,
    encode(
      `swap((bytes32,uint8,address,address,uint256,bytes),${funds},uint256,uint256)`,
      [`${unknown}${'00'.repeat(12)}`, 0, zero, dai, 5n, '0x'],
      fundsOf,
      4n,
      9n,
    ),
    { ...payEther, pools: [unknown], recipient: friend },
    5n,
  ],
  'Balancer v2: batch given out, two paths': [
    vault,
    encode(
      `batchSwap(uint8,${step}[],address[],${funds},int256[],uint256)`,
      1,
      [
        [hash, 1n, 2n, 3n, '0x'],
        [hash, 0n, 1n, 0n, '0x'],
        [hash, 0n, 2n, 1n, '0x'],
      ],
      [usdc, weth, dai],
      fundsOf,
      [5n, 0n, -4n],
      9n,
    ),
    { ...wanted, recipient: friend },
  ],
  'Balancer v3: path': [
    unknown,
    encode(
      'swapExactIn((address,(address,address,bool)[],uint256,uint256)[],uint256,bool,bytes)',
      [[usdc, [[unknown, dai, false]], 5n, 4n]],
      9n,
      false,
      '0x',
    ),
    { ...given, protocol: 'balancer_v3' },
  ],
  'CoW: a buy order in part': [
    '0x9008d19f58aabd9ed0d60971565aa8510560ab41',
    encode(
      `settle(address[],uint256[],${cowTrade}[],(address,uint256,bytes)[][3])`,
      [usdc, dai],
      [1n, 1n],
      [[0n, 1n, friend, 50n, 40n, 9, hash, 0n, 3n, 4n, '0x']],
      [[], [], []],
    ),
    { ...wanted, protocol: 'cow', recipient: friend },
  ],
  'Kyber: legacy trade out of ether': [
    '0x818e6fecd516ecc3849daf6845e3ec868087b755',
    encode('trade(address,uint256,address,address,uint256,uint256,address)', ether, 5n, dai, friend, 9n, 1n, zero),
    { ...payEther, amountOut: null, recipient: friend },
    5n,
  ],
  'Kyber: meta aggregation': [
    unknown,
    encode(
      'swapSimpleMode(address,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes,bytes)',
      unknown,
      [usdc, dai, [], [], [], [], friend, 5n, 4n, 0n, '0x'],
      '0x',
      '0x',
    ),
    { ...given, protocol: 'kyberswap', recipient: friend },
  ],
  'Odos: swap': [
    unknown,
    encode(`swap(${odosInfo},bytes,address,uint32)`, [usdc, 5n, unknown, dai, 5n, 4n, friend], '0x', unknown, 0),
    { ...given, protocol: 'odos', recipient: friend },
  ],
  'Odos: packed': [unknown, compact, getEther],
  'Bancor: path with anchors': [
    unknown,
    encode(
      'convertByPath(address[],uint256,uint256,address,address,uint256)',
      [usdc, unknown, dai],
      5n,
      4n,
      friend,
      zero,
      0n,
    ),
    { ...given, path: [usdc, dai], recipient: friend },
  ],
  'EtherDelta: trade': [
    '0x8d12a197cb00d4747a1fe03395095ce2a5cc6819',
    encode(
      'trade(address,uint256,address,uint256,uint256,uint256,address,uint8,bytes32,bytes32,uint256)',
      zero,
      50n,
      dai,
      40n,
      9n,
      1n,
      friend,
      27,
      hash,
      hash,
      5n,
    ),
    payEther,
  ],
  'IDEX: trade': [
    '0x2a0c0dbecc7e4d658f48e01e3fa353f44050c208',
    encode(
      'trade(uint256[8],address[4],uint8[2],bytes32[4])',
      [50n, 40n, 9n, 1n, 5n, 1n, 0n, 0n],
      [usdc, dai, friend, sender],
      [27, 27],
      [hash, hash, hash, hash],
    ),
    { ...given, protocol: 'idex', recipient: sender },
  ],
  'Hydro: a sell order matched': [
    '0xe2a0bfe759e2a4444442da5064ec549616fff101',
    encode(
      `matchOrders(${hydroOrder},${hydroOrder}[],uint256[],(address,address,address))`,
      [friend, 5n, 4n, 0n, `0x0201${'00'.repeat(30)}`, [hash, hash, hash]],
      [],
      [],
      [usdc, dai, sender],
    ),
    { ...given, protocol: 'hydro', recipient: friend },
  ],
  'Oasis: buyAllAmount': [
    '0x39755357759ce0d7f32dc8dc45414cca409ae24e',
    encode('buyAllAmount(address,uint256,address,uint256)', dai, 4n, usdc, 5n),
    wanted,
  ],
  'Oasis: offer taken by number': [
    '0x39755357759ce0d7f32dc8dc45414cca409ae24e',
    encode('buy(uint256,uint256)', 7n, 4n),
    { ...wanted, tokenIn: null, tokenOut: null, amountIn: null },
  ],
  'DODO: ether to token': [
    unknown,
    encode('dodoSwapV2ETHToToken(address,uint256,address[],uint256,bool,uint256)', dai, 4n, [unknown], 0n, false, 9n),
    payEther,
    5n,
  ],
  'Synthetix: currency keys': [
    unknown,
    encode(
      'exchangeAtomically(bytes32,uint256,bytes32,bytes32,uint256)',
      `0x73555344${'00'.repeat(28)}`,
      5n,
      `0x73455448${'00'.repeat(28)}`,
      hash,
      4n,
    ),
    {
      ...given,
      tokenIn: '0x57ab1ec28d129707052df4df418d58a2d46d5f51',
      tokenOut: '0x5e74c9036fb86bd7ecdcb084a0673efc32ea31cb',
    },
  ],
  'Hashflow: part of a quote': [
    unknown,
    encode(
      'tradeRFQT((address,address,address,address,address,address,uint256,uint256,uint256,uint256,uint256,bytes32,bytes))',
      [unknown, zero, friend, sender, usdc, dai, 5n, 50n, 40n, 9n, 1n, hash, '0x'],
    ),
    { ...given, recipient: friend },
  ],
  'AirSwap v2: swap': [
    unknown,
    encode(
      'swap((uint256,uint256,(bytes4,address,address,uint256,uint256),(bytes4,address,address,uint256,uint256),(bytes4,address,address,uint256,uint256),(address,address,bytes1,uint8,bytes32,bytes32)))',
      [
        1n,
        9n,
        ['0x36372b07', friend, dai, 4n, 0n],
        ['0x36372b07', sender, usdc, 5n, 0n],
        ['0x00000000', zero, zero, 0n, 0n],
        [friend, zero, '0x01', 27, hash, hash],
      ],
    ),
    { ...given, protocol: 'airswap' },
  ],
  'LI.FI: several steps': [
    '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae',
    encode(
      'swapTokensMultipleV3ERC20ToNative(bytes32,string,string,address,uint256,(address,address,address,address,uint256,bytes,bool)[])',
      hash,
      'app',
      '',
      friend,
      4n,
      [
        [unknown, unknown, usdc, dai, 5n, '0x', true],
        [unknown, unknown, dai, zero, 5n, '0x', false],
      ],
    ),
    { ...getEther, protocol: 'lifi', recipient: friend },
  ],
  'Wombat: tokens to native': [
    unknown,
    encode(
      'swapExactTokensForNative(address[],address[],uint256,uint256,address,uint256)',
      [usdc, weth],
      [unknown],
      5n,
      4n,
      friend,
      9n,
    ),
    { ...getEther, recipient: friend },
  ],
  'iZiSwap: exact out runs backwards': [
    unknown,
    encode('swapDesire((bytes,address,uint128,uint256,uint256))', [`${dai}000bb8${usdc.slice(2)}`, friend, 4n, 5n, 9n]),
    { ...wanted, path: [usdc, dai], recipient: friend },
  ],
}

test.each(Object.entries(cases))('%s', (_, [to, input, expected, value = 0n]) => {
  const { actions, undecoded } = decode(to, input, { value })
  expect(undecoded).toEqual([])
  expect(actions).toHaveLength(1)
  expect(actions[0]).toMatchObject({ kind: 'swap', ...expected })
})

test('an order for a collectible is no swap', () => {
  const collectible = `0x02571792${unknown.slice(2).padStart(64, '0')}${7n.toString(16).padStart(64, '0')}`
  const sold = [friend, zero, zero, zero, 1n, 50n, 0n, 0n, 9n, 1n, collectible, erc20Asset(weth)]
  const { actions } = decode(exchange2, encode(`fillOrder(${order2},uint256,bytes)`, sold, 50n, '0x'))
  expect(actions).toMatchObject([
    { kind: 'nft', event: 'trade', collection: unknown, tokenId: 7n, from: friend, to: sender },
  ])
})

test('a flash loan of the Vault', () => {
  const input = encode('flashLoan(address,address[],uint256[],bytes)', friend, [usdc, dai], [1n, 2n], '0x')
  expect(decode(vault, input).actions).toMatchObject([
    { kind: 'flashloan', assets: [usdc, dai], amounts: [1n, 2n], receiver: friend },
  ])
})

const everyProtocol = [...swapProtocols, ...archivedProtocols]

/** Selectors as public block explorers and decoders list them, so a slip in a signature shows. */
const published: { readonly [protocol: string]: string } = {
  oneinch:
    'e449022e bc80f1a8 2521b930 2e95b6c8 a1251d75 0502b1c5 f78dc253 3c15fd91 12aa3caf 07ed2379 a76dfc3b 89af926a 188ac35d 175accdc 0f449d71 493189f0 83800a8e 8770ba91 19367472 e2c95c82 ea76dddf f7a70056 5816d723 d2d374e5 c4d652af 84bd6d29 093d4fa5 c805a666 b0431182 9994dd15 d6a92a5d 62e238bb e5d7bde6 d365c695 3eca9c0a 9570eeee 5a099843 70ccbd31 d0a3b665 baba5855 4cc4a27b 9fda64bd f497df75 cc713a04 56a75868 c3cf8043 b68fb020 f3432b1a 0965d04b 261fc7ef f88309d7 e2a7515e 90411a32 34b0793b 7c025200 6c4a483e',
  zerox:
    'b4be83d5 9b44d556 64a3bc15 3e228bae f6274f66 aa77476c 415565b0 d9627aa4 c43c9ef6 f7fcd384 6af479b2 3598d8ab 803ba26d 7a1eb1b9 77725df6 5161b966 0f3b31b2 21c184b6 afc6728e 1fff991f 2213bc0b bfc8bfce 1baaa00b',
  paraswap:
    'a94e78ef 46c67b6d 54e3f31b 2298207a 54840d1a f5661034 935fb84b c03786b0 0b86a4c1 b2f1e6db 6e91538b a6886da9 87a63926 3865bde6 58f15100 b22f4db8 19fc5be0 64466805 81033120 58b9d179 0863b7ac f9355f72 33635226 f95a49eb ec1d21dd 8f00eccb a27e8b6b cfc0afeb 46546cfc da8567c8 ae6fba44 1610ca95 bb2a349b cbd1603e c5f0b909 e3ead59e 7f457675 e8bb3b6c 876a02f6 5e94e28d a76f4eb6 1a01c532 e37ed256 d85ca173 d6ed22e6 da35bb0d',
  kyberswap: 'cb3c28c7 29589f61 e21fd0e9 59e50fed 8af033fb',
  odos: '83bd37f9 3b635ce4 7bf2d6d4 f17a4546',
  curve: '3df02124 a6417ed6 5b41b908 394747c5',
  balancer_v2: '52bbbe29 945bcec9 b95cac28 8bdb3913 5c38449e',
  balancer_v1: '8201aa3f 7c5e9ea4 e2b39746',
  cow: '13d79a0b ec6cb13f 322bba21',
  bancor: 'b77d239b e57738e5 569706eb',
  okx: 'b80c2f09 03b87e5f f2c42696 0c307f76 9871efa4 08298b5a 0d5f0e3b 44014e98 b8815477 01617fab',
  lifi: '4630a0d8 4666fc80 5fd9ae2e',
  hashflow: 'c52ac720 f0210929',
  saddle_fork: '91695586',
  woofi: '7dc20382',
}

test.each(Object.entries(published))('%s has the published selectors', (id, selectors) => {
  const named = everyProtocol.filter((one) => one.id === id)
  const tables = named.flatMap(({ contracts, atAnyAddress }) => [
    ...contracts.map(({ functions }) => functions),
    ...(atAnyAddress ? [atAnyAddress] : []),
  ])
  const known = new Set(tables.flatMap((functions) => [...functions.keys()]))
  expect(selectors.split(' ').filter((selector) => !known.has(`0x${selector}`))).toEqual([])
})

test('addresses are lower case and named once', () => {
  const seen = new Map<string, string>()
  const twice: string[] = []
  for (const { id, contracts } of everyProtocol)
    for (const { name, addresses } of contracts)
      for (const [chain, list] of Object.entries(addresses))
        for (const address of list) {
          if (!/^0x[0-9a-f]{40}$/.test(address) || seen.has(chain + address)) twice.push(`${id} ${name} ${address}`)
          seen.set(chain + address, id)
        }
  expect(twice).toEqual([])
})

/** Digits that count: where a wallet shows decimals, calldata has zeros. */
function significant(amount: string): string {
  return amount.replace('.', '').replace(/^0+|0+$/g, '')
}

/** Digits that count, as a number below 1. */
const toPart = (digits: string) => Number(`0.${digits}`)

describe('recorded data', () => {
  const chainOf = new Map<number, ChainName>([
    [1, 'ethereum'],
    [56, 'bsc'],
  ])

  test('swaps of the clear-signing registry have the amounts a wallet shows', () => {
    type Row = { protocol: string; chainId: number; to: string; value: string; data: string; expectedTexts: string[] }
    const wrong: string[] = []
    let checked = 0
    for (const row of JSON.parse(readRecording('erc7730-registry/calldata_tests.json.gz')) as Row[]) {
      const chain = chainOf.get(row.chainId)
      const text = row.expectedTexts.join('').replace(/\s/g, '')
      if (!['1inch', 'paraswap', 'okx'].includes(row.protocol) || !chain || !/Amountto|MaximumtoSend/i.test(text))
        continue
      const { actions } = decode(row.to, row.data, { chain, value: BigInt(row.value) })
      const swap = actions.find((action): action is SwapAction => action.kind === 'swap')
      const shown = new Set((text.match(/\d+(\.\d+)?/g) ?? []).map(significant))
      const amounts = [swap?.amountIn, swap?.amountOut].map((amount) => significant(String(amount)))
      // Wallets show amounts without the fees of partners and referrers, up to 3 %.
      const [given = '', wanted = ''] = amounts
      const isPart = (small: string, large: string) =>
        toPart(small) < toPart(large) && toPart(small) > toPart(large) * 0.97
      const isShown = (amount: string, hasFee: (one: string) => boolean) => shown.has(amount) || [...shown].some(hasFee)
      const isRight = isShown(given, (one) => isPart(one, given)) && isShown(wanted, (one) => isPart(wanted, one))
      if (!isRight) wrong.push(`${row.data.slice(0, 10)} ${amounts} ${text}`)
      checked++
    }
    expect(wrong).toEqual([])
    expect(checked).toBeGreaterThan(24)
  })

  type Label = {
    token_in_address: string
    token_out_address: string
    token_in_amount: string
  }
  type Recorded = {
    hash: string
    from: Address
    to: Address | null
    value: string
    input: Hex
    labels: { swap?: number }
  }

  test('labelled swaps through these routers are found', () => {
    type Labels = { swaps: Record<string, Label[]> }
    const { swaps: labels } = JSON.parse(readRecording('mev-inspect-py/labels.json.gz')) as Labels
    const routers = new Set(
      everyProtocol.flatMap(({ contracts }) => contracts.flatMap((one) => one.addresses.ethereum ?? [])),
    )
    const missed: string[] = []
    const differing: string[] = []
    let [found, exactRows] = [0, 0]
    for (const row of readRecordingLines<Recorded>('mev-inspect-py/transactions.ndjson.gz')) {
      const swaps = labels[row.hash]
      if (row.to === null || !routers.has(row.to) || swaps === undefined) continue
      const { actions } = decode(row.to, row.input, { value: BigInt(row.value) })
      const action = actions.find((one): one is SwapAction => one.kind === 'swap')
      if (action === undefined) {
        missed.push(`${row.to} ${row.input.slice(0, 10)} ${row.hash}`)
        continue
      }
      found++
      // Aggregators also trade where the labels do not look, so only those that do not split are held to them.
      if (!['metamask_swap', 'balancer_v1', 'tokenlon', 'cow'].includes(action.protocol)) continue
      exactRows++
      const sold = swaps.filter((label) => label.token_in_address === action.tokenIn)
      const total = sold.reduce((sum, label) => sum + BigInt(label.token_in_amount), 0n)
      const isSame = total === action.amountIn && swaps.some((label) => label.token_out_address === action.tokenOut)
      if (!isSame) differing.push(`${row.hash} ${action.amountIn} ${total}`)
    }
    expect(missed).toEqual([])
    expect(found).toBeGreaterThan(80)
    expect(exactRows).toBeGreaterThan(30)
    expect(differing).toEqual([])
  })

  test('damaged calldata is reported, never thrown', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      return seed % below
    }
    const inputs = [
      ...Object.values(cases).map(([to, input]): [string, Hex] => [to, input]),
      ...readRecordingLines<Recorded>('mev-inspect-py/transactions.ndjson.gz').flatMap(
        ({ to, input }): [string, Hex][] => (to !== null && input.length > 10 ? [[to, input]] : []),
      ),
    ]
    for (const [to, input] of inputs)
      for (let round = 0; round < 10; round++) {
        const at = 10 + random(Math.max(1, input.length - 10))
        const damaged = round % 2 === 0 ? input.slice(0, at) : `${input.slice(0, at)}f${input.slice(at + 1)}`
        decode(to, damaged)
      }
    expect(inputs.length).toBeGreaterThan(900)
  })
})
