import { aaveLending } from './aaveLending.ts'
import { cancellation } from './cancellation.ts'
import { deploy } from './deploy.ts'
import { ethTransfer } from './ethTransfer.ts'
import { nftMint } from './nftMint.ts'
import { nftTransfer } from './nftTransfer.ts'
import { priceMove } from './priceMove.ts'
import { replacement } from './replacement.ts'
import { revert } from './revert.ts'
import { sushiSwap } from './sushiSwap.ts'
import { tokenTransfer } from './tokenTransfer.ts'
import { uniswapV2Swap } from './uniswapV2Swap.ts'
import { uniswapV3Swap } from './uniswapV3Swap.ts'
import { universalRouterSwap } from './universalRouterSwap.ts'

/** All kinds of traffic. Add a file in this folder and a line below to add one. */
export const scenarios = {
  ethTransfer,
  tokenTransfer,
  uniswapV2Swap,
  uniswapV3Swap,
  universalRouterSwap,
  sushiSwap,
  nftMint,
  nftTransfer,
  deploy,
  aaveLending,
  priceMove,
  revert,
  replacement,
  cancellation,
} as const

export type ScenarioKind = keyof typeof scenarios
