import type { Hex } from 'viem'
import { type DevnetClient, requestAny } from '../chain/client.ts'
import type { RelayOrder } from './dialects.ts'
import { type BuildingBlock, type OrderedTransaction, tryOut } from './trial.ts'

/** A builder's decision about a bundle. */
export type Decision =
  | { readonly outcome: 'included' | 'underpriced' | 'dropped' | 'unsimulated' | 'cancelled' | 'late' | 'timestamp' }
  | { readonly outcome: 'reverted'; readonly position: number }
  /** The bundle fails after this transaction, which is in the block. */
  | { readonly outcome: 'conflict'; readonly transaction: Hex }

export type Candidate = {
  readonly hash: Hex
  readonly order: Extract<RelayOrder, { kind: 'bundle' }>
  readonly transactions: readonly OrderedTransaction[]
}

export type Choice = {
  readonly included: readonly Hex[]
  readonly transactions: readonly OrderedTransaction[]
  readonly decisions: ReadonlyMap<Hex, Decision>
  readonly timestamp: bigint
}

type Executable = Candidate & { readonly bid: bigint; readonly gasUsed: bigint }

/** Chooses the bundles of the next block, highest payment per gas first. Skips bundles that conflict with earlier ones. */
export async function chooseBundles(
  client: DevnetClient,
  candidates: readonly Candidate[],
  { gas, minBid }: { readonly gas?: bigint; readonly minBid: bigint },
): Promise<Choice> {
  const block = await readNext(client)
  const decisions = new Map<Hex, Decision>()
  const executable: Executable[] = []
  for (const candidate of candidates) {
    const judged = await judgeAlone(client, block, candidate, minBid)
    if ('outcome' in judged) decisions.set(candidate.hash, judged)
    else executable.push(judged)
  }
  executable.sort((a, b) => (a.bid === b.bid ? 0 : a.bid > b.bid ? -1 : 1))
  let left = gas ?? block.gasLimit
  const chosen: Candidate[] = []
  for (const candidate of executable) {
    const before = chosen.flatMap(({ transactions }) => transactions)
    const decision: Decision =
      candidate.gasUsed > left ? { outcome: 'underpriced' } : await judge(client, block, before, candidate.transactions)
    decisions.set(candidate.hash, decision)
    if (decision.outcome !== 'included') continue
    chosen.push(candidate)
    left -= candidate.gasUsed
  }
  return {
    included: chosen.map(({ hash }) => hash),
    decisions,
    timestamp: block.timestamp,
    transactions: chosen.flatMap(({ transactions }) => transactions),
  }
}

/** Executes a bundle at the start of the block. Returns its bid, or why it cannot be included. */
async function judgeAlone(
  client: DevnetClient,
  block: BuildingBlock,
  candidate: Candidate,
  minBid: bigint,
): Promise<Executable | Decision> {
  const { order, transactions } = candidate
  if (block.timestamp < order.minTimestamp || block.timestamp > order.maxTimestamp) return { outcome: 'timestamp' }
  if (transactions.some(({ maxFee }) => maxFee < block.baseFee)) return { outcome: 'underpriced' }
  const { failedAt, bid, gasUsed } = await tryOut(client, block, { before: [], transactions })
  if (failedAt !== null) return { outcome: 'reverted', position: failedAt }
  return bid < minBid ? { outcome: 'underpriced' } : { ...candidate, bid, gasUsed }
}

async function judge(
  client: DevnetClient,
  block: BuildingBlock,
  before: readonly OrderedTransaction[],
  transactions: readonly OrderedTransaction[],
): Promise<Decision> {
  const rival = before.find(({ from, nonce }) => transactions.some((one) => one.from === from && one.nonce === nonce))
  if (rival !== undefined) return { outcome: 'conflict', transaction: rival.hash }
  const fails = async (count: number) =>
    (await tryOut(client, block, { before: before.slice(0, count), transactions })).failedAt !== null
  if (!(await fails(before.length))) return { outcome: 'included' }
  for (let count = 1; count < before.length; count += 1)
    if (await fails(count)) return { outcome: 'conflict', transaction: before[count - 1]?.hash ?? '0x' }
  return { outcome: 'conflict', transaction: before.at(-1)?.hash ?? '0x' }
}

/** Returns the next block, with the base fee by the chain's rule, 12 seconds later. */
export async function readNext(client: DevnetClient): Promise<BuildingBlock> {
  const { number, timestamp, baseFeePerGas, gasLimit, gasUsed, miner: coinbase } = await client.getBlock()
  const [base, target] = [baseFeePerGas ?? 0n, gasLimit / 2n]
  const change = (base * (gasUsed > target ? gasUsed - target : target - gasUsed)) / target / 8n
  const baseFee = gasUsed > target ? base + (change || 1n) : base - change
  await requestAny(client, 'anvil_setNextBlockBaseFeePerGas', [`0x${baseFee.toString(16)}`])
  return { parent: number, timestamp: timestamp + 12n, baseFee, coinbase, gasLimit }
}
