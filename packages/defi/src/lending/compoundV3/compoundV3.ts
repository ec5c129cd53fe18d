import { comets } from '@outrigger/calldata'
import { toDeployments } from '@outrigger/calldata/internal'
import { encodeFunctionData } from 'viem'
import { defineLending } from '../protocol.ts'
import { accrue } from './accrue.ts'
import { computeHealth, computeScreen, toDebt } from './computeHealth.ts'
import { computeLiquidation, computeTerms } from './computeLiquidation.ts'
import { cometAbi } from './lendingAbi.ts'
import { accountLogs, borrowLogs, toAccountChange } from './lendingLogs.ts'
import { computeLiquidationGas } from './liquidationGas.ts'
import { type CometMarket, reserveOf } from './market.ts'
import { getAccounts } from './readAccounts.ts'
import { getMarkets } from './readMarket.ts'
import { sums } from './sums.ts'
import { unlogged } from './unlogged.ts'

/**
 * Compound III. Each Comet lends one base token. A liquidation consists of two calls: an absorption, which earns
 * nothing, and a purchase of the absorbed collateral.
 */
export const compoundV3Lending = defineLending<CometMarket>({
  id: 'compound_v3',
  name: 'Compound III',
  source: 'https://github.com/compound-finance/comet',
  deployments: toDeployments(comets),
  getMarkets,
  getAccounts,
  borrowLogs,
  accountLogs,
  toAccountChange,
  sums,
  unlogged,
  accrue,
  toDebt,
  computeHealth,
  computeTerms,
  findObstacle: ({ isAbsorbPaused }) => (isAbsorbPaused ? 'absorbing is paused' : null),
  computeLiquidation,
  /** The purchase reverts if it would return less than announced because of a price change. */
  toLiquidationCalls(market, { address }, { collateral }, { repay, received }, liquidator) {
    const to = market.id as `0x${string}`
    const { token } = reserveOf(market, collateral)
    const absorb = encodeFunctionData({ abi: cometAbi, functionName: 'absorb', args: [liquidator, [address]] })
    const args = [token, received, repay, liquidator] as const
    return [
      { to, data: absorb },
      { to, data: encodeFunctionData({ abi: cometAbi, functionName: 'buyCollateral', args }) },
    ]
  },
  computeLiquidationGas,
  computeScreen,
})
