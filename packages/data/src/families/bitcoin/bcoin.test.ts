import { chains, createFamilyPool, type FamilyPool } from '@outrigger/core'
import { type Bcoin, BcoinMissingError, startBcoin } from '@outrigger/devnet/bcoin'
import { leaveOut } from '@outrigger/devnet/recorded'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createAddressIndex } from '../../addressIndex/index.ts'
import { MethodsMissingError, UnknownBlockError, UnknownTransactionError } from '../../errors.ts'
import {
  getBalance,
  getBlock,
  getBlockTransactions,
  getHistory,
  getNetworkStats,
  getTransaction,
  reconcile,
} from '../../questions.ts'
import { toAddress } from './address.ts'
import { toSatoshi } from './amount.ts'
import { toNetwork } from './networks.ts'
import type { BitcoinBlock, BitcoinTransaction } from './reader.ts'
import { classifyScript, type Destination } from './script.ts'

let node: Bcoin
let pool: FamilyPool
let absent: BcoinMissingError | undefined
let miner: string
const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'

beforeAll(async () => {
  try {
    node = await startBcoin()
  } catch (error) {
    if (!(error instanceof BcoinMissingError)) throw error
    absent = error
    return
  }
  pool = createFamilyPool({ chain: chains.bitcoin, endpoints: [node.url] })
  miner = await newAddress()
  // Witness outputs can be spent from block 432 on.
  await mine(440)
}, 300_000)
afterAll(async () => {
  await pool?.close()
  await node?.close()
})
beforeEach((test) => {
  if (absent) leaveOut(test, `Bitcoin is not held against bcoin: ${absent.message}`)
})

const newAddress = () => node.wallet<string>('getnewaddress', 'default')
const read = async (hash: string) => (await getTransaction(pool, { hash })) as BitcoinTransaction

const patience = { timeout: 30_000, interval: 20 }

/** The wallets follow the chain with a short delay. */
async function mine(blocks: number): Promise<readonly string[]> {
  const hashes = await node.rpc<string[]>('generatetoaddress', blocks, miner)
  const { tx } = await node.rpc<{ tx: [string] }>('getblock', hashes.at(-1), true)
  const isKnown = async () => expect(await node.wallet('gettransaction', tx[0])).toMatchObject({ txid: tx[0] })
  await vi.waitFor(isKnown, patience)
  return hashes
}

/** Sends a payment and waits until the node has it. Returns the fee that the node reports. */
async function pay(payee: string, amount: number): Promise<{ readonly txid: string; readonly fee: bigint }> {
  const txid = await node.wallet<string>('sendtoaddress', payee, amount)
  const readEntry = () => node.rpc<{ readonly fee: number }>('getmempoolentry', txid)
  return { txid, fee: toSatoshi((await vi.waitFor(readEntry, patience)).fee) }
}

/** bcoin writes regtest addresses in another form. The scripts they pay to are the same. */
async function toOurs(address: string): Promise<string> {
  const { scriptPubKey } = await node.rpc<{ scriptPubKey: string }>('validateaddress', address)
  return toAddress(classifyScript(scriptPubKey).to as Destination, toNetwork(chains.bitcoin, genesis))
}

it('is known by its chain: interface, network and head', async () => {
  expect(await pool.interfaces()).toEqual(['core'])
  expect(pool.network()).toBe(genesis)
  expect(pool.report().endpoints[0]).toMatchObject({ status: 'healthy' })
})

it.each(['primary', 'witness'])('a payment from a wallet of kind %s, pending and mined', async (kind) => {
  if (kind === 'witness') {
    await node.addWitnessWallet('witness')
    await node.wallet('selectwallet', 'witness')
    const funded = await newAddress()
    await node.wallet('selectwallet', 'primary')
    await pay(funded, 7)
    await mine(1)
  }
  const payee = await newAddress()
  await node.wallet('selectwallet', kind)
  const { txid, fee } = await pay(payee, 1.23456789)
  await node.wallet('selectwallet', 'primary')
  expect(await read(txid)).toMatchObject({ status: 'pending', blockNumber: null, asOf: null })
  const [block] = await mine(1)
  const mined = await read(txid)
  const said = await node.rpc<{ vsize: number; size: number; hash: string }>('getrawtransaction', txid, true)
  expect(mined).toMatchObject({
    family: 'bitcoin',
    chain: 'bitcoin',
    hash: txid,
    status: 'success',
    blockHash: block,
    fee,
    gasUsed: BigInt(said.vsize),
    details: { confirmations: 1, coinbase: false, wtxid: said.hash, size: said.size, vsize: said.vsize },
    asOf: { hash: block, finality: 'included' },
  })
  expect(Math.ceil((mined.details.weight ?? 0) / 4)).toBe(said.vsize)
  expect(mined.details.addressDeltas?.get(await toOurs(payee))).toBe(123_456_789n)
  const gained = [...(mined.details.addressDeltas ?? [])].reduce((total, [, value]) => total + value, 0n)
  expect(gained).toBe(-(mined.fee ?? 0n))
})

it('a block by height, hash and tag, with its sums and the bytes of its header', async () => {
  const { fee } = await pay(await newAddress(), 3)
  const [hash = ''] = await mine(1)
  const height = await node.rpc<number>('getblockcount')
  const header = Buffer.from(await node.rpc<string>('getblockheader', hash, false), 'hex')
  const said = await node.rpc<{ size: number; weight: number; merkleroot: string }>('getblock', hash, true)
  const subsidySat = 5_000_000_000n >> BigInt(Math.floor(height / 150))
  for (const block of [BigInt(height), hash, 'latest'])
    expect((await getBlock(pool, { block, full: true })) as BitcoinBlock).toMatchObject({
      number: BigInt(height),
      hash,
      transactions: 2,
      miner: await toOurs(miner),
      gasUsed: BigInt(said.weight),
      details: {
        size: said.size,
        weight: said.weight,
        merkleRoot: said.merkleroot,
        nonce: header.readUInt32LE(76),
        bits: header.readUInt32LE(72).toString(16),
        totalFeesSat: fee,
        subsidySat,
        coinbaseOutSat: subsidySat + fee,
      },
    })
  const { transactions } = await getBlockTransactions(pool, { block: BigInt(height) })
  for (const { gasUsed, details } of transactions as readonly BitcoinTransaction[])
    expect(BigInt(Math.ceil((details.weight ?? 0) / 4))).toBe(gasUsed)
  expect(await getBlock(pool, { block: 'earliest' })).toMatchObject({ number: 0n, hash: genesis, parentHash: null })
  expect(await getBlock(pool, { block: 'safe' })).toMatchObject({
    number: BigInt(height - 5),
    asOf: { finality: 'safe' },
  })
  expect(await getNetworkStats(pool)).toMatchObject({ latestBlock: BigInt(height), pendingTransactions: 0 })
})

it('follows a reorganisation', async () => {
  const { txid } = await pay(await newAddress(), 2)
  const [block = ''] = await mine(1)
  expect(await read(txid)).toMatchObject({ blockHash: block, status: 'success' })
  const bytes = await node.rpc<string>('getrawtransaction', txid, false)
  await node.rpc('invalidateblock', block)
  expect(await getBlock(pool, { block: 'latest' })).not.toMatchObject({ hash: block })
  // Its mempool does not take back the transactions of the removed block.
  await expect(read(txid)).rejects.toThrow(UnknownTransactionError)
  await node.rpc('sendrawtransaction', bytes)
  await vi.waitFor(async () => expect(await read(txid)).toMatchObject({ blockHash: null, status: 'pending' }), patience)
})

it('the local index holds the transactions that its own index of addresses has', async () => {
  await using chain = await startBcoin()
  await using its = createFamilyPool({ chain: chains.bitcoin, endpoints: [chain.url] })
  const to = await chain.wallet<string>('getnewaddress', 'default')
  const payee = await chain.wallet<string>('getnewaddress', 'default')
  await chain.rpc('generatetoaddress', 105, to)
  for (let round = 1; round <= 6; round += 1) {
    // Rejected until the wallet has seen that enough blocks follow the outputs it may spend.
    await vi.waitFor(() => chain.wallet('sendtoaddress', payee, round / 10), patience)
    await chain.rpc('generatetoaddress', 1, to)
  }
  await using index = await createAddressIndex({ pool: its, path: ':memory:' })
  await index.add({ fromBlock: 0n })
  await index.backfill()
  for (const address of [to, payee]) {
    const rows = await chain.get<readonly { hash: string; height: number }[]>(`/tx/address/${address}`)
    expect(rows.length).toBeGreaterThan(5)
    const { transactions, coverage } = await getHistory(its, { address: await toOurs(address), index, limit: 1000 })
    expect(coverage).toMatchObject({ fromBlock: 0n, toBlock: 111n, complete: true })
    const found = transactions as readonly BitcoinTransaction[]
    expect(found.map(({ hash }) => hash).toSorted()).toEqual(rows.map(({ hash }) => hash).toSorted())
    expect(new Map(found.map(({ hash, blockNumber }) => [hash, Number(blockNumber)]))).toEqual(
      new Map(rows.map(({ hash, height }) => [hash, height])),
    )
  }
}, 120_000)

it('says what there is not, and what it has no way to tell', async () => {
  const nothing = 'ab'.repeat(32)
  await expect(getTransaction(pool, { hash: nothing })).rejects.toThrow(UnknownTransactionError)
  await expect(getBlock(pool, { block: nothing })).rejects.toThrow(UnknownBlockError)
  await expect(getBlock(pool, { block: 10_000_000n })).rejects.toThrow(UnknownBlockError)
  const address = await toOurs(miner)
  await expect(getBalance(pool, { address })).rejects.toThrow(/scantxoutset/)
  await expect(reconcile(pool, { blocks: 5 })).rejects.toThrow(MethodsMissingError)
  await expect(getHistory(pool, { address })).rejects.toThrow(MethodsMissingError)
})
