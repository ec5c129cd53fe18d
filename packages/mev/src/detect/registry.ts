import { arbitrage } from './arbitrage/arbitrage.ts'
import { backrun } from './backrun/backrun.ts'
import type { Detector } from './context.ts'
import { frontrun } from './frontrun/frontrun.ts'
import { liquidation } from './liquidation/liquidation.ts'
import { sandwich } from './sandwich/sandwich.ts'

/** Those that look for cycles of pools: `minProfit` bounds how much they do. */
export const searchingDetectors: readonly Detector[] = [arbitrage, backrun]

export const directDetectors: readonly Detector[] = [sandwich, liquidation, frontrun]

/** All kinds of MEV that are looked for. A new one is a folder here and a line. */
export const detectors: readonly Detector[] = [...searchingDetectors, ...directDetectors]
