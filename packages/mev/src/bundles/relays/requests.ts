import { type Hex, toHex } from 'viem'
import type { PrivacyHint, Refund } from '../bundle.ts'
import { countBytes } from '../transaction.ts'
import type { RelayProfile } from './relayProfile.ts'

export type RelayRequest = { readonly method: string; readonly params: unknown }

/** A bundle for one block. */
export type BundleOrder = {
  readonly transactions: readonly { readonly raw: Hex; readonly hash: Hex; readonly canRevert: boolean }[]
  readonly block: number
  readonly uuid: string
  readonly minTimestamp?: number
  readonly maxTimestamp?: number
  readonly refund?: Refund
}

/** What a relay cannot do for an order, in words; null where it can do all of it. */
export function explainUnfit(profile: RelayProfile, order: BundleOrder): string | null {
  const { transactions, minTimestamp, maxTimestamp, refund } = order
  const { maxTransactions, maxBytes } = profile
  if (!profile.timestamps && (minTimestamp !== undefined || maxTimestamp !== undefined))
    return 'it keeps to no timestamps'
  if (!profile.refunds && refund !== undefined) return 'it pays no refunds'
  if (!profile.revertingHashes && transactions.some(({ canRevert }) => canRevert))
    return 'it takes no transactions that may revert'
  if (maxTransactions !== null && transactions.length > maxTransactions)
    return `it takes ${maxTransactions} transactions at most`
  return maxBytes !== null && countBytes(transactions) > maxBytes ? `it takes ${maxBytes} bytes at most` : null
}

/** The request that submits a bundle, in the relay's dialect. */
export function toSendRequest(profile: RelayProfile, order: BundleOrder): RelayRequest {
  const { transactions, block, uuid, minTimestamp, maxTimestamp, refund } = order
  const mayRevert = transactions.filter(({ canRevert }) => canRevert).map(({ hash }) => hash)
  if (profile.dialect === 'blxr')
    return {
      method: 'blxr_submit_bundle',
      params: {
        transaction: transactions.map(({ raw }) => raw.slice(2)),
        block_number: toHex(block),
        ...(minTimestamp !== undefined && { min_timestamp: minTimestamp }),
        ...(maxTimestamp !== undefined && { max_timestamp: maxTimestamp }),
        ...(mayRevert.length > 0 && { reverting_hashes: mayRevert, dropping_hashes: mayRevert }),
        uuid,
      },
    }
  const params = {
    txs: transactions.map(({ raw }) => raw),
    blockNumber: toHex(block),
    ...(minTimestamp !== undefined && { minTimestamp }),
    ...(maxTimestamp !== undefined && { maxTimestamp }),
    ...(mayRevert.length > 0 && { revertingTxHashes: mayRevert }),
    ...(mayRevert.length > 0 && profile.droppingHashes && { droppingTxHashes: mayRevert }),
    ...(refund && { refundPercent: refund.percent, refundRecipient: refund.recipient }),
    ...toUuid(profile, uuid),
  }
  return { method: 'eth_sendBundle', params: [params] }
}

/** The request that takes a bundle back; null where the relay takes nothing back. */
export function toCancelRequest(profile: RelayProfile, uuid: string, block: number): RelayRequest | null {
  if (profile.cancel === 'none' || profile.uuidField === null) return null
  if (profile.dialect === 'blxr')
    return { method: 'blxr_submit_bundle', params: { transaction: [], block_number: toHex(block), uuid } }
  if (profile.cancel === 'uuid') return { method: 'eth_cancelBundle', params: [toUuid(profile, uuid)] }
  return {
    method: 'eth_sendBundle',
    params: [{ txs: [], blockNumber: toHex(block), ...toUuid(profile, uuid) }],
  }
}

const toUuid = ({ uuidField }: RelayProfile, uuid: string) => (uuidField === null ? {} : { [uuidField]: uuid })

/** The request that sends a transaction privately; null where the relay takes none. */
export function toPrivateRequest(
  { privateMethod }: RelayProfile,
  { raw, maxBlock, hints }: { readonly raw: Hex; readonly maxBlock: number; readonly hints: readonly PrivacyHint[] },
): RelayRequest | null {
  if (privateMethod === null) return null
  if (privateMethod === 'blxr_private_tx') return { method: privateMethod, params: { transaction: raw.slice(2) } }
  if (privateMethod === 'eth_sendPrivateRawTransaction') return { method: privateMethod, params: [raw] }
  const preferences = { fast: true, privacy: { hints } }
  return { method: privateMethod, params: [{ tx: raw, maxBlockNumber: toHex(maxBlock), preferences }] }
}

/** The request that takes a private transaction back; null where the relay takes none back. */
export function toCancelPrivateRequest({ cancelPrivate }: RelayProfile, hash: Hex): RelayRequest | null {
  return cancelPrivate ? { method: 'eth_cancelPrivateTransaction', params: [{ txHash: hash }] } : null
}

/** The request for what a relay did with a bundle; null where it does not say. */
export function toStatsRequest({ stats }: RelayProfile, bundleHash: Hex, block: number): RelayRequest | null {
  return stats ? { method: 'flashbots_getBundleStatsV2', params: [{ bundleHash, blockNumber: toHex(block) }] } : null
}
