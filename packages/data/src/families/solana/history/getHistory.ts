import type { FamilyPool } from '@outrigger/core'
import { InvalidCursorError, InvalidHashError, UnknownTransactionError } from '../../../errors.ts'
import type { FamilyHistory } from '../../familyData.ts'
import type { HistoryPage } from '../../familyReader.ts'
import { inChunks } from '../../inChunks.ts'
import { askSolana, confirmed, versions } from '../askSolana.ts'
import { getTokenAccounts } from '../getBalance.ts'
import { getBlock } from '../getBlock.ts'
import { getTransaction, type SolanaTransaction } from '../getTransaction.ts'
import { parseAddress, parseSignature } from '../parameters.ts'
import type { RpcBlock, RpcInteger, RpcSignature } from '../rpcTypes.ts'
import { findUnorderedSlots, mergeSignatures, type SignatureAt } from './mergeSignatures.ts'

/** Maximum number of an owner's token accounts to search. Accounts with a balance come first. */
const mostAccounts = 50
const parallel = 10

/**
 * Returns the transactions that contain an address or one of its token accounts, newest first. The token accounts are
 * needed because a token transfer may not contain its recipient's address. `coverage` is incomplete if the owner has
 * more than 50 token accounts, or if a transaction of the page contains a token account that has since been closed.
 *
 * @throws {InvalidAddressError} @throws {InvalidCursorError} @throws {AllProvidersFailedError}
 */
export async function getHistory(
  pool: FamilyPool,
  { limit, cursor, ...question }: HistoryPage,
): Promise<FamilyHistory<'solana', SolanaTransaction>> {
  const address = parseAddress(question.address)
  const before = cursor === undefined ? undefined : toBefore(cursor)
  const [{ asOf }, tokens] = await Promise.all([
    getBlock(pool, { block: 'latest' }),
    getTokenAccounts(pool, { address }),
  ])
  const funded = tokens.toSorted((one, other) => Number(other.amount > 0n) - Number(one.amount > 0n))
  const accounts = funded.slice(0, mostAccounts).map(({ account }) => account)
  const found = await findSignatures(pool, [address, ...accounts], { limit, before })
  const page = found.slice(0, limit)
  const transactions = await inChunks(page, parallel, ({ signature }) => readOne(pool, signature))
  const last = found.length >= limit ? page.at(-1) : undefined
  const closed = findUnsearched(transactions, address, accounts)
  return {
    family: 'solana',
    chain: pool.chain.name,
    address,
    asOf,
    transactions: transactions.flatMap((one) => one ?? []),
    nextCursor: last?.signature ?? null,
    coverage: {
      fromBlock: last?.slot ?? (await readFirstSlot(pool)),
      toBlock: transactions[0]?.blockNumber ?? asOf.block,
      complete: closed === 0 && accounts.length === tokens.length,
      source: `getSignaturesForAddress of the address and of ${accounts.length} of its ${tokens.length + closed} token accounts`,
    },
  }
}

/** Returns the signature before which to search. A cursor is the signature of the last transaction on the page. */
function toBefore(cursor: string): string {
  try {
    return parseSignature(cursor)
  } catch (error) {
    if (error instanceof InvalidHashError) throw new InvalidCursorError()
    throw error
  }
}

type Page = { readonly limit: number; readonly before: string | undefined }

/** Returns the newest signatures of all accounts. The first `limit` of them have no gaps. */
async function findSignatures(pool: FamilyPool, addresses: readonly string[], { limit, before }: Page) {
  const options = { limit, ...confirmed, ...(before && { before }) }
  const lists = await inChunks(addresses, parallel, async (address) => {
    const params = [address, options]
    return (await askSolana<readonly RpcSignature[]>(pool, 'getSignaturesForAddress', params)).result ?? []
  })
  const merged = mergeSignatures(lists)
  const orders = await readOrders(pool, findUnorderedSlots(lists), merged.slice(0, limit + 1))
  return mergeSignatures(lists, (slot) => orders.get(slot) ?? [])
}

/** Reads the transaction order of the slots in which the order is not known. */
async function readOrders(pool: FamilyPool, slots: readonly bigint[], page: readonly SignatureAt[]) {
  const options = { ...confirmed, ...versions, transactionDetails: 'signatures', rewards: false }
  const wanted = slots.filter((slot) => page.some((one) => one.slot === slot))
  const orders = await inChunks(wanted, parallel, async (slot) => {
    const { result } = await askSolana<RpcBlock>(pool, 'getBlock', [Number(slot), options])
    return [slot, result?.signatures ?? []] as const
  })
  return new Map(orders)
}

/** Reads a transaction. Returns null if a fork has removed it. */
const readOne = (pool: FamilyPool, hash: string): Promise<SolanaTransaction | null> =>
  getTransaction(pool, { hash }).catch((error: unknown) => {
    if (error instanceof UnknownTransactionError) return null
    throw error
  })

/** Counts the owner's token accounts that the transactions name but that were not searched. */
function findUnsearched(
  transactions: readonly (SolanaTransaction | null)[],
  owner: string,
  searched: readonly string[],
): number {
  const own = transactions.flatMap((one) => one?.details.tokens ?? []).filter((token) => token.owner === owner)
  return new Set(own.map(({ account }) => account).filter((account) => !searched.includes(account))).size
}

const readFirstSlot = (pool: FamilyPool): Promise<bigint> =>
  askSolana<RpcInteger>(pool, 'getFirstAvailableBlock').then(
    ({ result }) => BigInt(result ?? 0),
    () => 0n,
  )
