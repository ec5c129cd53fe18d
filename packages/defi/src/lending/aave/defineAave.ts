import type { LendingProtocol } from '../protocol.ts'
import type { AaveMarket } from './aaveMarket.ts'
import { toAccountChange, toAccountLogs, toBorrowLogs } from './accountLogs.ts'
import { computeLiquidationGas } from './liquidationGas.ts'
import { accrueMarket } from './math/accrual.ts'
import { toEntryDebt } from './math/balances.ts'
import { computeHealth } from './math/health.ts'
import { computeLiquidation, computeTerms, findObstacle } from './math/liquidation.ts'
import { computeScreen } from './math/screen.ts'
import { readAccounts } from './readAccounts.ts'
import type { AaveFamily } from './readFrame.ts'
import { readMarket } from './readMarket.ts'
import { sums } from './sums.ts'
import { toLiquidationCalls } from './toLiquidationCalls.ts'

type Aave = AaveFamily & Pick<LendingProtocol, 'id' | 'name' | 'source' | 'deployments'>

/** Returns the lending protocol of Aave v2 or v3, or of a fork. */
export function toAaveLending({ pool, toRules, ...about }: Aave): LendingProtocol<AaveMarket> {
  return {
    ...about,
    async getMarkets(reader, chain, deployment, known) {
      const before = known?.find(({ id }) => id === deployment.address)
      return [await readMarket(reader, { protocol: about.id, family: { pool, toRules }, chain, deployment, before })]
    },
    getAccounts: readAccounts,
    borrowLogs: toBorrowLogs,
    accountLogs: toAccountLogs,
    toAccountChange,
    sums,
    accrue: accrueMarket,
    toDebt(market, entry) {
      const reserve = market.reserves[entry.reserve]
      return reserve === undefined ? 0n : toEntryDebt(market, reserve, entry)
    },
    computeHealth,
    computeTerms,
    findObstacle,
    computeLiquidation,
    toLiquidationCalls,
    computeLiquidationGas,
    computeScreen,
  }
}
