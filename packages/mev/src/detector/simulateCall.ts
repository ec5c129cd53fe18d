import type { MempoolTransaction } from '@outrigger/mempool'
import type { Address, PublicClient } from 'viem'
import type { CopiedCall } from '../detect/frontrun/copiedCall.ts'
import { getCopiedCall } from '../simulate/getCopiedCall.ts'
import { type EmittedLogs, getEmittedLogs } from '../simulate/getEmittedLogs.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import { toNativeValue } from '../view/valuation.ts'
import type { DetectorState } from './state.ts'

type State = Pick<DetectorState, 'pools' | 'terms' | 'copies'>

/** Simulates a pending transaction on the latest block. Returns undefined before the first block. See `getEmittedLogs`. */
export async function simulateLogs(
  client: PublicClient,
  { pools, terms }: State,
  { transaction, budget }: Pick<MempoolTransaction, 'transaction'> & { readonly budget: SimulationBudget },
): Promise<EmittedLogs | null | undefined> {
  if (pools.block === null) return undefined
  return getEmittedLogs(client, {
    transaction,
    blockNumber: pools.block.number,
    gasPrice: terms.cost.gasPrice,
    budget,
  })
}

type Copying = {
  readonly call: MempoolTransaction
  readonly payingTokens: readonly Address[]
  readonly budget: SimulationBudget
}

/** Simulates a call with another sender. Returns null without a request if its function is being skipped. */
export async function copyCall(
  client: PublicClient,
  { pools, terms, copies }: State,
  { call, payingTokens, budget }: Copying,
): Promise<CopiedCall | null> {
  if (pools.block === null || copies.isResting(call, pools.block.number)) return null
  return getCopiedCall(client, {
    transaction: call.transaction,
    tokens: payingTokens,
    blockNumber: pools.block.number,
    budget,
    toNativeValue: (token, amount) => toNativeValue(pools, terms.native, token, amount, terms.taxes),
  })
}
