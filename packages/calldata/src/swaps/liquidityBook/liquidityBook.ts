import type { Call } from '../../decoder/call.ts'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { type Decode, defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { avaxRouter } from '../uniswapV2/forks.ts'
import { swap } from '../uniswapV2/router.ts'

/** Decodes version 2.1, which has bin steps, versions and tokens in one struct. */
function inStruct(exact: 'in' | 'out', given: 'native' | 'token', wanted: 'native' | 'token'): Decode {
  return (call) => swap(call, exact, given, wanted, (at, index) => at.tuple(index).addresses(2))
}

/** Decodes version 2.0, which has bin steps and tokens in two words. */
function inWords(exact: 'in' | 'out', given: 'native' | 'token', wanted: 'native' | 'token'): Decode {
  return (call) => swap(call, exact, given, wanted, (at, index) => at.addresses(index + 1), 2)
}

/** Decodes a struct `(tokenX, tokenY, binStep, amountX, amountY, …)`. */
function addLiquidity(call: Call): void {
  const parameters = call.tuple(0)
  call.emit({
    kind: 'liquidity',
    event: 'add',
    tokens: [parameters.address(0), parameters.address(1)],
    amounts: [parameters.uint(3), parameters.uint(4)],
  })
}

/** Decodes `(token, [other token], binStep, minimum amounts …)`. */
function removeLiquidity(tokens: 1 | 2): Decode {
  return (call) =>
    call.emit({
      kind: 'liquidity',
      event: 'remove',
      tokens: [call.address(0), tokens === 2 ? call.address(1) : call.wrappedNative],
      amounts: [call.uint(tokens + 1), call.uint(tokens + 2)],
    })
}

const position =
  '(address,address,uint256,uint256,uint256,uint256,uint256,uint256,uint256,int256[],uint256[],uint256[],address,address,uint256)'
const path = '(uint256[],uint8[],address[])'
const steps = 'uint256[],address[]'
const fees = 'SupportingFeeOnTransferTokens'

const routerFunctions = defineFunctions({
  [`swapExactTokensForTokens(uint256,uint256,${path},address,uint256)`]: inStruct('in', 'token', 'token'),
  [`swapExactTokensForNATIVE(uint256,uint256,${path},address,uint256)`]: inStruct('in', 'token', 'native'),
  [`swapExactNATIVEForTokens(uint256,${path},address,uint256)`]: inStruct('in', 'native', 'token'),
  [`swapTokensForExactTokens(uint256,uint256,${path},address,uint256)`]: inStruct('out', 'token', 'token'),
  [`swapTokensForExactNATIVE(uint256,uint256,${path},address,uint256)`]: inStruct('out', 'token', 'native'),
  [`swapNATIVEForExactTokens(uint256,${path},address,uint256)`]: inStruct('out', 'native', 'token'),
  [`swapExactTokensForTokens${fees}(uint256,uint256,${path},address,uint256)`]: inStruct('in', 'token', 'token'),
  [`swapExactTokensForNATIVE${fees}(uint256,uint256,${path},address,uint256)`]: inStruct('in', 'token', 'native'),
  [`swapExactNATIVEForTokens${fees}(uint256,${path},address,uint256)`]: inStruct('in', 'native', 'token'),
  [`swapExactTokensForTokens(uint256,uint256,${steps},address,uint256)`]: inWords('in', 'token', 'token'),
  [`swapExactTokensForAVAX(uint256,uint256,${steps},address,uint256)`]: inWords('in', 'token', 'native'),
  [`swapExactAVAXForTokens(uint256,${steps},address,uint256)`]: inWords('in', 'native', 'token'),
  [`swapTokensForExactTokens(uint256,uint256,${steps},address,uint256)`]: inWords('out', 'token', 'token'),
  [`swapTokensForExactAVAX(uint256,uint256,${steps},address,uint256)`]: inWords('out', 'token', 'native'),
  [`swapAVAXForExactTokens(uint256,${steps},address,uint256)`]: inWords('out', 'native', 'token'),
  [`swapExactTokensForTokens${fees}(uint256,uint256,${steps},address,uint256)`]: inWords('in', 'token', 'token'),
  [`swapExactTokensForAVAX${fees}(uint256,uint256,${steps},address,uint256)`]: inWords('in', 'token', 'native'),
  [`swapExactAVAXForTokens${fees}(uint256,${steps},address,uint256)`]: inWords('in', 'native', 'token'),
  [`addLiquidity(${position})`]: addLiquidity,
  [`addLiquidityNATIVE(${position})`]: addLiquidity,
  [`addLiquidity(${position.replace('address,address,uint256)', 'address,uint256)')})`]: addLiquidity,
  [`addLiquidityAVAX(${position.replace('address,address,uint256)', 'address,uint256)')})`]: addLiquidity,
  'removeLiquidity(address,address,uint16,uint256,uint256,uint256[],uint256[],address,uint256)': removeLiquidity(2),
  'removeLiquidityNATIVE(address,uint16,uint256,uint256,uint256[],uint256[],address,uint256)': removeLiquidity(1),
  'removeLiquidityAVAX(address,uint16,uint256,uint256,uint256[],uint256[],address,uint256)': removeLiquidity(1),
})

const all = ['avalanche', 'arbitrum', 'bsc'] as const

export const liquidityBook = defineProtocol({
  id: 'traderjoe',
  name: 'Trader Joe',
  source: 'https://developers.lfj.gg/deployment-addresses',
  contracts: [
    {
      name: 'JoeRouter02',
      addresses: {
        avalanche: ['0x60ae616a2155ee3d9a68541ba4544862310933d4'],
        arbitrum: ['0xbee5c10cf6e4f68f831e11c1d9e59b43560b3642'],
      },
      functions: avaxRouter,
    },
    {
      name: 'LBRouter',
      addresses: {
        ...deployedOn(all, '0xb4315e873dbcf96ffd0acd8ea43f689d8c20fb30', '0x18556da13313f3532c54711497a8fedac273220e'),
        ethereum: ['0x9a93a421b74f1c5755b83dd2c211614dc419c44b'],
      },
      functions: routerFunctions,
    },
    {
      name: 'LBRouter 2.0',
      addresses: {
        avalanche: ['0xe3ffc583dc176575eea7fd9df2a7c65f7e23f4c3'],
        arbitrum: ['0x7bfd7192e76d950832c77bb412aae841049d8d9b'],
      },
      functions: routerFunctions,
    },
  ],
  atAnyAddress: routerFunctions,
})
