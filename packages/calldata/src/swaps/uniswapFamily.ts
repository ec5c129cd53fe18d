import { multicallFunctions } from '../accounts/selfMulticall.ts'
import { defineProtocol, type Protocol } from '../decoder/protocol.ts'
import { permit2 } from '../tokens/permit2/permit2.ts'
import { algebra, algebraForks } from './algebra/algebra.ts'
import { camelot } from './camelot/camelot.ts'
import { liquidityBook } from './liquidityBook/liquidityBook.ts'
import { pancakeswapInfinity } from './pancakeswap/infinity.ts'
import { pancakeswapRouter, pancakeswapV2, pancakeswapV3 } from './pancakeswap/pancakeswap.ts'
import { solidlyFork, solidlyForks } from './solidly/solidly.ts'
import { sushiswap, sushiswapV3 } from './sushiswap/sushiswap.ts'
import { uniswapV2Fork, v2Forks } from './uniswapV2/forks.ts'
import { uniswapV2 } from './uniswapV2/uniswapV2.ts'
import { uniswapV3, uniswapV3Fork } from './uniswapV3/uniswapV3.ts'
import { uniswapV4 } from './uniswapV4/uniswapV4.ts'
import { uniswapX } from './uniswapX/uniswapX.ts'
import { universalRouter } from './universalRouter/universalRouter.ts'

const multicall = defineProtocol({
  id: 'multicall',
  name: 'Multicall',
  source: 'https://docs.uniswap.org/contracts/v3/reference/periphery/base/Multicall',
  contracts: [],
  atAnyAddress: multicallFunctions,
})

/** Uniswap and the DEXs that have its functions. */
export const uniswapFamily: readonly Protocol[] = [
  uniswapV2,
  uniswapV3,
  universalRouter,
  uniswapV4,
  uniswapX,
  permit2,
  sushiswap,
  sushiswapV3,
  pancakeswapV2,
  pancakeswapV3,
  pancakeswapRouter,
  pancakeswapInfinity,
  ...v2Forks,
  camelot,
  ...algebraForks,
  liquidityBook,
  ...solidlyForks,
  multicall,
  uniswapV2Fork,
  uniswapV3Fork,
  solidlyFork,
  algebra,
]
