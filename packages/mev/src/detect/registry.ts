import { arbitrage, backrun } from './arbitrage/arbitrage.ts'
import type { Detector } from './context.ts'
import { frontrun } from './frontrun/frontrun.ts'
import { liquidation } from './liquidation/liquidation.ts'
import { sandwich } from './sandwich/sandwich.ts'

/** All detectors. To add a kind of MEV, create a folder here and list its detector. */
export const detectors: readonly Detector[] = [arbitrage, backrun, sandwich, liquidation, frontrun]
