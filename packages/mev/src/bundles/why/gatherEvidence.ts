import type { Block, Hex, PublicClient, SignedAuthorizationList, Transaction } from 'viem'
import { SimulationRefusedError } from '../errors.ts'
import type { BundleRecord } from '../record.ts'
import type { Relay } from '../relays/relay.ts'
import { toStatsRequest } from '../relays/requests.ts'
import { runByCallBundle } from '../simulate/byCallBundle.ts'
import { runBySimulateV1 } from '../simulate/bySimulateV1.ts'
import type { Outcome } from '../simulate/simulation.ts'
import { type SignedTransaction, toSignedTransactions } from '../transaction.ts'
import type { Evidence, Trial } from './explain.ts'

export type EvidenceParts = {
  readonly client: PublicClient
  readonly chainId: number
  readonly relays: readonly Relay[]
  /** Returns the time at which a block was first seen, in Unix ms. */
  readonly seenAtMs: (block: number) => number | null
}

/** Blocks with more transactions are not simulated again. */
const maxReplayed = 500

/**
 * Collects the facts that explain why a bundle is not in its last target block: simulations on the state before the block, alone
 * and after the block's own transactions, the payments of these transactions, and the relays' statistics.
 */
export async function gatherEvidence(record: BundleRecord, parts: EvidenceParts): Promise<Evidence> {
  const { client, chainId, seenAtMs } = parts
  const number = record.failure?.block ?? record.targets.at(-1) ?? 0
  const block = await client.getBlock({ blockNumber: BigInt(number), includeTransactions: true })
  const signed = toSignedTransactions(
    record.transactions.map(({ raw }) => raw),
    chainId,
  )
  const { kind, submissions, minTimestamp, maxTimestamp } = record
  const ofBlock = submissions.filter((one) => kind === 'private' || one.block === number)
  const known = {
    block: number,
    failure: record.failure,
    submissions: ofBlock,
    minTimestamp,
    maxTimestamp,
    seenAtMs: seenAtMs(number),
    timestamp: Number(block.timestamp),
    baseFee: block.baseFeePerGas ?? 0n,
    maxFees: signed.map(({ maxFeePerGas }) => maxFeePerGas),
  }
  if (record.failure !== null) return { ...known, alone: null, behind: null, leastBid: null, notSimulated: [] }
  const canRevert = record.transactions.map((one) => one.canRevert)
  const [trials, notSimulated] = await Promise.all([
    runTrials(client, { block, signed, canRevert }),
    listNotSimulated(parts.relays, record, number),
  ])
  return { ...known, ...trials, notSimulated }
}

type FullBlock = Block<bigint, true, 'latest'>
type Bundle = {
  readonly block: FullBlock
  readonly signed: readonly SignedTransaction[]
  readonly canRevert: readonly boolean[]
}

async function runTrials(
  client: PublicClient,
  bundle: Bundle,
): Promise<Pick<Evidence, 'alone' | 'behind' | 'leastBid'>> {
  const { block } = bundle
  const alone = await runAlone(client, bundle)
  const before = block.transactions.map(toSigned)
  if (alone?.success !== true || before.length === 0 || before.length > maxReplayed)
    return { alone, behind: null, leastBid: null }
  const all = await simulateIn(client, block, [...before, ...bundle.signed]).catch(toNull)
  const leastBid = all === null ? null : computeLeastBid(block, all.slice(0, before.length))
  const failed = all === null ? null : findFailed(all.slice(before.length), bundle.canRevert)
  if (failed === null) return { alone, behind: null, leastBid }
  const count = await countUntilFailure(client, bundle, before)
  const transaction = block.transactions[count - 1]?.hash ?? ('0x' as Hex)
  return { alone, behind: { ...failed, transaction }, leastBid }
}

async function runAlone(client: PublicClient, { block, signed, canRevert }: Bundle): Promise<Trial | null> {
  try {
    const outcomes = await simulateIn(client, block, signed)
    if (outcomes === null) return null
    const failed = findFailed(outcomes, canRevert)
    if (failed !== null) return { success: false, ...failed }
    const gas = outcomes.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
    return { success: true, bid: outcomes.reduce((sum, { coinbaseDiff }) => sum + coinbaseDiff, 0n) / (gas || 1n) }
  } catch (error) {
    if (!(error instanceof SimulationRefusedError)) throw error
    return { success: false, position: 0, error: error.message }
  }
}

/** Finds the shortest prefix of the block after which the bundle fails, by binary search. */
async function countUntilFailure(
  client: PublicClient,
  { block, signed, canRevert }: Bundle,
  before: readonly SignedTransaction[],
): Promise<number> {
  let [works, fails] = [0, before.length]
  while (fails - works > 1) {
    const middle = (works + fails) >> 1
    const outcomes = await simulateIn(client, block, [...before.slice(0, middle), ...signed]).catch(toNull)
    if (outcomes === null || findFailed(outcomes.slice(middle), canRevert) !== null) fails = middle
    else works = middle
  }
  return fails
}

/** Simulates transactions in the original block's environment, with a gas limit that fits all of them. */
async function simulateIn(
  client: PublicClient,
  block: FullBlock,
  transactions: readonly SignedTransaction[],
): Promise<readonly Outcome[] | null> {
  const { number, timestamp, baseFeePerGas, miner: coinbase } = block
  const gasLimit = block.gasLimit + transactions.reduce((sum, { gas }) => sum + gas, 0n)
  const environment = { number, timestamp, baseFee: baseFeePerGas ?? 0n, coinbase, gasLimit }
  const place = { state: number - 1n, environment }
  const isRaw = transactions.every(({ raw }) => raw !== '0x')
  return (
    (await runBySimulateV1(client, transactions, place)) ??
    (isRaw ? await runByCallBundle(client, transactions, place) : null)
  )
}

const toNull = (cause: unknown): null => {
  if (cause instanceof SimulationRefusedError) return null
  throw cause
}

function findFailed(outcomes: readonly Outcome[], canRevert: readonly boolean[]) {
  const position = outcomes.findIndex(({ success }, index) => !success && canRevert[index] !== true)
  return position < 0 ? null : { position, error: outcomes[position]?.error ?? 'execution reverted' }
}

function computeLeastBid({ transactions, miner }: FullBlock, outcomes: readonly Outcome[]): bigint | null {
  const bids = outcomes.flatMap(({ coinbaseDiff, gasUsed }, index) => {
    const isOwn = transactions[index]?.from.toLowerCase() === miner.toLowerCase()
    return isOwn || coinbaseDiff <= 0n ? [] : [coinbaseDiff / (gasUsed || 1n)]
  })
  return bids.sort((a, b) => (a < b ? -1 : 1))[0] ?? null
}

/** Converts a mined transaction to the form of simulations. */
function toSigned(transaction: Transaction): SignedTransaction {
  const { hash, from, to, nonce, value, gas, input, chainId = null, gasPrice = 0n } = transaction
  const { maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = transaction
  const { accessList, authorizationList, blobVersionedHashes, maxFeePerBlobGas } = transaction
  return {
    raw: '0x',
    hash,
    from,
    to,
    nonce,
    value,
    gas,
    data: input,
    chainId,
    maxFeePerGas,
    maxPriorityFeePerGas,
    more: {
      ...(accessList && { accessList }),
      ...(authorizationList && { authorizationList: authorizationList.map(toAuthorization) }),
      ...(blobVersionedHashes && { blobVersionedHashes }),
      ...(maxFeePerBlobGas !== undefined && { maxFeePerBlobGas }),
    },
    type: Number(transaction.typeHex ?? 0),
    sidecar: null,
  }
}

function toAuthorization({ chainId, address, nonce, yParity, r, s }: SignedAuthorizationList[number]) {
  return { chainId: BigInt(chainId), address, nonce: BigInt(nonce), yParity: yParity ?? 0, r: BigInt(r), s: BigInt(s) }
}

/** Lists the relays that accepted a bundle and report that they did not simulate it. */
async function listNotSimulated(
  relays: readonly Relay[],
  { hash, submissions }: BundleRecord,
  block: number,
): Promise<readonly string[]> {
  const names = submissions.filter((one) => one.block === block && one.outcome === 'accepted').map(({ relay }) => relay)
  const answers = await Promise.all(
    relays.map(async (relay) => {
      const request = names.includes(relay.profile.name) ? toStatsRequest(relay.profile, hash, block) : null
      if (request === null) return []
      const { outcome, result } = await relay.post(await relay.prepare(request))
      const isSimulated = (result as { readonly isSimulated?: unknown } | null)?.isSimulated
      return outcome === 'accepted' && isSimulated === false ? [relay.profile.name] : []
    }),
  )
  return answers.flat()
}
