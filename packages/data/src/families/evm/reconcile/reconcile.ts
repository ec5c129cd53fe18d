import type { ChainProfile, ProviderPool } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import type { Address, Hex, PublicClient, RpcBlock, Transaction, TransactionReceipt } from 'viem'
import { numberToHex } from 'viem'
import { UnknownBlockError, UnknownFeeRulesError } from '../../../errors.ts'
import { inChunks } from '../../inChunks.ts'
import type { Difference, Reconciliation } from '../../reconciliation.ts'
import { getBlock } from '../getBlock.ts'
import { readReceipts } from '../readReceipts.ts'
import { getBlockTraces } from '../traces/getTransactionTrace.ts'
import { type Balances, type BlockRecord, collectAddresses, playBlock } from './playBlock.ts'
import type { Uncle } from './rewards.ts'

/** Blocks that are read ahead. */
const readAhead = 8
/** Balances that are asked for at once. */
const balancesAtOnce = 50

/**
 * Holds what the last blocks of Ethereum say against the balances the node says: for every address that a block touches, its balance
 * before the block, changed by transfers, internal ones too, fees, self-destructs, withdrawals and rewards, must be the node's after
 * it; and an address that no block touches must keep its balance. Takes a node that traces and keeps the state of these blocks.
 *
 * @throws {UnknownFeeRulesError} other chains, which share out fees in ways of their own
 * @throws {MethodsMissingError} no provider traces
 * @throws {UnknownBlockError} a reorganisation has replaced a block meanwhile: begin again
 * @throws {AllProvidersFailedError} also where nobody keeps the state of these blocks
 */
export async function reconcile(pool: ProviderPool, { blocks }: { readonly blocks: number }): Promise<Reconciliation> {
  requireKnownFees(pool.chain)
  const { asOf } = await getBlock(pool)
  const toBlock = asOf.block
  const wanted = toBlock - BigInt(blocks) + 1n
  const fromBlock = wanted > 1n ? wanted : 1n
  const accounts = createAccounts(pool)
  let transactions = 0
  let parent: Hex | undefined
  for (let next = fromBlock; next <= toBlock; next += BigInt(readAhead)) {
    const left = toBlock - next + 1n
    const numbers = Array.from({ length: Math.min(readAhead, Number(left)) }, (_, index) => next + BigInt(index))
    for (const record of await Promise.all(numbers.map((number) => readRecord(pool, number)))) {
      const { hash, parentHash } = record.block
      if (parent !== undefined && parentHash !== parent) throw new UnknownBlockError(pool.chain.name, parent)
      await accounts.hold(record)
      transactions += record.transactions.length
      parent = hash as Hex
    }
  }
  // A chain of no block but its first has nothing to hold.
  const hash = parent ?? (asOf.hash as Hex)
  const differences = await accounts.end(hash)
  return {
    chain: pool.chain.name,
    fromBlock,
    toBlock,
    hash,
    transactions,
    addresses: accounts.count(),
    differences,
  }
}

/** Other chains pay parts of a fee to vaults, collectors and sequencers of their own. */
function requireKnownFees({ name }: ChainProfile): void {
  if (name !== 'ethereum') throw new UnknownFeeRulesError(name)
}

/** Balances as the node last said, and what was found different. */
function createAccounts(pool: ProviderPool) {
  /** After the last block that touched the address. */
  const known: Balances = new Map()
  const differences: Difference[] = []

  /** What the node says, kept for the next block. */
  async function check(address: Address, block: Hex, expected: bigint, what: string): Promise<void> {
    const actual = await readBalance(pool, address, block)
    known.set(address, actual)
    if (actual !== expected) differences.push({ what, expected: String(expected), actual: String(actual) })
  }

  return {
    count: () => known.size,
    async hold(record: BlockRecord): Promise<void> {
      const { hash, parentHash, number } = record.block
      const addresses = [...collectAddresses(record)]
      const before = await inChunks(addresses, balancesAtOnce, async (address) => {
        return [address, known.get(address) ?? (await readBalance(pool, address, parentHash))] as const
      })
      const after: Balances = new Map(before)
      playBlock(record, after)
      await inChunks(addresses, balancesAtOnce, (address) =>
        check(address, hash as Hex, after.get(address) ?? 0n, `${address} block ${number}`),
      )
    },
    /** Every address must still have what its last block left it. */
    async end(hash: Hex): Promise<readonly Difference[]> {
      await inChunks([...known], balancesAtOnce, ([address, balance]) =>
        check(address, hash, balance, `${address} after its last block`),
      )
      return differences
    },
  }
}

async function readBalance(pool: ProviderPool, address: Address, blockHash: Hex): Promise<bigint> {
  const { result } = await pool.send<Hex>({ method: 'eth_getBalance', params: [address, { blockHash }] })
  return BigInt(result)
}

async function readRecord(pool: ProviderPool, number: bigint): Promise<BlockRecord> {
  const client = createPoolClient(pool)
  const block = await client.getBlock({ blockNumber: number, includeTransactions: true })
  const all = block.transactions as readonly Transaction[]
  const [receipts, traces, uncles] = await Promise.all([
    all.length === 0 ? new Map<Hex, TransactionReceipt>() : readReceipts(client, block, all),
    all.length === 0 ? [] : getBlockTraces(pool, { block: number }),
    readUncles(client, block),
  ])
  if (traces.some(({ blockHash }) => blockHash !== undefined && blockHash !== block.hash))
    throw new UnknownBlockError(pool.chain.name, block.hash)
  return {
    block: block as BlockRecord['block'],
    uncles,
    traces,
    transactions: all.map((transaction) => ({
      transaction,
      receipt: receipts.get(transaction.hash) as TransactionReceipt,
    })),
  }
}

async function readUncles(
  client: PublicClient,
  { hash, uncles }: { readonly hash: Hex; readonly uncles: readonly Hex[] },
): Promise<readonly Uncle[]> {
  return Promise.all(
    uncles.map(async (_, index) => {
      const { number, miner } = (await client.request({
        method: 'eth_getUncleByBlockHashAndIndex',
        params: [hash, numberToHex(index)],
      })) as RpcBlock
      return { number: BigInt(number as Hex), miner: miner as Address }
    }),
  )
}
