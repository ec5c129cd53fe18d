import type { Action } from '@outrigger/calldata'
import type { MempoolTransaction } from '../watcherTypes.ts'

/** Facts for filters that are not in the transaction itself. Null where unknown. */
export type FilterContext = {
  /** Value at stake in USD. @default not known */
  readonly toUsd?: (entry: MempoolTransaction) => number | null
  /** @default not known */
  readonly toNonceState?: (entry: MempoolTransaction) => 'executable' | 'queued' | null
}

/** The values of one transaction that filters compare, computed once for all filters and only on demand. */
export type FilterFacts = {
  readonly entry: MempoolTransaction
  readonly context: FilterContext
  readonly tokens: ReadonlySet<string>
  readonly protocols: ReadonlySet<string>
  readonly dexes: ReadonlySet<string>
}

export function createFacts(entry: MempoolTransaction, context: FilterContext): FilterFacts {
  const { actions, swap } = entry.classification
  let tokens: Set<string> | undefined
  let protocols: Set<string> | undefined
  let dexes: Set<string> | undefined
  return {
    entry,
    context,
    get tokens() {
      tokens ??= toTokens(actions)
      return tokens
    },
    get protocols() {
      protocols ??= new Set(actions.map(({ protocol }) => protocol))
      return protocols
    },
    get dexes() {
      // Without tokens in the calldata there is no `swap`, but its actions have a protocol.
      dexes ??= new Set(swap ? [swap.dex] : actions.flatMap(({ kind, protocol }) => (kind === 'swap' ? protocol : [])))
      return dexes
    },
  }
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
    case 'transfer':
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
