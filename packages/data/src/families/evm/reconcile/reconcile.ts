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

/** Number of blocks read ahead. */
const readAhead = 8
/** Number of balances requested at the same time. */
const balancesAtOnce = 50

/**
 * Checks the last blocks of Ethereum against the node's balances. For every address in a block, the balance before the block plus
 * its transfers (internal ones too), fees, self-destructs, withdrawals and rewards must equal the node's balance after it. The
 * balances of other addresses must stay the same. Requires a node that traces and keeps the state of these blocks.
 *
 * @throws {UnknownFeeRulesError} other chains, which distribute fees by their own rules
 * @throws {MethodsMissingError} no provider has a trace method
 * @throws {UnknownBlockError} a reorganization has replaced a block during the check; start again
 * @throws {AllProvidersFailedError} also if no provider keeps the state of these blocks
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
  // A chain that has only its first block has nothing to check.
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

/** Throws for chains other than Ethereum, which pay parts of a fee to their own vaults, collectors and sequencers. */
function requireKnownFees({ name }: ChainProfile): void {
  if (name !== 'ethereum') throw new UnknownFeeRulesError(name)
}

/** Keeps the last balances from the node and the differences. */
function createAccounts(pool: ProviderPool) {
  /** Balances after the last block in which the address appeared. */
  const known: Balances = new Map()
  const differences: Difference[] = []

  /** Compares with the node's balance, and keeps that balance for the next block. */
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
    /** Checks that every address still has the balance after its last block. */
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
