import { createHash } from 'node:crypto'
import type { FamilyPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { MethodsMissingError, UnknownBlockError } from '../errors.ts'
import { checkAddress } from '../families/bitcoin/address.ts'
import { bySource } from '../families/bitcoin/bySource.ts'
import type { Decoded } from '../families/bitcoin/decoded.ts'
import { toNetwork } from '../families/bitcoin/networks.ts'
import { watchBlocks } from '../watch/watchBlocks.ts'
import { type IndexedBlock, roles } from './entries.ts'
import type { IndexedChain } from './indexedChain.ts'

/**
 * Number of blocks read at once. It is small because each block already sends up to eight requests at once if the
 * nodes do not print previous outputs.
 */
const parallel = 2
/** Parent hash of the first block. */
const noBlock = '00'.repeat(32)

/**
 * Creates the reader of a Bitcoin-family chain for the index. It reads the addresses of the outputs that each transaction spends
 * and creates.
 */
export async function createBitcoinChain(pool: FamilyPool): Promise<IndexedChain> {
  const genesis = await readGenesis(pool)
  const network = toNetwork(pool.chain, genesis)
  return {
    id: Number.parseInt(genesis.slice(-13), 16),
    parallel,
    readHead: () => bySource(pool, async (source) => Number((await source.head()).height)),
    readHash: (number) => bySource(pool, async (source) => (await source.point(BigInt(number)))?.hash ?? null),
    readBlock: (number) => readBlock(pool, number),
    watchHeads: (onHead) => watchBlocks(pool, onHead),
    toAddress: (text) => checkAddress(text, network),
    toKey,
  }
}

/** Identifies the network by the genesis hash that the nodes report, because a file always belongs to one network. */
async function readGenesis(pool: FamilyPool): Promise<string> {
  await pool.interfaces()
  const genesis = pool.network() ?? (await bySource(pool, async (source) => (await source.point(0n))?.hash ?? null))
  if (genesis === null) throw new UnknownBlockError(pool.chain.name, 0n)
  return genesis
}

/**
 * Returns the key of an address: the first 20 bytes of the SHA-256 of its text. Addresses themselves differ in length
 * and share prefixes.
 */
const toKey = (address: string) => `0x${createHash('sha256').update(address).digest('hex').slice(0, 40)}` as Hex

/** @throws {MethodsMissingError} the outputs that inputs spend are not available, so spends would be missing */
async function readBlock(pool: FamilyPool, number: number): Promise<IndexedBlock | null> {
  return bySource(pool, async (source) => {
    const header = await source.header(BigInt(number))
    if (header === null) return null
    const transactions = await source.transactions(header, 0)
    if (transactions.some(isUnknown))
      throw new MethodsMissingError(pool.chain.name, ['getblock with previous outputs, or -txindex'])
    return {
      number,
      hash: header.hash,
      parentHash: header.parentHash ?? noBlock,
      transactions: transactions.map((one, index) => ({ index, hash: `0x${one.txid}`, addresses: toRoles(one) })),
    }
  })
}

const isUnknown = ({ coinbase, inputs }: Decoded) => !coinbase && inputs.some(({ valueSat }) => valueSat === null)

function toRoles({ inputs, outputs }: Decoded): Map<string, number> {
  const found = new Map<string, number>()
  const add = (address: string | null, role: number) => {
    if (address !== null) found.set(toKey(address), (found.get(toKey(address)) ?? 0) | role)
  }
  for (const { address } of inputs) add(address, roles.sender)
  for (const { address } of outputs) add(address, roles.recipient)
  return found
}
