import {
  protocols as allProtocols,
  createDecoder,
  type Protocol,
  type Undecoded,
  type UndecodedReason,
} from '@outrigger/calldata'
import { type ChainOption, resolveChain, toChainName } from '@outrigger/core/internal'
import { type Address, zeroAddress } from 'viem'
import { createDerivedPools, type PoolLookup } from '../tokens/derivedPools.ts'
import type { TransactionCall } from '../transaction/toTransaction.ts'
import type { Classification } from './classification.ts'
import { knownDelegates } from './knownDelegates.ts'
import { toSwapDetails } from './swapDetails.ts'
import { isUnresolved, maxLookedUp, resolveSwapTokens } from './swapTokens.ts'
import { decideType } from './transactionType.ts'

/** Classifies the transactions of one chain. It makes no request. */
export type Classifier = {
  /** Never throws. */
  classify(transaction: TransactionCall): Classification
}

/** Options of `createClassifier`. */
export type ClassifierOptions = {
  readonly chain: ChainOption
  /** Lookup of the tokens of pools. @default pools derived from tokens */
  readonly ammPools?: PoolLookup
  /**
   * Protocols to decode, including wrappers. For historical blocks, add those of `@outrigger/calldata/archive`.
   * @default all of `@outrigger/calldata`
   */
  readonly protocols?: readonly Protocol[] | undefined
}

/**
 * Creates a classifier for the transactions of a chain. It reads all actions of all inner calls. The type is the first of
 * `transactionTypes` that an action has. Transfers beside lending, liquidity or another known purpose do not count.
 *
 * @example
 * const { type, rule, swap } = createClassifier({ chain: 'ethereum' }).classify(transaction)
 */
export function createClassifier({
  chain,
  protocols = allProtocols,
  ammPools = createDerivedPools(toChainName(chain)),
}: ClassifierOptions): Classifier {
  const decoder = createDecoder({ chain, protocols })
  const { wrappedNative, chainId } = resolveChain(chain)
  return {
    classify(transaction) {
      if (transaction.to === null)
        return {
          type: 'contract_deploy',
          rule: 'contract_deploy: no recipient',
          swap: null,
          actions: [],
          undecoded: [],
          unknownDelegates: [],
        }
      const decoded = decoder.decode(transaction)
      const foreign = toForeignCode(transaction, chainId)
      const undecoded = foreign.length === 0 ? decoded.undecoded : [...decoded.undecoded, ...foreign]
      const unknownDelegates = toUnknownDelegates(undecoded)
      const { type, rule } = decideType({ actions: decoded.actions, undecoded }, transaction)
      if (type !== 'swap') return { type, rule, swap: null, actions: decoded.actions, undecoded, unknownDelegates }
      const actions = decoded.actions.some(isUnresolved)
        ? resolveSwapTokens(decoded.actions, ammPools)
        : decoded.actions
      const swap = toSwapDetails(actions, transaction, wrappedNative)
      for (const token of swap?.path.slice(0, maxLookedUp) ?? []) ammPools.addToken(token)
      return { type, rule, swap, actions, undecoded, unknownDelegates }
    },
  }
}

/**
 * Returns the authorizations (EIP-7702) that give an account the code of an unknown contract. Authorizations for other chains
 * are invalid, and the zero address removes code.
 */
function toForeignCode({ authorizations }: TransactionCall, chainId: number | null): readonly Undecoded[] {
  return (authorizations ?? []).flatMap(({ chainId: own, address }) => {
    const target = address.toLowerCase() as Address
    const isOfChain = own === 0n || own === BigInt(chainId ?? 0)
    if (!isOfChain || target === zeroAddress || knownDelegates.has(target)) return []
    return [{ reason: 'authorization', start: 0, end: 0, target, what: null }]
  })
}

/** Reasons that give other code control of an account, for a call or permanently. */
const handsOver: ReadonlySet<UndecodedReason> = new Set<UndecodedReason>(['delegatecall', 'authorization', 'control'])

function toUnknownDelegates(undecoded: readonly Undecoded[]): readonly Address[] {
  const targets = undecoded.flatMap(({ reason, target }) => (target && handsOver.has(reason) ? [target] : []))
  return [...new Set(targets)]
}
