import type { Tool } from './tool.ts'
import { createAlert } from './tools/createAlert.ts'
import { decodeTransaction } from './tools/decodeTransaction.ts'
import { explainTransaction } from './tools/explainTransaction.ts'
import { getChainData } from './tools/getChainData.ts'
import { getFees } from './tools/getFees.ts'
import { getLogs } from './tools/getLogs.ts'
import { getPositionHealth } from './tools/getPositionHealth.ts'
import { getPrice } from './tools/getPrice.ts'
import { getProviderStatus } from './tools/getProviderStatus.ts'
import { getSandwichExposure } from './tools/getSandwichExposure.ts'
import { listAlerts } from './tools/listAlerts.ts'
import { listLiquidations } from './tools/listLiquidations.ts'
import { quoteSwap } from './tools/quoteSwap.ts'
import { search } from './tools/search.ts'
import { simulateTransaction } from './tools/simulateTransaction.ts'

/** All tools, in the order of the list. Models choose worse among many tools, so there are at most 15. */
export const tools: readonly Tool[] = [
  getFees,
  getPrice,
  decodeTransaction,
  explainTransaction,
  getSandwichExposure,
  getPositionHealth,
  listLiquidations,
  quoteSwap,
  simulateTransaction,
  getChainData,
  getLogs,
  search,
  listAlerts,
  createAlert,
  getProviderStatus,
]
