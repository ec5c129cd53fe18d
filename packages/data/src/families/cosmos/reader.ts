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
import type { BlockReference, FamilyReader, StatsQuestion } from '../familyReader.ts'
import { byInterface, type Reached } from '../interfaces.ts'
import { isUnanswered } from '../isUnanswered.ts'
import { toTransactionHash } from './bytes.ts'
import { checkAddress, toNativeDenom } from './chainParameters.ts'
import type { BlockHeader, Coin, CosmosEvent, CosmosMessage, Decoded } from './decoded.ts'
import type { Transfer } from './events.ts'
import { searchHistory } from './history.ts'
import { computeMovements } from './movements.ts'
import { createCometbftSource } from './sources/cometbft.ts'
import { createLcdSource } from './sources/lcd.ts'
import type { CosmosSource } from './sources/source.ts'

/** The fields that only Cosmos transactions have. For `from`, `to` and `value` see `Movements`. */
export type CosmosTransactionDetails = {
  readonly code: number
  readonly codespace: string
  readonly log: string
  readonly gasWanted: bigint
  /** All coins of the fee. `fee` is the amount in `feeDenom`, which is the chain's own currency if the fee includes it. */
  readonly feeAmounts: readonly Coin[]
  readonly feeDenom: string | null
  readonly feePayer: string | null
  readonly feeGranter: string | null
  readonly memo: string
  readonly messageTypes: readonly string[]
  readonly messages: readonly CosmosMessage[]
  readonly transfers: readonly Transfer[]
  readonly events: readonly CosmosEvent[]
}
export type CosmosBlockDetails = Pick<BlockHeader, 'chainId' | 'appHash' | 'dataHash' | 'validatorsHash'> & {
  readonly transactionHashes: readonly string[]
}
export type CosmosBalance = FamilyBalance<'cosmos', { readonly balances: readonly Coin[] }>
export type CosmosTransaction = FamilyTransaction<'cosmos', CosmosTransactionDetails>
export type CosmosBlock = FamilyBlock<'cosmos', CosmosBlockDetails>

const sources = { lcd: createLcdSource, cometbft: createCometbftSource } as const

const bySource = <result>(
  pool: FamilyPool,
  read: (source: CosmosSource, reached: Reached) => Promise<result>,
): Promise<result> =>
  byInterface(pool, (link, reached) =>
    read(sources[reached.name as keyof typeof sources](pool.chain.name, link), reached),
  )

/** Returns the `asOf` of an answer. Committed blocks are final. */
const toAsOf = (
  { height, hash, time }: Pick<BlockHeader, 'height' | 'hash' | 'time'>,
  { providers }: Reached,
): AsOf => ({
  block: height,
  hash,
  ageMs: Math.max(0, Date.now() - Number(time) * 1000),
  finality: 'final',
  source: [...providers].join(', '),
})

function toTransaction(chain: string, found: Decoded, block: BlockHeader | null, reached: Reached): CosmosTransaction {
  const {
    hash,
    height,
    code,
    gasWanted,
    gasUsed,
    feeAmounts,
    messages,
    messageEvents: _,
    signer: __,
    time,
    ...rest
  } = found
  const denom = toNativeDenom(chain)
  const paid = feeAmounts.find((coin) => coin.denom === denom) ?? feeAmounts[0]
  const { from, to, value, transfers } = computeMovements(found, denom)
  const timestamp = time ?? block?.time ?? null
  return {
    family: 'cosmos',
    chain,
    hash,
    from,
    to,
    value,
    fee: paid?.amount ?? 0n,
    gasUsed,
    gasPrice: paid && gasWanted > 0n ? `${toPrice(paid.amount, gasWanted)} ${paid.denom}` : null,
    blockNumber: height,
    blockHash: block?.hash ?? null,
    timestamp,
    status: code === 0 ? 'success' : 'failed',
    details: {
      code,
      gasWanted,
      feeAmounts,
      feeDenom: paid?.denom ?? null,
      messages,
      transfers,
      ...rest,
      messageTypes: messages.map((message) => message['@type']),
    },
    asOf: block && toAsOf(block, reached),
  }
}

/** Returns the price per unit of gas, with six decimals. */
const toPrice = (fee: bigint, gas: bigint): string => String(Number((Number(fee) / Number(gas)).toFixed(6)))

/** Converts the caller's block reference to a height or hash. @throws {InvalidBlockError} */
function toReference(block: BlockReference): bigint | string {
  if (typeof block === 'bigint') return block
  if (/^(?:0x)?[\da-f]{64}$/i.test(block)) return block.replace(/^0x/i, '').toUpperCase()
  if (['latest', 'safe', 'finalized'].includes(block)) return 'latest'
  if (block === 'earliest') return 1n
  throw new InvalidBlockError(block, 'a height, 64 hexadecimal digits, latest or earliest')
}

async function readBlock(source: CosmosSource, chain: string, block: BlockReference): Promise<BlockHeader> {
  const found = await source.block(toReference(block))
  if (found === null) throw new UnknownBlockError(chain, block)
  return found
}

/** Returns the block of a transaction. Null if the node has pruned it. */
const findBlock = (source: CosmosSource, height: bigint): Promise<BlockHeader | null> =>
  source.block(height).catch((error: unknown) => {
    if (isUnanswered(error)) return null
    throw error
  })

async function checkAddressOf(pool: FamilyPool, address: string): Promise<string> {
  // The first verification of the providers determines the network.
  await pool.interfaces()
  return checkAddress(address, pool.chain.name, [pool.chain.network, null].includes(pool.network()))
}

async function getBalance(pool: FamilyPool, { address }: { readonly address: string }): Promise<CosmosBalance> {
  const { name } = pool.chain
  const known = await checkAddressOf(pool, address)
  const unit = toNativeDenom(name)
  return bySource(pool, async (source, reached) => {
    const balances = await source.balances(known)
    const balance = balances.find(({ denom }) => denom === unit)?.amount ?? 0n
    const head = await readBlock(source, name, 'latest')
    return {
      family: 'cosmos',
      chain: name,
      address: known,
      balance,
      unit,
      details: { balances },
      asOf: toAsOf(head, reached),
    }
  })
}

async function getTransaction(pool: FamilyPool, { hash }: { readonly hash: string }): Promise<CosmosTransaction> {
  const { name } = pool.chain
  const known = hash.replace(/^0x/i, '').toUpperCase()
  if (!/^[\dA-F]{64}$/.test(known)) throw new InvalidHashError(hash, '64 hexadecimal digits')
  return bySource(pool, async (source, reached) => {
    const found = await source.transaction(known)
    if (found === null) throw new UnknownTransactionError(name, hash)
    return toTransaction(name, found, await findBlock(source, found.height), reached)
  })
}

async function getBlock(
  pool: FamilyPool,
  { block, full = false }: { readonly block: BlockReference; readonly full?: boolean },
): Promise<CosmosBlock> {
  const { name } = pool.chain
  return bySource(pool, async (source, reached) => {
    const header = await readBlock(source, name, block)
    const { height, hash, parentHash, time, proposer, transactions, chainId, appHash, dataHash, validatorsHash } =
      header
    const all = full ? await source.transactions(header, 0, transactions.length).catch(() => null) : null
    return {
      family: 'cosmos',
      chain: name,
      number: height,
      hash,
      parentHash,
      timestamp: time,
      miner: proposer,
      transactions: transactions.length,
      gasLimit: null,
      baseFee: null,
      gasUsed: all?.reduce((sum, { gasUsed }) => sum + gasUsed, 0n) ?? null,
      details: {
        chainId,
        appHash,
        dataHash,
        validatorsHash,
        transactionHashes: transactions.map(toTransactionHash),
      },
      asOf: toAsOf(header, reached),
    }
  })
}

async function getBlockTransactions(
  pool: FamilyPool,
  { block = -1n, offset, limit }: Parameters<FamilyReader['getBlockTransactions']>[1],
): Promise<FamilyBlockTransactions<'cosmos', CosmosTransaction>> {
  const { name } = pool.chain
  return bySource(pool, async (source, reached) => {
    const header = await readBlock(source, name, block === -1n ? 'latest' : block)
    const total = header.transactions.length
    const page = await source.transactions(header, offset, limit === undefined ? total : offset + limit)
    return {
      family: 'cosmos',
      chain: name,
      number: header.height,
      hash: header.hash,
      total,
      transactions: page.map((found) => toTransaction(name, found, header, reached)),
      asOf: toAsOf(header, reached),
    }
  })
}

async function getHistory(
  pool: FamilyPool,
  { address, limit, cursor }: Parameters<FamilyReader['getHistory']>[1],
): Promise<FamilyHistory<'cosmos', CosmosTransaction>> {
  const { name } = pool.chain
  const known = await checkAddressOf(pool, address)
  return bySource(pool, async (source, reached) => {
    const { found, nextCursor } = await searchHistory(source, known, limit, cursor)
    const [head, earliest] = [await readBlock(source, name, 'latest'), await source.earliest()]
    const blocks = await Promise.all(found.map(({ height }) => findBlock(source, height)))
    const oldest = nextCursor === null ? (earliest ?? 1n) : (found.at(-1)?.height ?? 1n)
    return {
      family: 'cosmos',
      chain: name,
      address: known,
      nextCursor,
      transactions: found.map((one, index) => toTransaction(name, one, blocks[index] ?? null, reached)),
      // A node that has pruned old blocks has pruned their transactions as well.
      coverage: {
        fromBlock: oldest,
        toBlock: head.height,
        complete: earliest !== null && earliest <= oldest,
        source: reached.name,
      },
      asOf: toAsOf(head, reached),
    }
  })
}

const getActiveValidators = (pool: FamilyPool): Promise<number | null> =>
  bySource(pool, (source) => source.validators())

async function getNetworkStats(pool: FamilyPool, question: StatsQuestion): Promise<FamilyNetworkStats<'cosmos'>> {
  const { name } = pool.chain
  const statBlocks = BigInt(question.blocks)
  return bySource(pool, async (source, reached) => {
    const head = await readBlock(source, name, 'latest')
    const count = head.height - 1n < statBlocks ? head.height - 1n : statBlocks
    const earlier = await Promise.all(
      Array.from({ length: Number(count) }, (_, index) => readBlock(source, name, head.height - BigInt(index) - 1n)),
    )
    const blocks = [head, ...earlier]
    const seconds = Number(head.time - (blocks.at(-1) as BlockHeader).time)
    const transactions = blocks.slice(0, -1).reduce((total, block) => total + block.transactions.length, 0)
    const [pendingTransactions, peerCount] = await Promise.all([source.pending(), source.peers()])
    return {
      family: 'cosmos',
      chain: name,
      latestBlock: head.height,
      pendingTransactions,
      peerCount,
      gasUsedRatio: null,
      blockTime: seconds > 0 ? seconds / (blocks.length - 1) : null,
      tps: seconds > 0 ? transactions / seconds : null,
      asOf: toAsOf(head, reached),
    }
  })
}

export const cosmosReader = {
  getBalance,
  getTransaction,
  getBlock,
  getBlockTransactions,
  getHistory,
  getNetworkStats,
  getActiveValidators,
} satisfies FamilyReader
