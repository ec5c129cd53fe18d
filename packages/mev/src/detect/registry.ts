import { arbitrage } from './arbitrage/arbitrage.ts'
import { backrun } from './backrun/backrun.ts'
import type { Detector } from './context.ts'
import { frontrun } from './frontrun/frontrun.ts'
import { liquidation } from './liquidation/liquidation.ts'
import { sandwich } from './sandwich/sandwich.ts'

/** All kinds of MEV that are looked for. A new one is a folder here and a line. */
export const detectors: readonly Detector[] = [arbitrage, backrun, sandwich, liquidation, frontrun]
