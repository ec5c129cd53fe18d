import type { Action, Decoded } from '@outrigger/calldata'
import { computeIntrinsicGas } from '@outrigger/core/internal'
import type { TransactionCall } from '../transaction/toTransaction.ts'

/**
 * Transaction types in order of precedence: a transaction has the first type that one of its actions has. The API uses the
 * same names.
 */
export const transactionTypes = [
  'contract_deploy',
  'liquidation',
  'flashloan',
  'bridge',
  'nft',
  'swap',
  'transfer',
  'other',
] as const

export type MempoolTransactionType = (typeof transactionTypes)[number]

const rank = Object.fromEntries(transactionTypes.map((type, index) => [type, index])) as Record<
  MempoolTransactionType,
  number
>

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
  payment: 'other',
  fee: 'other',
  wrap: 'other',
  unwrap: 'other',
  oracleUpdate: 'other',
  other: 'other',
}

/** Actions without a type of their own that determine the purpose of a transaction. Transfers beside them do not count. */
const purposes: ReadonlySet<Action['kind']> = new Set(['payment', 'lending', 'liquidity', 'oracleUpdate', 'other'])

/** A type, and a description of the rule that determined it. */
type Decision = { readonly type: MempoolTransactionType; readonly rule: string }

export function decideType({ actions, undecoded }: Decoded, transaction: TransactionCall): Decision {
  const hasPurpose = actions.some(({ kind }) => purposes.has(kind))
  let [best, deciding]: [MempoolTransactionType, Action | undefined] = ['other', undefined]
  for (const action of actions) {
    const type = toType(action, hasPurpose)
    if (deciding === undefined || deciding.kind === 'fee' || rank[type] < rank[best]) [best, deciding] = [type, action]
  }
  // A fee does not show the purpose of the call that it pays for.
  const isFee = deciding?.kind === 'fee' && undecoded.length > 0
  if (deciding !== undefined && !isFee)
    return { type: best, rule: `${best}: ${deciding.protocol}.${deciding.function}` }
  const { gas, to, input, value } = transaction
  if (value > 0n && gas !== undefined && gas > 0n && gas <= computeIntrinsicGas({ to, data: input }))
    return { type: 'transfer', rule: 'transfer: no gas left for code' }
  return { type: 'other', rule: `other: ${undecoded[0]?.reason ?? 'nothing'} ${undecoded[0]?.what ?? ''}`.trimEnd() }
}

/**
 * Returns the type of an action. Placing or canceling an order moves no NFT, so its type is `other`, like that of an
 * approval.
 */
function toType(action: Action, hasPurpose: boolean): MempoolTransactionType {
  if (action.kind === 'nft' && action.event === 'order') return 'other'
  return hasPurpose && action.kind === 'transfer' ? 'other' : typeOf[action.kind]
}
