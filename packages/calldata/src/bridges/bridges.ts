import type { Protocol } from '../decoder/protocol.ts'
import { bridgeAggregators } from './aggregators.ts'
import { arbitrumBridge } from './arbitrum.ts'
import { gateways } from './gateways.ts'
import { omnibridge } from './gnosis.ts'
import { liquidity } from './liquidity.ts'
import { messaging } from './messaging.ts'
import { opStack } from './opStack.ts'
import { otherBridges } from './others.ts'
import { polygonBridge, polygonZkEvmBridge } from './polygon.ts'
import { zkRollups } from './zkRollups.ts'

/** What moves value to another chain: the chains' own bridges, messages, pools of liquidity, and who chooses among them. */
export const bridges: readonly Protocol[] = [
  ...opStack,
  arbitrumBridge,
  polygonBridge,
  polygonZkEvmBridge,
  ...zkRollups,
  omnibridge,
  ...messaging,
  ...liquidity,
  ...bridgeAggregators,
  ...gateways,
  ...otherBridges,
]
