import type { Protocol } from '../decoder/protocol.ts'
import { aaveFork } from './aaveFork/aaveFork.ts'
import { aaveV1 } from './aaveV1/aaveV1.ts'
import { aaveV2 } from './aaveV2/aaveV2.ts'
import { aaveV3 } from './aaveV3/aaveV3.ts'
import { abracadabra } from './abracadabra/abracadabra.ts'
import { bzx } from './bzx/bzx.ts'
import { compoundForks, compoundV2Fork } from './compoundForks/compoundForks.ts'
import { compoundV2 } from './compoundV2/compoundV2.ts'
import { compoundV3 } from './compoundV3/compoundV3.ts'
import { dydx } from './dydx/dydx.ts'
import { erc4626 } from './erc4626/erc4626.ts'
import { euler } from './euler/euler.ts'
import { flashLoans } from './flashLoans/flashLoans.ts'
import { fluid } from './fluid/fluid.ts'
import { liquity } from './liquity/liquity.ts'
import { maker } from './maker/maker.ts'
import { morpho } from './morpho/morpho.ts'
import { silo } from './silo/silo.ts'
import { spark } from './spark/spark.ts'

/**
 * Lending and flash loan protocols. Protocols with known addresses come before forks, which are recognized by
 * selector.
 */
export const lenders: readonly Protocol[] = [
  aaveV3,
  aaveV2,
  aaveV1,
  spark,
  morpho,
  compoundV3,
  compoundV2,
  ...compoundForks,
  maker,
  liquity,
  euler,
  fluid,
  silo,
  abracadabra,
  dydx,
  aaveFork,
  compoundV2Fork,
  flashLoans,
  erc4626,
  bzx,
]
