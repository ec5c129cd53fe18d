import type { LendingProtocol } from '../lending/protocol.ts'
import { aaveV2Lending } from './aaveV2/lending.ts'
import { aaveV3Lending } from './aaveV3/lending.ts'
import { compoundV2Lending } from './compoundV2/lending.ts'
import { compoundV3Lending } from './compoundV3/lending.ts'
import { morphoLending } from './morpho/lending.ts'
import { sparkLending } from './spark/lending.ts'

/**
 * Lending protocols whose positions are read. Those before others are believed first about what a token is worth in
 * dollars.
 */
export const lendingProtocols: readonly LendingProtocol[] = [
  aaveV3Lending,
  sparkLending,
  compoundV2Lending,
  compoundV3Lending,
  aaveV2Lending,
  morphoLending,
]
