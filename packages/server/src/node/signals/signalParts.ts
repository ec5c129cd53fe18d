import type { Clock } from '@outrigger/core'
import type { GasOracle } from '@outrigger/oracle'
import type { PriceOracle } from '@outrigger/oracle/prices'
import type { NodeFigures } from '../../metrics/nodeFigures.ts'
import type { GasHistories } from '../gasHistory.ts'
import type { PriceSettings } from '../priceSettings.ts'
import type { Pools } from '../providers.ts'

export type SignalParts = {
  readonly pools: Pools
  readonly gas: GasOracle
  readonly gasHistories: GasHistories
  readonly prices: PriceOracle
  readonly priceSettings: PriceSettings
  readonly figures: NodeFigures
  readonly clock: Clock
}
