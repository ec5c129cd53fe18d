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

/** Protocols that move value to another chain: native bridges, message and liquidity bridges, and bridge aggregators. */
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
