import { type FamilyPool, RpcAnswerError } from '@outrigger/core'
import { MethodsMissingError, UnknownBlockError } from '../../errors.ts'
import type { FamilyBlock, FamilyBlockTransactions } from '../familyData.ts'
import type { BlockPage, BlockQuestion, BlockReference, FamilyHeader } from '../familyReader.ts'
import { askSolana, confirmed, versions } from './askSolana.ts'
import { toAsOf } from './finality.ts'
import { type SolanaTransaction, type SolanaTransactionDetails, toFamilyTransaction } from './getTransaction.ts'
import { parseBlock } from './parameters.ts'
import type { RpcBlock, RpcInteger } from './rpcTypes.ts'
import { type SolanaBlockBody, toBlock } from './toBlock.ts'

/** The fields that only Solana blocks have. */
export type SolanaBlockDetails = Pick<SolanaBlockBody, 'height' | 'parentSlot' | 'rewards'> & {
  /** Number of votes among the transactions. Null if transactions were only counted. */
  readonly voteCount: number | null
  /** Null unless requested. */
  readonly transactionList: readonly SolanaTransactionDetails[] | null
}

/** A block of Solana. `number` is its slot, `miner` is its leader, and `gasUsed` is in compute units. */
export type SolanaBlock = FamilyBlock<'solana', SolanaBlockDetails>

/**
 * Returns a block by its slot or a tag. `latest` and `safe` are the newest confirmed block that a node serves, and `finalized` is
 * the newest final block.
 *
 * @throws {InvalidBlockError} @throws {UnknownBlockError} the slot was skipped, is missing, or does not exist yet
 * @throws {AllProvidersFailedError}
 */
export async function getBlock(pool: FamilyPool, { block, full = false }: BlockQuestion): Promise<SolanaBlock> {
  const wanted = parseBlock(block)
  const { body, provider } = await readBlock(pool, wanted, full ? 'full' : 'signatures').catch((error: unknown) => {
    throw isNotServed(error) ? new UnknownBlockError(pool.chain.name, wanted) : error
  })
  const { hash, parentHash, timestamp, transactions, height, parentSlot, rewards } = body
  const list = transactions?.map((one) => toFamilyTransaction(pool.chain.name, one)) ?? null
  return {
    family: 'solana',
    chain: pool.chain.name,
    number: body.slot,
    hash,
    parentHash,
    timestamp,
    transactions: body.transactionCount,
    miner: body.leader,
    baseFee: null,
    gasLimit: null,
    gasUsed: list && sumUnits(list),
    details: {
      height,
      parentSlot,
      rewards,
      voteCount: transactions?.filter(({ isVote }) => isVote).length ?? null,
      transactionList: list?.map(({ details }) => details) ?? null,
    },
    asOf: await toAsOf(pool, body, provider),
  }
}

/**
 * Returns a block without transactions and rewards.
 *
 * @throws {InvalidBlockError} @throws {UnknownBlockError} the slot was skipped
 * @throws {RpcAnswerError} no node serves the slot yet; callers that follow the chain retry
 * @throws {AllProvidersFailedError}
 */
export async function getHeader(
  pool: FamilyPool,
  { block }: { readonly block: BlockReference },
): Promise<FamilyHeader> {
  const { slot, hash, parentHash, timestamp } = (await readBlock(pool, parseBlock(block), 'none')).body
  return { number: slot, hash, parentHash, timestamp }
}

/** Returns null if an old node does not report the compute units of every transaction. */
function sumUnits(list: readonly { readonly gasUsed: bigint | null }[]): bigint | null {
  let sum = 0n
  for (const { gasUsed } of list) {
    if (gasUsed === null) return null
    sum += gasUsed
  }
  return sum
}

/**
 * Returns all transactions of a block, or one page of them. Votes are included.
 *
 * @throws {UnknownBlockError} @throws {AllProvidersFailedError}
 */
export async function getBlockTransactions(
  pool: FamilyPool,
  { block, offset, limit }: BlockPage,
): Promise<FamilyBlockTransactions<'solana', SolanaTransaction>> {
  const { body, provider } = await readBlock(pool, block ?? 'latest', 'full')
  const page = (body.transactions ?? []).slice(offset, limit && offset + limit)
  const asOf = await toAsOf(pool, body, provider)
  return {
    family: 'solana',
    chain: pool.chain.name,
    number: body.slot,
    hash: body.hash,
    asOf,
    total: body.transactionCount,
    transactions: page.map((one) => ({ ...toFamilyTransaction(pool.chain.name, one), blockHash: body.hash, asOf })),
  }
}

/** Maximum number of slots to try from a tag on, because nodes report a slot shortly before they serve its block. */
const triedSlots = 16

async function readBlock(pool: FamilyPool, block: ReturnType<typeof parseBlock>, transactionDetails: string) {
  if (typeof block === 'bigint') return readSlot(pool, block, transactionDetails)
  const first = await readTag(pool, block)
  // Nodes may drop their oldest block at any time, so `earliest` is searched upwards.
  const step = block === 'earliest' ? 1n : -1n
  for (let slot = first, tries = triedSlots; tries > 0 && slot >= 0n; slot += step, tries -= 1)
    try {
      return await readSlot(pool, slot, transactionDetails)
    } catch (error) {
      if (!(error instanceof UnknownBlockError || isNotServed(error))) throw error
    }
  throw new UnknownBlockError(pool.chain.name, block)
}

async function readSlot(pool: FamilyPool, slot: bigint, transactionDetails: string) {
  const options = {
    encoding: 'jsonParsed',
    ...confirmed,
    ...versions,
    transactionDetails,
    rewards: transactionDetails !== 'none',
  }
  const { result, provider } = await askSolana<RpcBlock>(pool, 'getBlock', [Number(slot), options])
  if (result === null) throw new UnknownBlockError(pool.chain.name, slot)
  // A missing list must not be counted as 0 transactions.
  if (transactionDetails !== 'none' && !result.transactions && !result.signatures)
    throw new MethodsMissingError(pool.chain.name, ['getBlock with transactions'])
  return { body: toBlock(result, slot), provider }
}

/** Error codes: block cleaned up, block not available, block status not available yet. */
const notServedCodes = [-32001, -32004, -32014]

const isNotServed = (error: unknown): boolean =>
  error instanceof RpcAnswerError && notServedCodes.includes(error.rpcCode)

async function readTag(pool: FamilyPool, tag: string): Promise<bigint> {
  const [method, params] =
    tag === 'earliest'
      ? ['getFirstAvailableBlock', []]
      : ['getSlot', [{ commitment: tag === 'finalized' ? 'finalized' : 'confirmed' }]]
  const { result } = await askSolana<RpcInteger>(pool, method as string, params as readonly unknown[])
  if (result === null) throw new UnknownBlockError(pool.chain.name, tag)
  return BigInt(result)
}
