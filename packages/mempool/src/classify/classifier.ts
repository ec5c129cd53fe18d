import { type Action, protocols as allProtocols, createDecoder, type Decoded, type Protocol } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { chains } from '@outrigger/core'
import { createDerivedPools, type PoolLookup } from '../tokens/derivedPools.ts'
import type { TransactionCall } from '../transaction/toTransaction.ts'
import { type Classification, type MempoolTransactionType, transactionTypes } from './classification.ts'
import { computeIntrinsicGas } from './intrinsicGas.ts'
import { toSwapDetails } from './swapDetails.ts'
import { isUnresolved, maxLookedUp, resolveSwapTokens } from './swapTokens.ts'

/** Classifies the transactions of one chain. It makes no request. */
export type Classifier = {
  /** Never throws. */
  classify(transaction: TransactionCall): Classification
}

/** The chain of a classifier, and where it looks up protocols and pools. */
export type ClassifierOptions = {
  readonly chain: ChainName
  /** Tokens of the pools that calldata names. @default those derived from tokens */
  readonly ammPools?: PoolLookup
  /** Wrappers included. @default all of `@outrigger/calldata` */
  readonly protocols?: readonly Protocol[]
}

const typeOf: { readonly [kind in Action['kind']]: MempoolTransactionType } = {
  liquidation: 'liquidation',
  flashloan: 'flashloan',
  bridge: 'bridge',
  nft: 'nft',
  swap: 'swap',
  transfer: 'transfer',
  lending: 'other',
  liquidity: 'other',
  approval: 'other',
  wrap: 'other',
  unwrap: 'other',
  oracleUpdate: 'other',
  other: 'other',
}

/** Actions that decide what a transaction is for, although they have no type of their own: transfers beside them do not count. */
const purposes: ReadonlySet<Action['kind']> = new Set(['lending', 'liquidity', 'oracleUpdate', 'other'])

/**
 * Classifies the transactions of a chain. All actions of all inner calls are read; the type is the first of
 * `transactionTypes` that one of them has. Transfers beside lending, liquidity or another known purpose do not count.
 *
 * @example
 * const { type, rule, swap } = createClassifier({ chain: 'ethereum' }).classify(transaction)
 */
export function createClassifier({
  chain,
  protocols = allProtocols,
  ammPools = createDerivedPools(chain),
}: ClassifierOptions): Classifier {
  const decoder = createDecoder({ chain, protocols })
  const { wrappedNative } = chains[chain]
  return {
    classify(transaction) {
      if (transaction.to === null)
        return {
          type: 'contract_deploy',
          rule: 'contract_deploy: no recipient',
          swap: null,
          actions: [],
          undecoded: [],
        }
      const decoded = decoder.decode(transaction)
      const { undecoded } = decoded
      const { type, rule } = decide(decoded, transaction)
      if (type !== 'swap') return { type, rule, swap: null, actions: decoded.actions, undecoded }
      const actions = decoded.actions.some(isUnresolved)
        ? resolveSwapTokens(decoded.actions, ammPools)
        : decoded.actions
      const swap = toSwapDetails(actions, transaction.value, wrappedNative)
      for (const token of swap?.path.slice(0, maxLookedUp) ?? []) ammPools.addToken(token)
      return { type, rule, swap, actions, undecoded }
    },
  }
}

function decide({ actions, undecoded }: Decoded, transaction: TransactionCall): Pick<Classification, 'type' | 'rule'> {
  const hasPurpose = actions.some(({ kind }) => purposes.has(kind))
  let [best, deciding]: [MempoolTransactionType, Action | undefined] = ['other', undefined]
  for (const action of actions) {
    const type = toType(action, hasPurpose)
    if (deciding === undefined || rank[type] < rank[best]) [best, deciding] = [type, action]
  }
  if (deciding !== undefined) return { type: best, rule: `${best}: ${deciding.protocol}.${deciding.function}` }
  const { gas, input, value } = transaction
  if (value > 0n && gas !== undefined && gas > 0n && gas <= computeIntrinsicGas(input))
    return { type: 'transfer', rule: 'transfer: no gas left for code' }
  return { type: 'other', rule: `other: ${undecoded[0]?.reason ?? 'nothing'} ${undecoded[0]?.what ?? ''}`.trimEnd() }
}

/** Placing or cancelling an order moves no NFT, as approving moves no token. */
function toType(action: Action, hasPurpose: boolean): MempoolTransactionType {
  if (action.kind === 'nft' && action.event === 'order') return 'other'
  return hasPurpose && action.kind === 'transfer' ? 'other' : typeOf[action.kind]
}

const rank = Object.fromEntries(transactionTypes.map((type, index) => [type, index])) as Record<
  MempoolTransactionType,
  number
>
