import type { Address } from 'viem'
import type { Args } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { deployedOn } from '../decoder/deployedOn.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from './swapFunctions.ts'

/** Decodes (…, token given, amount, token wanted, minimum?). The words of the tokens contain a fee above the address. */
function proxySwap(call: Call, given: number, hasLeast: boolean): void {
  call.swap({
    tokenIn: call.low160(given),
    amountIn: call.uint(given + 1),
    tokenOut: call.low160(given + 2),
    amountOut: hasLeast ? call.uint(given + 3) : null,
  })
}

/** Routers of wallets, bots and smaller aggregators. They are decoded if the calldata contains the trade. */
export const binanceWallet = defineProtocol({
  id: 'binance_wallet',
  name: 'Binance Wallet',
  source: 'https://bscscan.com/address/0xb300000b72deaeb607a12d5f54773d1c19c7028d',
  contracts: [
    {
      name: 'DEXRouter',
      addresses: deployedOn(
        ['ethereum', 'bsc', 'polygon', 'arbitrum', 'avalanche', 'base', 'optimism', 'gnosis'],
        '0xb300000b72deaeb607a12d5f54773d1c19c7028d',
      ),
      functions: defineFunctions({
        // (router, spender, fromToken, fromAmount, toToken, least, calldata); the names are not published.
        ...each(swapAt({ tokenIn: 2, amountIn: 3, tokenOut: 4, amountOut: 5 }), '0x810c705b', '0xc0ea4b44'),
        'proxySwap(address,uint256,uint256,uint256,bytes)': (call) => proxySwap(call, 1, false),
        'proxySwapV2(address,uint256,uint256,uint256,uint256,bytes)': (call) => proxySwap(call, 1, true),
        'callOneInch(uint256,uint256,uint256,bytes)': (call) => proxySwap(call, 0, false),
      }),
    },
  ],
})

/** TransitSwap v5: (srcToken, dstToken, dstReceiver, wrappedToken, amount, minReturnAmount, …). */
export const transit = defineProtocol({
  id: 'transit',
  name: 'TransitSwap',
  source: 'https://docs.transit.finance',
  contracts: [
    {
      name: 'TransitSwapRouterV5',
      addresses: deployedOn(
        ['ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base', 'avalanche'],
        '0x00000047bb99ea4d791bb749d970de71ee0b1a34',
      ),
      functions: defineFunctions({
        '0xd808d889': swapAt({ tuple: 0, tokenIn: 0, tokenOut: 1, recipient: 2, amountIn: 4, amountOut: 5 }),
        'exactInputV2Swap((address,address,uint256,uint256,uint256,uint256,address[],address[],bytes,string),uint256)':
          swapAt({ tuple: 0, recipient: 0, amountIn: 3, amountOut: 4, path: 6 }),
        'exactInputV3Swap((address,address,address,address,uint256,uint256,uint256,uint256,uint256[],bytes,string))':
          swapAt({ tuple: 0, tokenIn: 0, tokenOut: 1, recipient: 2, amountIn: 4, amountOut: 5 }),
      }),
    },
  ],
})

/** Banana Gun's buy: (amounts, path, router, …), paid with the native currency sent along. */
export const bananaGun = defineProtocol({
  id: 'banana_gun',
  name: 'Banana Gun',
  source: 'https://etherscan.io/address/0x3328f7f4a1d1c57c35df56bbf0c9dcafca309c49',
  contracts: [
    {
      name: 'Router',
      addresses: { ethereum: ['0x3328f7f4a1d1c57c35df56bbf0c9dcafca309c49'] },
      functions: defineFunctions({ '0x0162e2d0': swapAt({ path: 1, tokenIn: 'native' }) }),
    },
  ],
})

/** GMGN's router, which has several deployments. */
export const gmgn = defineProtocol({
  id: 'gmgn',
  name: 'GMGN',
  source: 'https://bscscan.com/address/0x1de460f363af910f51726def188f9004276bf4bc',
  contracts: [],
  atAnyAddress: defineFunctions({
    // Through one pool of V3: (router, factory, tokenIn, tokenOut, fee, recipient, deadline, amountIn, least, limit).
    '0x1861a3d8': swapAt({ tokenIn: 2, tokenOut: 3, recipient: 5, amountIn: 7, amountOut: 8 }),
    'swapV2ExactIn(address,address,uint256,uint256,address)': swapAt({
      tokenIn: 0,
      tokenOut: 1,
      amountIn: 2,
      amountOut: 3,
    }),
    'buyMemeToken(address,address,address,uint256,uint256)': swapAt({
      tokenIn: 'native',
      tokenOut: 1,
      recipient: 2,
      amountIn: 3,
      amountOut: 4,
    }),
  }),
})

export const rainbow = defineProtocol({
  id: 'rainbow',
  name: 'Rainbow',
  source: 'https://github.com/rainbow-me/swap-aggregator-smart-contracts',
  contracts: [
    {
      name: 'RainbowRouter',
      addresses: deployedOn(
        ['ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'bsc', 'avalanche'],
        '0x00000000009726632680fb29d3f7a9734e3010e2',
      ),
      functions: defineFunctions({
        'fillQuoteEthToToken(address,address,bytes,uint256)': swapAt({ tokenIn: 'native', tokenOut: 0 }),
        'fillQuoteTokenToEth(address,address,bytes,uint256,uint256)': swapAt({
          tokenIn: 0,
          tokenOut: 'native',
          amountIn: 3,
        }),
        'fillQuoteTokenToToken(address,address,address,bytes,uint256,uint256)': swapAt({
          tokenIn: 0,
          tokenOut: 1,
          amountIn: 4,
        }),
      }),
    },
  ],
})

/**
 * Reads a token as (kind, data). For the native currency, data is the amount. For an ERC-20, it is the address and
 * the amount.
 */
function ensoToken(call: Call, token: Args): { readonly token: Address | null; readonly amount: bigint | null } {
  const kind = token.number(0)
  const data = token.inside(token.bytes(1))
  if (kind === 0) return { token: '0x0000000000000000000000000000000000000000', amount: data.uint(0) }
  return kind === 1 ? { token: data.address(0), amount: data.uint(1) } : { token: null, amount: call.value || null }
}

export const enso = defineProtocol({
  id: 'enso',
  name: 'Enso',
  source: 'https://docs.enso.build/pages/build/reference/deployments',
  contracts: [],
  atAnyAddress: defineFunctions({
    'safeRouteSingle((uint8,bytes),(uint8,bytes),address,bytes)': (call) => {
      const [given, wanted] = [ensoToken(call, call.tuple(0)), ensoToken(call, call.tuple(1))]
      call.swap({
        tokenIn: given.token,
        tokenOut: wanted.token,
        amountIn: given.amount,
        amountOut: wanted.amount,
        recipient: call.address(2),
      })
    },
  }),
})

/** Set Protocol. A manager trades the tokens of a set. */
export const setProtocol = defineProtocol({
  id: 'set_protocol',
  name: 'Set Protocol',
  source: 'https://docs.tokensets.com/developers/contracts/deployed/protocol',
  contracts: [],
  atAnyAddress: defineFunctions({
    'trade(address,string,address,uint256,address,uint256,bytes)': swapAt({
      tokenIn: 2,
      amountIn: 3,
      tokenOut: 4,
      amountOut: 5,
    }),
  }),
})
