import { comptrollers } from '@outrigger/calldata'
import { toDeployments } from '@outrigger/calldata/internal'
import { defineLending } from '../protocol.ts'
import { accrue } from './accrue.ts'
import { computeHealth, computeScreen, toDebt } from './computeHealth.ts'
import { computeLiquidation, computeTerms } from './computeLiquidation.ts'
import { accountLogs, borrowLogs, toAccountChange } from './lendingLogs.ts'
import { computeLiquidationGas } from './liquidationGas.ts'
import type { CompoundV2Market } from './market.ts'
import { getAccounts } from './readAccounts.ts'
import { getMarkets } from './readMarket.ts'
import { sums } from './sums.ts'
import { toLiquidationCalls } from './toLiquidationCalls.ts'

/** Compound v2. Each Comptroller has one market of cTokens. One call repays up to the close factor of a debt. */
export const compoundV2Lending = defineLending<CompoundV2Market>({
  id: 'compound_v2',
  name: 'Compound V2',
  source: 'https://github.com/compound-finance/compound-protocol',
  deployments: toDeployments(comptrollers),
  getMarkets,
  getAccounts,
  borrowLogs,
  accountLogs,
  toAccountChange,
  sums,
  accrue,
  toDebt,
  computeHealth,
  computeTerms,
  findObstacle: ({ isSeizePaused }) => (isSeizePaused ? 'seizing is paused' : null),
  computeLiquidation,
  toLiquidationCalls,
  computeLiquidationGas,
  computeScreen,
})
