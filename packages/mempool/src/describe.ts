import type { Protocol } from '@outrigger/calldata'
import { type ChainName, chains } from '@outrigger/core'
import type { Classification } from './classify/classification.ts'
import { type Classifier, createClassifier } from './classify/classifier.ts'
import { computeMovedValue, type NativeWorth } from './classify/movedValue.ts'
import { computePriorityScore } from './classify/priorityScore.ts'
import { isUnresolved, maxLookedUp } from './classify/swapTokens.ts'
import type { FeeMarket } from './lifecycle/feeMarket.ts'
import type { AmmPools } from './tokens/ammPools.ts'
import type { TokenRegistry } from './tokens/tokenRegistry.ts'
import type { Transaction } from './transaction/transaction.ts'
import type { MempoolTransaction } from './watcherTypes.ts'

export type DescribeOptions = {
  readonly chain: ChainName
  readonly protocols?: readonly Protocol[] | undefined
  readonly tokens: TokenRegistry
  readonly ammPools: AmmPools
  readonly toMarket: () => FeeMarket
  readonly toNativeWorth?: NativeWorth | undefined
}

export type Describe = (
  transaction: Transaction,
  seen: Pick<MempoolTransaction, 'provider' | 'firstSeenMs'>,
) => MempoolTransaction

/** Creates a function that describes a pending transaction: its classification, symbols, value and current priority. */
export function createDescribe(options: DescribeOptions): Describe {
  const { chain, protocols, tokens, ammPools, toMarket, toNativeWorth } = options
  const classifier = createClassifier({ chain, protocols, ammPools })
  const native = chains[chain].wrappedNative
  const live = toLiveProperties(options, classifier)
  return (transaction, seen) => {
    const classification = classifier.classify(transaction)
    const path = classification.swap?.path ?? []
    // The answer is too late for this transaction, but in time for the next one through these pools.
    const pools = classification.actions.filter(isUnresolved).flatMap((action) => action.pools)
    if (pools.length > 0) void ammPools.load(pools.slice(0, maxLookedUp))
    const unknown = path.filter((token) => tokens.peek(token) === null)
    if (unknown.length > 0) void tokens.load(unknown.slice(0, maxLookedUp))
    const movedValue = computeMovedValue(transaction, classification, native, toNativeWorth)
    const { type } = classification
    const priorityScore = computePriorityScore({ ...transaction, ...toMarket(), stake: movedValue.wei, type })
    const { provider, firstSeenMs } = seen
    const fixed = { chain, transaction, priorityScore, movedValue, provider, firstSeenMs, mev: null }
    return new Described(fixed, live, classification) as Entry
  }
}

type Fixed = Omit<MempoolTransaction, 'classification' | 'symbols'>

/**
 * A described transaction. It is a class to save memory: V8 stores properties that are added to an object literal in a
 * second object. An entry takes 83 bytes in addition to its values, instead of 680.
 */
class Described {
  #classification: Classification | null

  constructor(fixed: Fixed, live: PropertyDescriptorMap, classification: Classification) {
    Object.assign(this, fixed)
    Object.defineProperties(this, live)
    this.#classification = classification
  }

  static classify(entry: Entry, classify: Classifier['classify']): Classification {
    entry.#classification ??= classify(entry.transaction)
    return entry.#classification
  }

  static forget(entry: object): void {
    if (#classification in entry) entry.#classification = null
  }
}

type Entry = Described & MempoolTransaction

/**
 * Drops the classification of a transaction that has ended, which is half of the entry's objects. Tens of thousands of such
 * entries are stored for requests and reorganizations. The next read of the classification computes it again.
 */
export const forgetClassification: (entry: MempoolTransaction) => void = Described.forget

/**
 * Returns the properties that are looked up on each read: a classification may have been dropped, and a symbol may be loaded
 * later. All entries share these getters: creating them for each entry took longer than the classification.
 */
function toLiveProperties(
  { tokens }: DescribeOptions,
  { classify }: Classifier,
): PropertyDescriptorMap & ThisType<Entry> {
  const visible = { enumerable: true, configurable: true }
  return {
    classification: {
      ...visible,
      get() {
        return Described.classify(this, classify)
      },
    },
    symbols: {
      ...visible,
      get() {
        return (this.classification.swap?.path ?? []).map((token) => tokens.peek(token)?.symbol ?? token)
      },
    },
  }
}
