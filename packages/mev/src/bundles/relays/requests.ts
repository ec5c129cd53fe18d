import { type Hex, toHex } from 'viem'
import type { PrivacyHint, Refund } from '../bundle.ts'
import { countBytes } from '../transaction.ts'
import type { RelayProfile } from './relayProfile.ts'

export type RelayRequest = { readonly method: string; readonly params: unknown }

/** Bundle for one target block. */
export type BundleOrder = {
  readonly transactions: readonly { readonly raw: Hex; readonly hash: Hex; readonly canRevert: boolean }[]
  readonly block: number
  readonly uuid: string
  readonly minTimestamp?: number
  readonly maxTimestamp?: number
  readonly refund?: Refund
}

/** Returns the feature of a bundle that the relay does not support. Null if it supports the whole bundle. */
export function explainUnfit(profile: RelayProfile, order: BundleOrder): string | null {
  const { transactions, minTimestamp, maxTimestamp, refund } = order
  const { maxTransactions, maxBytes } = profile
  if (!profile.timestamps && (minTimestamp !== undefined || maxTimestamp !== undefined))
    return 'the relay does not support timestamps'
  if (!profile.refunds && refund !== undefined) return 'the relay does not support refunds'
  if (!profile.revertingHashes && transactions.some(({ canRevert }) => canRevert))
    return 'the relay does not accept transactions that may revert'
  if (maxTransactions !== null && transactions.length > maxTransactions)
    return `the relay accepts at most ${maxTransactions} transactions`
  return maxBytes !== null && countBytes(transactions) > maxBytes ? `the relay accepts at most ${maxBytes} bytes` : null
}

/** Builds the request that submits a bundle. */
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

/** Builds the request that cancels a bundle. Null if the relay cannot cancel bundles. */
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

/** Builds the request that sends a private transaction. Null if the relay does not accept private transactions. */
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

/** Builds the request that cancels a private transaction. Null if the relay cannot cancel private transactions. */
export function toCancelPrivateRequest({ cancelPrivate }: RelayProfile, hash: Hex): RelayRequest | null {
  return cancelPrivate ? { method: 'eth_cancelPrivateTransaction', params: [{ txHash: hash }] } : null
}

/** Builds the request for the relay's statistics of a bundle. Null if the relay has none. */
export function toStatsRequest({ stats }: RelayProfile, bundleHash: Hex, block: number): RelayRequest | null {
  return stats ? { method: 'flashbots_getBundleStatsV2', params: [{ bundleHash, blockNumber: toHex(block) }] } : null
}
