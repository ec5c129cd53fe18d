import { morphoContracts } from '@outrigger/calldata'
import { encodeFunctionData } from 'viem'
import { defineLending } from '../protocol.ts'
import { accrue } from './accrue.ts'
import { computeHealth, computeScreen } from './computeHealth.ts'
import { chooseOffer, computeLiquidation, computeTerms } from './computeLiquidation.ts'
import { computeLiquidationGas } from './liquidationGas.ts'
import { accountLogs, borrowLogs, toAccountChange } from './logs.ts'
import type { MorphoMarket } from './market.ts'
import { toAssetsUp } from './math.ts'
import { morphoAbi } from './morphoAbi.ts'
import { toPosition } from './position.ts'
import { getAccounts, getMarkets } from './read.ts'
import { sums } from './sums.ts'

/** Morpho (Blue), which has isolated markets in one contract. Liquidations have no close factor. */
export const morphoLending = defineLending<MorphoMarket>({
  id: 'morpho',
  name: 'Morpho',
  source: 'https://github.com/morpho-org/morpho-blue',
  deployments: Object.fromEntries(Object.entries(morphoContracts).map(([chain, { morpho }]) => [chain, [morpho]])),
  getMarkets,
  getAccounts,
  borrowLogs,
  accountLogs,
  toAccountChange,
  sums,
  toVault: ({ morpho }) => morpho,
  accrue,
  toDebt: ({ borrow }, { borrowed }) => toAssetsUp(borrowed, borrow),
  computeHealth,
  computeTerms,
  computeLiquidation,
  toLiquidationCalls(market, account, _, { repay }) {
    const offer = { seizedAssets: 0n, repaidShares: 0n, ...chooseOffer(market, toPosition(account), repay) }
    const { address } = account
    const args = [market.params, address, offer.seizedAssets, offer.repaidShares, '0x'] as const
    return [{ to: market.morpho, data: encodeFunctionData({ abi: morphoAbi, functionName: 'liquidate', args }) }]
  },
  computeLiquidationGas,
  computeScreen,
})
