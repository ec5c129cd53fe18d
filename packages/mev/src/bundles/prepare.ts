import { randomUUID } from 'node:crypto'
import type { ChainProfile } from '@outrigger/core'
import { type Hex, isAddress, type PublicClient } from 'viem'
import {
  type BundleParameters,
  computeBundleHash,
  type PrivateTransactionParameters,
  privateWindow,
  type Refund,
} from './bundle.ts'
import { findConflicts } from './conflicts.ts'
import { type BundleFault, InvalidBundleError, UnknownRelayError } from './errors.ts'
import type { BundleRecord } from './record.ts'
import type { Relay } from './relays/relay.ts'
import { readSituation } from './situation.ts'
import { countBytes, type SignedTransaction, toSignedTransactions } from './transaction.ts'

type Parts = {
  readonly client: PublicClient
  readonly chain: string
  readonly chainId: number
  readonly profile: ChainProfile
  readonly relays: readonly Relay[]
  readonly nowMs: number
}

/** Limits of Flashbots, which most other relays use too. */
const bundleLimits = { transactions: 100, bytes: 300_000 } as const

/** Maximum number of consecutive target blocks of a bundle. */
export const maxBlocks = 25

/**
 * Creates the record of a new bundle after all checks that are possible before sending.
 * @throws {InvalidBundleError} @throws {UnknownRelayError}
 */
export async function prepareBundle(parameters: BundleParameters, parts: Parts): Promise<BundleRecord> {
  const { transactions, targetBlock, blocks = 1, minTimestamp, maxTimestamp, contiguous = false, refund } = parameters
  const relays = findRelays(parts.relays, parameters.relays)
  const { transactions: most } = bundleLimits
  if (transactions.length === 0 || transactions.length > most)
    throw refuse('tooLarge', `has ${transactions.length} transactions. Expected 1 to ${most}`)
  if (!(Number.isInteger(blocks) && blocks >= 1 && blocks <= maxBlocks))
    throw refuse('pastBlock', `is for ${blocks} blocks. Expected 1 to ${maxBlocks}`)
  const times = [minTimestamp, maxTimestamp].filter((time) => time !== undefined)
  if (!times.every((time) => Number.isSafeInteger(time) && time >= 0))
    throw refuse('timestamp', 'has a timestamp that is not a whole number of seconds')
  if (refund !== undefined && !isRefund(refund))
    throw refuse('refund', 'has an invalid refund. Expected 1 to 100 percent and a recipient address')
  const raws = transactions.map(({ signed }) => signed)
  const signed = readTransactions(raws, parts.chainId)
  const canRevert = transactions.map((one) => one.canRevert ?? false)
  const situation = await readSituation(parts.client, signed, parts)
  const first = targetBlock ?? situation.head + 1n
  const last = first + BigInt(blocks - 1)
  const terms = { targetBlock: first, lastBlock: last, minTimestamp, maxTimestamp, canRevert }
  const faults = findConflicts(signed, terms, situation)
  if (faults.length > 0) throw new InvalidBundleError(faults)
  return {
    ...toRecord(signed, { parts, account: parameters.account, canRevert, relays, sinceBlock: Number(situation.head) }),
    hash: computeBundleHash(signed.map(({ hash }) => hash)),
    kind: 'bundle',
    contiguous,
    targets: Array.from({ length: blocks }, (_, index) => Number(first) + index),
    ...(minTimestamp !== undefined && { minTimestamp }),
    ...(maxTimestamp !== undefined && { maxTimestamp }),
    ...(refund && { refund }),
  }
}

/**
 * Creates the record of a private transaction, which may be included in any block of its window.
 * @throws {InvalidBundleError} @throws {UnknownRelayError}
 */
export async function preparePrivate(
  { signed: raw, account, maxBlock, hints = [], relays: names }: PrivateTransactionParameters,
  parts: Parts,
): Promise<BundleRecord> {
  const relays = findRelays(parts.relays, names)
  const signed = readTransactions([raw], parts.chainId)
  const situation = await readSituation(parts.client, signed, parts)
  const first = situation.head + 1n
  const last = maxBlock ?? situation.head + BigInt(privateWindow)
  const terms = { targetBlock: last < first ? last : first, lastBlock: last, canRevert: [false] }
  const faults = findConflicts(signed, terms, situation)
  if (faults.length > 0) throw new InvalidBundleError(faults)
  return {
    ...toRecord(signed, { parts, account, canRevert: [false], relays, sinceBlock: Number(situation.head) }),
    hash: (signed[0] as SignedTransaction).hash,
    kind: 'private',
    contiguous: false,
    hints,
    targets: Array.from({ length: Number(last - first) + 1 }, (_, index) => Number(first) + index),
  }
}

/** @throws {InvalidBundleError} */
function readTransactions(raws: readonly Hex[], chainId: number): readonly SignedTransaction[] {
  const signed = toSignedTransactions(raws, chainId)
  const bytes = countBytes(signed)
  if (bytes > bundleLimits.bytes)
    throw refuse('tooLarge', `has ${bytes} bytes. Relays accept at most ${bundleLimits.bytes}`)
  return signed
}

const isRefund = ({ percent, recipient }: Refund): boolean =>
  Number.isInteger(percent) && percent >= 1 && percent <= 100 && isAddress(recipient, { strict: false })

const refuse = (kind: BundleFault['kind'], message: string) =>
  new InvalidBundleError([{ kind, position: null, message }])

/** @throws {UnknownRelayError} */
function findRelays(relays: readonly Relay[], names: readonly string[] | undefined): readonly string[] {
  const known = relays.map(({ profile }) => profile.name)
  const unknown = names?.find((name) => !known.includes(name))
  const selected = [...new Set(names ?? known)]
  if (unknown !== undefined || selected.length === 0) throw new UnknownRelayError(unknown ?? '', known)
  return selected
}

type Rest = {
  readonly parts: Parts
  readonly account: string | null | undefined
  readonly canRevert: readonly boolean[]
  readonly relays: readonly string[]
  readonly sinceBlock: number
}

function toRecord(
  signed: readonly SignedTransaction[],
  { parts, account = null, canRevert, relays, sinceBlock }: Rest,
) {
  return {
    chain: parts.chain,
    account,
    transactions: signed.map(({ raw, hash, from, nonce }, position) => {
      return { raw, hash, from, nonce, canRevert: canRevert[position] ?? false }
    }),
    relays,
    sinceBlock,
    uuid: randomUUID(),
    submittedAtMs: parts.nowMs,
    submissions: [],
    cancellation: null,
    status: 'pending' as const,
    includedBlock: null,
    includedAt: null,
    mined: [],
    failure: null,
    causes: null,
    isFinal: false,
  }
}
