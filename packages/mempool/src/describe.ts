import { type ChainName, chains } from '@outrigger/core'
import { createClassifier } from './classify/classifier.ts'
import { computeMovedValue, type NativeWorth } from './classify/movedValue.ts'
import { computePriorityScore } from './classify/priorityScore.ts'
import { isUnresolved, maxLookedUp } from './classify/swapTokens.ts'
import type { FeeMarket } from './feeds/feeMarket.ts'
import type { AmmPools } from './tokens/ammPools.ts'
import type { TokenRegistry } from './tokens/tokenRegistry.ts'
import type { Transaction } from './transaction/transaction.ts'
import type { MempoolTransaction, ToMev } from './watcherTypes.ts'

export type DescribeOptions = {
  readonly chain: ChainName
  readonly tokens: TokenRegistry
  readonly ammPools: AmmPools
  readonly toMarket: () => FeeMarket
  readonly toNativeWorth?: NativeWorth | undefined
  readonly toMev?: ToMev | undefined
}

export type Describe = (
  transaction: Transaction,
  seen: Pick<MempoolTransaction, 'provider' | 'firstSeenMs'>,
) => MempoolTransaction

/** Describes pending transactions: classification, symbols, value and priority at this moment. */
export function createDescribe(options: DescribeOptions): Describe {
  const { chain, tokens, ammPools, toMarket, toNativeWorth, toMev } = options
  const classifier = createClassifier({ chain, ammPools })
  const native = chains[chain].wrappedNative
  return (transaction, seen) => {
    const classification = classifier.classify(transaction)
    const path = classification.swap?.path ?? []
    // The answer is too late for this transaction, but in time for the next one through these pools.
    const pools = classification.actions.filter(isUnresolved).flatMap((action) => action.pools)
    if (pools.length > 0) void ammPools.load(pools.slice(0, maxLookedUp))
    const unknown = path.filter((token) => tokens.peek(token) === null)
    if (unknown.length > 0) void tokens.load(unknown.slice(0, maxLookedUp))
    const movedValue = computeMovedValue(transaction, classification, native, toNativeWorth)
    return {
      chain,
      transaction,
      classification,
      // A getter, because a symbol may be loaded later.
      get symbols() {
        return path.map((token) => tokens.peek(token)?.symbol ?? token)
      },
      priorityScore: computePriorityScore({
        ...transaction,
        ...toMarket(),
        stake: movedValue.wei,
        type: classification.type,
      }),
      movedValue,
      ...seen,
      // A getter, because an opportunity comes and goes with every block.
      get mev() {
        return toMev?.(this) ?? null
      },
    }
  }
}
