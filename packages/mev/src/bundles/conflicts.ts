import type { Address, Hex } from 'viem'
import type { BundleFault } from './errors.ts'
import { countBytes, type SignedTransaction } from './transaction.ts'

/** What the chain is like that a bundle is for. */
export type ChainSituation = {
  readonly head: bigint
  /** Of the head. Unix seconds. */
  readonly timestamp: bigint
  /** Of the next block. */
  readonly baseFee: bigint
  readonly gasLimit: bigint
  /** By sender: the nonce of its next transaction, and what it has. */
  readonly accounts: ReadonlyMap<Address, { readonly nonce: number; readonly balance: bigint }>
  /** Hashes of the bundle's transactions that are mined already. */
  readonly mined: ReadonlySet<Hex>
}

type Terms = {
  readonly targetBlock: bigint
  readonly lastBlock: bigint
  readonly minTimestamp?: number | undefined
  readonly maxTimestamp?: number | undefined
  /** By position. */
  readonly canRevert: readonly boolean[]
}

/** The limits of most relays: those of Flashbots. */
export const bundleLimits = { transactions: 100, bytes: 300_000 } as const

/**
 * What keeps a bundle out of every block, as far as it is known before it is sent. A transaction that may revert may also be
 * left out, and so has no fault of its own.
 */
export function findConflicts(
  transactions: readonly SignedTransaction[],
  terms: Terms,
  situation: ChainSituation,
): readonly BundleFault[] {
  return [
    ...findSizeFaults(transactions, situation.gasLimit),
    ...findTimeFaults(terms, situation),
    ...findTransactionFaults(transactions, terms, situation),
  ]
}

const ofBundle = (kind: BundleFault['kind'], message: string): BundleFault => ({ kind, position: null, message })

function findSizeFaults(transactions: readonly SignedTransaction[], gasLimit: bigint): readonly BundleFault[] {
  const bytes = countBytes(transactions)
  const { transactions: most, bytes: mostBytes } = bundleLimits
  return [
    ...(transactions.length > most ? [ofBundle('tooLarge', `has more than ${most} transactions`)] : []),
    ...(bytes > mostBytes ? [ofBundle('tooLarge', `has ${bytes} bytes, and relays take ${mostBytes} at most`)] : []),
    ...transactions.flatMap(({ gas }, position): readonly BundleFault[] => {
      const message = `has a gas limit of ${gas}, above that of a block, ${gasLimit}`
      return gas > gasLimit ? [{ kind: 'gasLimit', position, message }] : []
    }),
  ]
}

function findTimeFaults(
  { targetBlock, lastBlock, minTimestamp, maxTimestamp }: Terms,
  { head, timestamp }: ChainSituation,
): readonly BundleFault[] {
  const isReversed = minTimestamp !== undefined && maxTimestamp !== undefined && maxTimestamp < minTimestamp
  return [
    ...(targetBlock <= head
      ? [ofBundle('pastBlock', `is for block ${targetBlock}, which is past: the chain is at ${head}`)]
      : []),
    ...(lastBlock - head > 1000n
      ? [ofBundle('pastBlock', `is for block ${lastBlock}, and may be for one of the next 1000 after ${head}`)]
      : []),
    ...(isReversed ? [ofBundle('timestamp', 'has a greatest timestamp below its least')] : []),
    ...(maxTimestamp !== undefined && BigInt(maxTimestamp) <= timestamp
      ? [ofBundle('timestamp', `has a greatest timestamp that is past: the last block's is ${timestamp}`)]
      : []),
  ]
}

function findTransactionFaults(
  transactions: readonly SignedTransaction[],
  { canRevert }: Terms,
  situation: ChainSituation,
): readonly BundleFault[] {
  const spent = new Map<Address, { nonce: number; balance: bigint }>()
  const seen = new Set<Hex>()
  return transactions.flatMap((transaction, position): readonly BundleFault[] => {
    const { hash, from, nonce } = transaction
    const fault = (kind: BundleFault['kind'], message: string): readonly BundleFault[] => [{ kind, position, message }]
    if (seen.has(hash)) return fault('duplicate', 'is in the bundle twice')
    seen.add(hash)
    if (canRevert[position]) return []
    if (situation.mined.has(hash)) return fault('alreadyMined', `is mined already (${hash})`)
    const account = spent.get(from) ?? { ...(situation.accounts.get(from) ?? { nonce: 0, balance: 0n }) }
    spent.set(from, account)
    const isNonceRight = nonce === account.nonce
    if (!isNonceRight) {
      const means = nonce < account.nonce ? 'which is used' : 'so that one before it is missing'
      return fault('nonce', `has nonce ${nonce}, ${means}: the next of ${from} is ${account.nonce}`)
    }
    account.nonce += 1
    return findFeeFaults(transaction, account, { situation, fault, isFirst: !couldBePaid(transactions, position) })
  })
}

function findFeeFaults(
  { from, maxFeePerGas, gas, value }: SignedTransaction,
  account: { balance: bigint },
  { situation, fault, isFirst }: FeeContext,
): readonly BundleFault[] {
  // The base fee falls by an eighth a block: one of a later block is not known.
  if (maxFeePerGas < situation.baseFee)
    return fault('baseFee', `pays ${maxFeePerGas} wei per gas at most, and the next block asks ${situation.baseFee}`)
  const cost = gas * maxFeePerGas + value
  if (isFirst && account.balance < cost)
    return fault('balance', `may cost ${cost} wei, and ${from} has ${account.balance}`)
  account.balance -= cost
  return []
}

type FeeContext = {
  readonly situation: ChainSituation
  readonly fault: (kind: BundleFault['kind'], message: string) => readonly BundleFault[]
  /** Nothing before it could have paid its sender. */
  readonly isFirst: boolean
}

function couldBePaid(transactions: readonly SignedTransaction[], position: number): boolean {
  const { from } = transactions[position] as SignedTransaction
  return transactions
    .slice(0, position)
    .some(({ to, data }) => data !== '0x' || to?.toLowerCase() === from.toLowerCase())
}
