import { type Hex, keccak256, stringToBytes } from 'viem'
import type { MinedLog } from '../minedBlock.ts'
import { balancer } from './balancer.ts'
import { bancor } from './bancor.ts'
import { curve } from './curve.ts'
import { dodo } from './dodo.ts'
import { fluid } from './fluid.ts'
import { makerPsm } from './makerPsm.ts'
import { maverick } from './maverick.ts'
import { otherPools } from './otherPools.ts'
import type { PoolEvent, PoolEventDefinition } from './poolEvent.ts'
import { uniswapV1 } from './uniswapV1.ts'
import { uniswapV2 } from './uniswapV2.ts'
import { uniswapV3 } from './uniswapV3.ts'
import { uniswapV4 } from './uniswapV4.ts'

/** All supported pool events. To add a DEX, create a file in this folder and list its events here. */
export const poolEventDefinitions: readonly PoolEventDefinition[] = [
  ...uniswapV2,
  ...uniswapV3,
  ...uniswapV4,
  ...balancer,
  ...curve,
  ...bancor,
  ...dodo,
  ...maverick,
  ...fluid,
  ...makerPsm,
  ...uniswapV1,
  ...otherPools,
]

const byTopic: ReadonlyMap<Hex, PoolEventDefinition> = new Map(
  poolEventDefinitions.map((definition) => [keccak256(stringToBytes(definition.signature)), definition]),
)

/** Decodes a pool event. Returns null for other logs. */
export function decodePoolLog(log: MinedLog): PoolEvent | null {
  const [topic] = log.topics
  return topic === undefined ? null : (byTopic.get(topic)?.decode(log) ?? null)
}
