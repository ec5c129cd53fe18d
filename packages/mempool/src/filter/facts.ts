import type { Action } from '@outrigger/calldata'
import type { Classification } from '../classify/classification.ts'
import type { MempoolTransaction } from '../watcherTypes.ts'

/** Facts for filters that are not in the transaction itself. Null if unknown. */
export type FilterContext = {
  /** Returns the moved value in USD. @default unknown */
  readonly toUsd?: ((entry: MempoolTransaction) => number | null) | undefined
  /** @default unknown */
  readonly toNonceState?: (entry: MempoolTransaction) => 'executable' | 'queued' | null
}

/**
 * The values of one transaction that filters compare, computed on demand and once for all filters. This is a class because
 * an object literal with getters takes some microseconds for every transaction.
 */
export class FilterFacts {
  readonly entry: MempoolTransaction
  readonly context: FilterContext
  #tokens: ReadonlySet<string> | undefined
  #protocols: ReadonlySet<string> | undefined
  #dexes: ReadonlySet<string> | undefined

  constructor(entry: MempoolTransaction, context: FilterContext) {
    this.entry = entry
    this.context = context
  }

  get tokens(): ReadonlySet<string> {
    this.#tokens ??= toTokens(this.entry.classification.actions)
    return this.#tokens
  }

  get protocols(): ReadonlySet<string> {
    this.#protocols ??= new Set(this.entry.classification.actions.map(({ protocol }) => protocol))
    return this.#protocols
  }

  get dexes(): ReadonlySet<string> {
    this.#dexes ??= toDexes(this.entry.classification)
    return this.#dexes
  }
}

/**
 * Returns the DEX ids of a transaction. If the calldata has no tokens, `swap` is null, but the actions have a protocol.
 */
function toDexes({ actions, swap }: Classification): Set<string> {
  return new Set(swap ? [swap.dex] : actions.flatMap(({ kind, protocol }) => (kind === 'swap' ? protocol : [])))
}

function toTokens(actions: readonly Action[]): Set<string> {
  const tokens = new Set(actions.flatMap(tokensOf))
  tokens.delete(null)
  return tokens as Set<string>
}

function tokensOf(action: Action): readonly (string | null)[] {
  switch (action.kind) {
    case 'swap':
      return [action.tokenIn, action.tokenOut, ...action.path]
    case 'payment':
    case 'transfer':
    case 'fee':
    case 'bridge':
    case 'approval':
    case 'wrap':
    case 'unwrap':
      return [action.token]
    case 'nft':
      return [action.collection]
    case 'lending':
      return [action.asset]
    case 'liquidation':
      return [action.collateralToken, action.debtToken]
    case 'flashloan':
      return action.assets
    case 'liquidity':
      return action.tokens
    case 'oracleUpdate':
    case 'other':
      return []
  }
}
