import type { FamilyPool } from '@outrigger/core'
import type { AsOf } from '../../asOf.ts'
import { InvalidBlockError, InvalidHashError, UnknownBlockError, UnknownTransactionError } from '../../errors.ts'
import type {
  FamilyBalance,
  FamilyBlock,
  FamilyBlockTransactions,
  FamilyHistory,
  FamilyNetworkStats,
  FamilyTransaction,
} from '../familyData.ts'
import type { BlockReference, FamilyHeader, FamilyReader, HistoryPage, StatsQuestion } from '../familyReader.ts'
import type { HistoryIndex } from '../historyIndex.ts'
import { inChunks } from '../inChunks.ts'
import { isUnanswered } from '../isUnanswered.ts'
import { checkAddress, isAddress } from './address.ts'
import { bySource } from './bySource.ts'
import type { BitcoinInput, BitcoinOutput, BlockHeader, Decoded, Mined } from './decoded.ts'
import { findIndexed, isIndexCursor } from './indexedHistory.ts'
import { byValue, computeDeltas, computeMovements, sum } from './movements.ts'
import { type BitcoinNetwork, listNetworks, toNetwork, toSubsidy } from './networks.ts'
import { type BitcoinSource, type Found, parallelCalls } from './sources/source.ts'

/** The fields that only Bitcoin transactions have. For `value`, `from` and `to` see `Movements`. */
export type BitcoinTransactionDetails = Omit<Decoded, 'txid' | 'feeSat'> & {
  readonly txid: string
  /** Null in a coinbase, or if it is not known. */
  readonly feeSat: bigint | null
  readonly confirmations: number
  readonly inputs: readonly BitcoinInput[]
  readonly outputs: readonly BitcoinOutput[]
  /** Net satoshis of each address. Null if a spent output is not known. */
  readonly addressDeltas: ReadonlyMap<string, bigint> | null
}
export type BitcoinBlockDetails = Pick<BlockHeader, 'size' | 'weight' | 'version' | 'merkleRoot' | 'nonce' | 'bits'> & {
  readonly confirmations: number
  readonly subsidySat: bigint
} & Partial<BitcoinBlockSums>
/** The sums that require all transactions of a block. */
export type BitcoinBlockSums = {
  readonly transactionHashes: readonly string[]
  /** Total payout of the first transaction. */
  readonly coinbaseOutSat: bigint
  /** Null if a spent output is not known. */
  readonly totalFeesSat: bigint | null
  /** Net satoshis of each address over the block. Null if a spent output is not known. */
  readonly addressDeltas: ReadonlyMap<string, bigint> | null
}
export type BitcoinBalance = FamilyBalance<'bitcoin', { readonly utxos: number | null; readonly source: string }>
export type BitcoinTransaction = FamilyTransaction<'bitcoin', BitcoinTransactionDetails>
export type BitcoinBlock = FamilyBlock<'bitcoin', BitcoinBlockDetails>

const maxBlockWeight = 4_000_000n
/**
 * Number of confirmations for `safe`, as recipients usually require. The next constant is the number for `final`,
 * when the coinbase may be spent.
 */
const safeConfirmations = 6
const finalConfirmations = 100

const toFinality = (confirmations: number): AsOf['finality'] =>
  confirmations >= finalConfirmations ? 'final' : confirmations >= safeConfirmations ? 'safe' : 'included'

const toAsOf = ({ height, hash, time, confirmations }: Mined, providers: ReadonlySet<string>): AsOf => ({
  block: height,
  hash,
  ageMs: Math.max(0, Date.now() - Number(time) * 1000),
  finality: toFinality(confirmations),
  source: [...providers].join(', '),
})

function toTransaction(
  chain: string,
  { transaction, mined }: Found,
  providers: ReadonlySet<string>,
): BitcoinTransaction {
  const { txid, vsize, feeSat: _, ...details } = transaction
  const { from, to, value, fee, addressDeltas } = computeMovements(transaction)
  return {
    family: 'bitcoin',
    chain,
    hash: txid,
    from,
    to,
    value,
    fee,
    gasUsed: vsize === null ? null : BigInt(vsize),
    // Nodes do not print the weight of a part in Litecoin's extension block, which the fee also pays for.
    gasPrice:
      fee === null || !vsize || details.outputs.some(({ valueSat }) => valueSat === null)
        ? null
        : `${toRate(fee, vsize)} sat/vB`,
    blockNumber: mined?.height ?? null,
    blockHash: mined?.hash ?? null,
    timestamp: mined?.time ?? null,
    status: mined === null ? 'pending' : 'success',
    details: { txid, vsize, ...details, feeSat: fee, addressDeltas, confirmations: mined?.confirmations ?? 0 },
    asOf: mined && toAsOf(mined, providers),
  }
}

/** Returns satoshis per virtual byte, with three decimals. */
const toRate = (fee: bigint, vsize: number): string => String(Number((Number(fee) / vsize).toFixed(3)))

function computeSums(transactions: readonly Decoded[]): BitcoinBlockSums {
  const fees = transactions.filter(({ coinbase }) => !coinbase).map((transaction) => computeMovements(transaction).fee)
  const isKnown = transactions.every(
    ({ coinbase, inputs }) => coinbase || inputs.every(({ valueSat }) => valueSat !== null),
  )
  return {
    transactionHashes: transactions.map(({ txid }) => txid),
    coinbaseOutSat: sum(transactions[0]?.outputs ?? []),
    totalFeesSat: fees.reduce<bigint | null>((total, fee) => (total === null || fee === null ? null : total + fee), 0n),
    addressDeltas: isKnown ? computeDeltas(transactions) : null,
  }
}

const depths: Readonly<Record<string, number>> = { safe: safeConfirmations, finalized: finalConfirmations }

/** Converts the caller's block reference to a height or a hash. @throws {InvalidBlockError} */
async function toReference(source: BitcoinSource, block: BlockReference): Promise<bigint | string> {
  if (typeof block === 'bigint' || /^[\da-f]{64}$/.test(block)) return block
  if (block === 'earliest') return 0n
  if (block === 'latest') return (await source.head()).hash
  const depth = depths[block]
  if (depth === undefined)
    throw new InvalidBlockError(block, 'a height, 64 hexadecimal digits, latest, safe, finalized or earliest')
  const { height } = await source.head()
  return height >= BigInt(depth) ? height - BigInt(depth) + 1n : 0n
}

async function readHeader(source: BitcoinSource, chain: string, block: BlockReference): Promise<BlockHeader> {
  const reference = await toReference(source, typeof block === 'string' ? block.toLowerCase() : block)
  const header = await source.header(reference)
  if (header === null) throw new UnknownBlockError(chain, block)
  return header
}

/**
 * Checks that the address belongs to the network of the nodes. While that network is unknown, an address of any network of the
 * chain is accepted.
 */
async function checkAddressOf(pool: FamilyPool, address: string): Promise<string> {
  await pool.interfaces()
  const genesis = pool.network()
  if (genesis !== null) return checkAddress(address, toNetwork(pool.chain, genesis))
  const [main, ...tests] = listNetworks(pool.chain) as readonly [BitcoinNetwork, ...BitcoinNetwork[]]
  const found = tests.find((network) => isAddress(address, network))
  return checkAddress(address, found ?? main)
}

async function getBalance(pool: FamilyPool, { address }: { readonly address: string }): Promise<BitcoinBalance> {
  // Rejects an address of another network before a node scans all outputs.
  const known = await checkAddressOf(pool, address)
  return bySource(pool, async (source, name, providers) => {
    const { satoshis, utxos } = await source.balance(known)
    const head = await source.head()
    return {
      family: 'bitcoin',
      chain: pool.chain.name,
      address: known,
      balance: satoshis,
      unit: 'sat',
      details: { utxos, source: name },
      asOf: toAsOf(head, providers),
    }
  })
}

async function getTransaction(pool: FamilyPool, { hash }: { readonly hash: string }): Promise<BitcoinTransaction> {
  const { name } = pool.chain
  const txid = hash.toLowerCase()
  if (!/^[\da-f]{64}$/.test(txid)) throw new InvalidHashError(hash, '64 hexadecimal digits')
  return bySource(pool, async (source, _, providers) => {
    const found = await source.transaction(txid)
    if (found === null) throw new UnknownTransactionError(name, hash)
    return toTransaction(name, found, providers)
  })
}

async function getBlock(
  pool: FamilyPool,
  { block, full = false }: { readonly block: BlockReference; readonly full?: boolean },
): Promise<BitcoinBlock> {
  const { name } = pool.chain
  return bySource(pool, async (source, _, providers) => {
    const header = await readHeader(source, name, block)
    const { height, hash, parentHash, time, transactions, size, weight, version, merkleRoot, nonce, bits } = header
    const all = full ? await source.transactions(header, 0) : []
    const coinbase = full ? all[0] : await source.coinbase(header)
    const [payout] = coinbase?.outputs.toSorted(byValue) ?? []
    const subsidySat = toSubsidy(toNetwork(pool.chain, pool.network()), height)
    return {
      family: 'bitcoin',
      chain: name,
      number: height,
      hash,
      parentHash,
      timestamp: time,
      transactions,
      miner: payout?.address ?? null,
      gasUsed: weight === null ? null : BigInt(weight),
      gasLimit: maxBlockWeight,
      baseFee: null,
      details: {
        size,
        weight,
        version,
        merkleRoot,
        nonce,
        bits,
        confirmations: header.confirmations,
        subsidySat,
        ...(full && computeSums(all)),
      },
      asOf: toAsOf(header, providers),
    }
  })
}

async function getHeader(pool: FamilyPool, { block }: { readonly block: BlockReference }): Promise<FamilyHeader> {
  return bySource(pool, async (source) => {
    const point = await source.point(await toReference(source, block))
    if (point === null) throw new UnknownBlockError(pool.chain.name, block)
    return { number: point.height, hash: point.hash, parentHash: point.parentHash, timestamp: point.time }
  })
}

async function getBlockTransactions(
  pool: FamilyPool,
  { block, offset, limit }: Parameters<FamilyReader['getBlockTransactions']>[1],
): Promise<FamilyBlockTransactions<'bitcoin', BitcoinTransaction>> {
  const { name } = pool.chain
  return bySource(pool, async (source, _, providers) => {
    const header = await readHeader(source, name, block ?? 'latest')
    const page = await source.transactions(header, offset, limit)
    return {
      family: 'bitcoin',
      chain: name,
      number: header.height,
      hash: header.hash,
      total: header.transactions,
      transactions: page.map((transaction) => toTransaction(name, { transaction, mined: header }, providers)),
      asOf: toAsOf(header, providers),
    }
  })
}

type BitcoinHistory = FamilyHistory<'bitcoin', BitcoinTransaction>

/** Uses the address index of a provider. If no provider has one, uses a local index that covers the address. */
async function getHistory(pool: FamilyPool, { address, index, ...page }: HistoryPage): Promise<BitcoinHistory> {
  const known = await checkAddressOf(pool, address)
  const isHeld = index !== undefined && index.held(known) !== null
  if (isHeld && page.cursor !== undefined && isIndexCursor(page.cursor))
    return getIndexedHistory(pool, { address: known, index, ...page })
  try {
    return await getProvidersHistory(pool, { address: known, ...page })
  } catch (error) {
    if (!isHeld || !isUnanswered(error)) throw error
    return getIndexedHistory(pool, { address: known, index, ...page })
  }
}

async function getIndexedHistory(
  pool: FamilyPool,
  { address, index, limit, cursor }: HistoryPage & { readonly index: HistoryIndex },
): Promise<BitcoinHistory> {
  const { name } = pool.chain
  return bySource(pool, async (source, _, providers) => {
    const { found, nextCursor, coverage } = await findIndexed(source, index, { address, limit, cursor })
    return {
      family: 'bitcoin',
      chain: name,
      address,
      nextCursor,
      coverage,
      transactions: found.map((one) => toTransaction(name, one, providers)),
      asOf: toAsOf(await source.head(), providers),
    }
  })
}

function getProvidersHistory(
  pool: FamilyPool,
  { address: known, limit, cursor }: HistoryPage,
): Promise<BitcoinHistory> {
  const { name } = pool.chain
  return bySource(pool, async (source, from, providers) => {
    const { found, nextCursor, complete } = await source.history(known, limit, cursor)
    const head = await source.head()
    const oldest = found.at(-1)?.mined?.height ?? 0n
    return {
      family: 'bitcoin',
      chain: name,
      address: known,
      nextCursor,
      transactions: found.map((one) => toTransaction(name, one, providers)),
      coverage: { fromBlock: nextCursor === null ? 0n : oldest, toBlock: head.height, complete, source: from },
      asOf: toAsOf(head, providers),
    }
  })
}

async function getNetworkStats(pool: FamilyPool, question: StatsQuestion): Promise<FamilyNetworkStats<'bitcoin'>> {
  const { name } = pool.chain
  const statBlocks = BigInt(question.blocks)
  return bySource(pool, async (source, _, providers) => {
    const head = await source.head()
    const count = head.height < statBlocks ? head.height : statBlocks
    const earlier = Array.from({ length: Number(count) + 1 }, (_, index) => head.height - BigInt(index))
    const headers = await inChunks(earlier, parallelCalls, (height) => readHeader(source, name, height))
    const [pendingTransactions, peerCount] = await Promise.all([source.pending(), source.peers()])
    const [latest, oldest] = [headers[0] as BlockHeader, headers.at(-1) as BlockHeader]
    const seconds = Number(latest.time - oldest.time)
    const transactions = headers.slice(0, -1).reduce((total, header) => total + header.transactions, 0)
    return {
      family: 'bitcoin',
      chain: name,
      latestBlock: latest.height,
      pendingTransactions,
      peerCount,
      blockTime: seconds > 0 ? seconds / (headers.length - 1) : null,
      tps: seconds > 0 ? transactions / seconds : null,
      gasUsedRatio: latest.weight === null ? null : latest.weight / Number(maxBlockWeight),
      asOf: toAsOf(latest, providers),
    }
  })
}

export const bitcoinReader = {
  getBalance,
  getTransaction,
  getBlock,
  getHeader,
  getBlockTransactions,
  getHistory,
  getNetworkStats,
} satisfies FamilyReader
