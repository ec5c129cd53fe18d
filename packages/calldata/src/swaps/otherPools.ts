import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt, swapPacked } from './swapFunctions.ts'

/** AMMs of other shapes than Uniswap's, each with functions of its own. */
const given = { tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3 }

export const maverick = defineProtocol({
  id: 'maverick',
  name: 'Maverick',
  source: 'https://docs.mav.xyz/technical-reference/contract-addresses',
  contracts: [],
  atAnyAddress: defineFunctions({
    'exactInputSingle((address,address,address,address,uint256,uint256,uint256,uint256))': swapAt({
      tokenIn: 0,
      tokenOut: 1,
      recipient: 3,
      ifZero: 'self',
      amountIn: 5,
      amountOut: 6,
    }),
    // Version 2: (recipient, pool, whether token A goes in, amount, least).
    'exactInputSingle(address,address,bool,uint256,uint256)': (call) =>
      call.swap({
        amountIn: call.uint(3),
        amountOut: call.uint(4),
        pools: [call.address(1)],
        isReversed: !call.bool(2),
        recipient: call.address(0),
      }),
  }),
})

/** Wombat and Platypus share their router and pools. */
const routed = 'address[],address[],uint256,uint256,address,uint256'
const routedSwap = { path: 0, amountIn: 2, amountOut: 3, recipient: 4 }

export const wombat = defineProtocol({
  id: 'wombat',
  name: 'Wombat and Platypus',
  source: 'https://docs.wombat.exchange/docs/contracts-overview',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(swapAt(routedSwap), `swapExactTokensForTokens(${routed})`, `swapTokensForTokens(${routed})`),
    ...each(
      swapAt({ ...routedSwap, tokenOut: 'native' }),
      `swapExactTokensForNative(${routed})`,
      `swapTokensForAvax(${routed})`,
    ),
    'swapExactNativeForTokens(address[],address[],uint256,address,uint256)': swapAt({
      path: 0,
      tokenIn: 'native',
      amountOut: 2,
      recipient: 3,
    }),
    'swap(address,address,uint256,uint256,address,uint256)': swapAt({ ...given, recipient: 4 }),
  }),
})

export const woofi = defineProtocol({
  id: 'woofi',
  name: 'WOOFi',
  source: 'https://learn.woo.org/v/woofi-dev-docs/resources/deployments',
  contracts: [],
  atAnyAddress: defineFunctions({
    'swap(address,address,uint256,uint256,address,address)': swapAt({ ...given, recipient: 4 }),
    'externalSwap(address,address,address,address,uint256,uint256,address,bytes)': swapAt({
      tokenIn: 2,
      tokenOut: 3,
      amountIn: 4,
      amountOut: 5,
      recipient: 6,
    }),
  }),
})

/** iZUMi: (path, recipient, amount, limit, deadline). */
export const izumi = defineProtocol({
  id: 'izumi',
  name: 'iZiSwap',
  source: 'https://developer.izumi.finance/iZiSwap/deployed_contracts/mainnet',
  contracts: [],
  atAnyAddress: defineFunctions({
    'swapAmount((bytes,address,uint128,uint256,uint256))': swapPacked('in', 2),
    'swapDesire((bytes,address,uint128,uint256,uint256))': swapPacked('out', 2),
  }),
})

const permit = 'bool,uint8,bytes32,bytes32,bytes'
export const fraxswap = defineProtocol({
  id: 'fraxswap',
  name: 'Fraxswap',
  source: 'https://docs.frax.finance/smart-contracts/fraxswap',
  contracts: [],
  atAnyAddress: defineFunctions({
    [`swap((address,uint256,address,uint256,address,uint256,${permit}))`]: swapAt({
      tuple: 0,
      tokenIn: 0,
      amountIn: 1,
      tokenOut: 2,
      amountOut: 3,
      recipient: 4,
    }),
  }),
})

/** Orders that are filled after a delay at a time-weighted price. */
const sell = '(address,address,uint256,uint256,bool,address,uint256,uint32)'
const relay = '(address,address,uint256,uint256,bool,address,uint32)'
export const integral = defineProtocol({
  id: 'integral',
  name: 'Integral',
  source: 'https://docs.integral.link',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(swapAt({ ...given, recipient: 5 }), `sell(${sell})`, `sell(${relay})`),
    ...each(
      swapAt({ exact: 'out', tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3, recipient: 5 }),
      `buy(${sell})`,
      `buy(${relay})`,
    ),
  }),
})

const mentoSwap = { tokenIn: 2, tokenOut: 3 } as const

/**
 * Celo's stable tokens: the broker of version 2, and the exchanges of version 1. Version 1 has one exchange for each
 * token against CELO.
 */
export const mento = defineProtocol({
  id: 'mento',
  name: 'Mento',
  source: 'https://docs.mento.org/mento/build/deployments',
  contracts: [],
  atAnyAddress: defineFunctions({
    'swapIn(address,bytes32,address,address,uint256,uint256)': swapAt({ ...mentoSwap, amountIn: 4, amountOut: 5 }),
    'swapOut(address,bytes32,address,address,uint256,uint256)': swapAt({
      ...mentoSwap,
      exact: 'out',
      amountOut: 4,
      amountIn: 5,
    }),
    ...each(swapAt({ amountIn: 0, amountOut: 1 }), 'sell(uint256,uint256,bool)', 'exchange(uint256,uint256,bool)'),
    'buy(uint256,uint256,bool)': swapAt({ exact: 'out', amountOut: 0, amountIn: 1 }),
  }),
})

/**
 * Decodes Velocore's vault: (tokens, deposits, operations). An operation is (pool, tokens, data), with its kind in
 * the pool's first byte. Kind 0 exchanges tokens with the pool. With more than two tokens it adds or removes
 * liquidity.
 */
function velocoreOperations(call: Call): void {
  const operations = call.list(2)
  let isSwap = false
  for (let i = 0; i < operations.length; i++) {
    const operation = operations.tuple(i)
    if (operation.uint(0) >> 248n === 0n && operation.list(1).length === 2) isSwap = true
  }
  if (isSwap) call.swap({})
  else otherAction(call)
}

export const velocore = defineProtocol({
  id: 'velocore',
  name: 'Velocore',
  source: 'https://docs.velocore.xyz',
  contracts: [],
  atAnyAddress: defineFunctions({ 'execute(bytes32[],int128[],(bytes32,bytes32[],bytes)[])': velocoreOperations }),
})
