import type { ChainName } from '@outrigger/core'
import { wrappedNative } from '@outrigger/defi'
import { type Classifier, createClassifier } from './classify/classifier.ts'
import { computePriorityScore } from './classify/priorityScore.ts'
import { computeStake } from './classify/stake.ts'
import type { Market } from './feeds/market.ts'
import type { TokenRegistry } from './tokens/tokenRegistry.ts'
import type { Transaction } from './transaction/transaction.ts'
import type { MempoolTransaction } from './watcherTypes.ts'

export type DescribeOptions = {
  readonly chain: ChainName
  readonly tokens: TokenRegistry
  readonly toMarket: () => Market
  readonly classifier?: Classifier
}

export type Describe = (
  transaction: Transaction,
  seen: Pick<MempoolTransaction, 'provider' | 'firstSeenMs'>,
) => MempoolTransaction

/** What a pending transaction means, for its chain and at this moment. */
export function createDescribe(options: DescribeOptions): Describe {
  const { chain, tokens, toMarket, classifier = createClassifier({ chain }) } = options
  const native = wrappedNative[chain]
  return (transaction, seen) => {
    const classification = classifier.classify(transaction)
    const path = classification.swap?.path ?? []
    if (path.some((token) => tokens.peek(token) === null)) void tokens.learn(path)
    return {
      chain,
      transaction,
      classification,
      // Read when asked for: the chain may have told the symbol by then.
      get symbols() {
        return path.map((token) => tokens.peek(token)?.symbol ?? token)
      },
      priorityScore: computePriorityScore({
        ...transaction,
        ...toMarket(),
        stake: computeStake(transaction, classification, native),
        type: classification.type,
      }),
      ...seen,
      mev: null,
    }
  }
}
