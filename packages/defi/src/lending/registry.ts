import { aaveV2Lending } from './aave/aaveV2.ts'
import { aaveV3Lending } from './aave/aaveV3.ts'
import { sparkLending } from './aave/spark.ts'
import { compoundV2Lending } from './compoundV2/compoundV2.ts'
import { compoundV3Lending } from './compoundV3/compoundV3.ts'
import { morphoLending } from './morpho/morpho.ts'
import type { LendingProtocol } from './protocol.ts'

/** The supported lending protocols. If several have a dollar price of a token, the first one in this list is used. */
export const lendingProtocols: readonly LendingProtocol[] = [
  aaveV3Lending,
  sparkLending,
  compoundV2Lending,
  compoundV3Lending,
  aaveV2Lending,
  morphoLending,
]
