import { chains, createFamilyPool, type FamilyPool } from '@outrigger/core'
import { isLitecoindInstalled, type Litecoind, startLitecoind } from '@outrigger/devnet/litecoin'
import { leaveOut } from '@outrigger/devnet/recorded'
import { createReplayNode } from '@outrigger/devnet/replay'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  InvalidAddressError,
  InvalidHashError,
  MethodsMissingError,
  UnknownBlockError,
  UnknownTransactionError,
} from '../../errors.ts'
import {
  getBalance,
  getBlock,
  getBlockTransactions,
  getHistory,
  getNetworkStats,
  getTransaction,
  reconcile,
} from '../../questions.ts'
import { toSatoshi } from './amount.ts'
import type { BitcoinBlock, BitcoinTransaction } from './reader.ts'

let node: Litecoind
let pool: FamilyPool
let miner: string
const people: Record<'legacy' | 'p2sh-segwit' | 'bech32', string> = { legacy: '', 'p2sh-segwit': '', bech32: '' }

beforeAll(async () => {
  if (!isLitecoindInstalled()) return
  node = await startLitecoind()
  pool = createFamilyPool({ chain: chains.litecoin, endpoints: [node.url] })
  miner = await node.rpc('getnewaddress')
  for (const form of ['legacy', 'p2sh-segwit', 'bech32'] as const)
    people[form] = await node.rpc('getnewaddress', '', form)
  await node.rpc('generatetoaddress', 110, miner)
}, 60_000)
afterAll(async () => {
  await pool?.close()
  await node?.close()
})
beforeEach((test) => {
  if (!isLitecoindInstalled()) leaveOut(test, 'litecoind is not installed: sh scripts/debian.sh')
})

const read = async (hash: string) => (await getTransaction(pool, { hash })) as BitcoinTransaction

it.each(['legacy', 'p2sh-segwit', 'bech32'] as const)('a payment to a %s address, pending and mined', async (form) => {
  const txid = await node.rpc<string>('sendtoaddress', people[form], 1.23456789)
  const pending = await read(txid)
  expect(pending).toMatchObject({ status: 'pending', blockNumber: null, asOf: null })
  const [block] = await node.rpc<[string]>('generatetoaddress', 1, miner)
  const mined = await read(txid)
  expect(mined).toMatchObject({
    family: 'bitcoin',
    chain: 'litecoin',
    hash: txid,
    status: 'success',
    blockHash: block,
    details: { confirmations: 1, coinbase: false },
    asOf: { hash: block, finality: 'included' },
  })
  const wallet = await node.rpc<{ fee: number; hex: string }>('gettransaction', txid)
  expect(mined.fee).toBe(-toSatoshi(wallet.fee))
  expect(mined.details.addressDeltas?.get(people[form])).toBe(123_456_789n)
  // The change goes to a new address, so by definition all of it counts as paid.
  expect(mined.value).toBe(mined.details.outputs.reduce((total, { valueSat }) => total + (valueSat ?? 0n), 0n))
  const gained = [...(mined.details.addressDeltas ?? [])].reduce((total, [, value]) => total + value, 0n)
  expect(gained).toBe(-(mined.fee ?? 0n))
  const decoded = await node.rpc<{ vsize: number; weight: number; hash: string }>('decoderawtransaction', wallet.hex)
  expect(mined.details).toMatchObject({ vsize: decoded.vsize, weight: decoded.weight, wtxid: decoded.hash })
})

it('a balance is what the wallet says, at the head', async () => {
  const txid = await node.rpc<string>('sendtoaddress', people.bech32, 7)
  await node.rpc('generatetoaddress', 1, miner)
  const balance = await getBalance(pool, { address: people.bech32.toUpperCase() })
  const said = await node.rpc<number>('getreceivedbyaddress', people.bech32)
  expect(balance).toMatchObject({ address: people.bech32, balance: toSatoshi(said), unit: 'sat' })
  expect(balance.asOf.block).toBe(BigInt(await node.rpc<number>('getblockcount')))
  expect((await read(txid)).details.addressDeltas?.get(people.bech32)).toBe(700_000_000n)
})

it('a block by height, hash and tag, with its sums', async () => {
  const height = await node.rpc<number>('getblockcount')
  const hash = await node.rpc<string>('getblockhash', height)
  const stats = await node.rpc<{ totalfee: number; subsidy: number; txs: number }>('getblockstats', height)
  for (const block of [BigInt(height), hash, 'latest']) {
    const found = (await getBlock(pool, { block, full: true })) as BitcoinBlock
    expect(found).toMatchObject({
      number: BigInt(height),
      hash,
      transactions: stats.txs,
      miner,
      details: { totalFeesSat: BigInt(stats.totalfee), subsidySat: BigInt(stats.subsidy) },
    })
  }
  expect(await getBlock(pool, { block: 'earliest' })).toMatchObject({ number: 0n, parentHash: null })
  expect(await getBlock(pool, { block: 'safe' })).toMatchObject({
    number: BigInt(height - 5),
    asOf: { finality: 'safe' },
  })
})

it('pages of a block are the whole of it', async () => {
  for (let count = 0; count < 5; count += 1) await node.rpc('sendtoaddress', people.legacy, 0.5)
  await node.rpc('generatetoaddress', 1, miner)
  const whole = await getBlockTransactions(pool, {})
  expect(whole.total).toBe(6)
  const ids = whole.transactions.map((one) => (one as BitcoinTransaction).hash)
  for (const offset of [0, 2, 4, 6]) {
    const { transactions } = await getBlockTransactions(pool, { offset, limit: 2 })
    expect(transactions.map((one) => (one as BitcoinTransaction).hash)).toEqual(ids.slice(offset, offset + 2))
  }
})

it('follows a reorganisation', async () => {
  const txid = await node.rpc<string>('sendtoaddress', people.legacy, 2)
  const [block] = await node.rpc<[string]>('generatetoaddress', 1, miner)
  expect(await read(txid)).toMatchObject({ blockHash: block, status: 'success' })
  await node.rpc('invalidateblock', block)
  expect(await read(txid)).toMatchObject({ blockHash: null, status: 'pending' })
  const [other] = await node.rpc<[string]>('generatetoaddress', 1, people.bech32)
  expect(await read(txid)).toMatchObject({ blockHash: other, status: 'success' })
})

it('tells how busy it is', async () => {
  expect(await getNetworkStats(pool)).toMatchObject({
    latestBlock: BigInt(await node.rpc<number>('getblockcount')),
    pendingTransactions: 0,
    peerCount: 0,
    gasUsedRatio: expect.any(Number),
  })
})

it('says what there is not, and what it has no way to tell', async () => {
  const nothing = 'ab'.repeat(32)
  await expect(getTransaction(pool, { hash: nothing })).rejects.toThrow(UnknownTransactionError)
  await expect(getTransaction(pool, { hash: '0x12' })).rejects.toThrow(InvalidHashError)
  await expect(getBlock(pool, { block: nothing })).rejects.toThrow(UnknownBlockError)
  await expect(getBlock(pool, { block: 10_000_000n })).rejects.toThrow(UnknownBlockError)
  await expect(getBalance(pool, { address: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh' })).rejects.toThrow(
    InvalidAddressError,
  )
  await expect(getHistory(pool, { address: miner })).rejects.toThrow(MethodsMissingError)
})

it('500 blocks of payments between many addresses reconcile with the node', async () => {
  await using chain = await startLitecoind()
  await using all = createFamilyPool({ chain: chains.litecoin, endpoints: [chain.url] })
  const to = await chain.rpc<string>('getnewaddress')
  await chain.rpc('generatetoaddress', 104, to)
  const forms = ['legacy', 'p2sh-segwit', 'bech32']
  for (let round = 0; round < 99; round += 1) {
    const payee = await chain.rpc<string>('getnewaddress', '', forms[round % forms.length])
    await chain.rpc('sendtoaddress', payee, (0.01 + round / 1000).toFixed(3))
    await chain.rpc('generatetoaddress', 4, round % 5 === 0 ? payee : to)
  }
  const whole = await reconcile(all, { blocks: 500 })
  expect(whole).toMatchObject({ fromBlock: 1n, toBlock: 500n, transactions: 599, differences: [] })
  expect(whole.addresses).toBeGreaterThan(150)
  expect(await reconcile(all, { blocks: 50 })).toMatchObject({ fromBlock: 451n, differences: [] })
}, 120_000)

it('a node that tells another balance does not reconcile', async () => {
  await using chain = await startLitecoind()
  const to = await chain.rpc<string>('getnewaddress')
  await chain.rpc('generatetoaddress', 5, to)
  // One output is missing, one is added, and one has another amount.
  await using liar = await createReplayNode({
    errorStatus: 500,
    async rpc(method, params) {
      const result = await chain.rpc<UnspentSet>(method, ...(params as readonly unknown[]))
      if (method !== 'scantxoutset') return result
      const [first, second, ...rest] = result.unspents
      const changed = [
        { ...first, amount: 49 },
        { ...second, txid: 'ab'.repeat(32) },
      ]
      return { ...result, unspents: [...changed, ...rest] }
    },
  })
  await using pool = createFamilyPool({ chain: chains.litecoin, endpoints: [liar.url] })
  const { differences } = await reconcile(pool, { blocks: 5 })
  expect(differences.map(({ expected, actual }) => [expected, actual])).toEqual(
    expect.arrayContaining([
      ['5000000000', '4900000000'],
      ['5000000000', 'spent'],
      ['spent', '5000000000'],
    ]),
  )
  expect(differences).toHaveLength(3)
}, 30_000)

type UnspentSet = { readonly unspents: readonly { readonly txid: string; readonly amount: number }[] }

it('a node without an index of transactions finds those with an unspent output, knows what blocks show, and says the rest', async () => {
  await using bare = await startLitecoind({ txindex: false })
  await using alone = createFamilyPool({ chain: chains.litecoin, endpoints: [bare.url] })
  const to = await bare.rpc<string>('getnewaddress')
  const [first] = await bare.rpc<[string]>('generatetoaddress', 101, to)
  const txid = await bare.rpc<string>('sendtoaddress', to, 1)
  expect(await getTransaction(alone, { hash: txid })).toMatchObject({ status: 'pending' })
  const [block] = await bare.rpc<[string]>('generatetoaddress', 1, to)
  await bare.rpc('generatetoaddress', 2, to)
  expect(await getTransaction(alone, { hash: txid })).toMatchObject({
    hash: txid,
    status: 'success',
    blockNumber: 102n,
    blockHash: block,
    fee: null,
    details: { confirmations: 3, addressDeltas: null },
  })
  const { tx } = await bare.rpc<{ tx: [string] }>('getblock', first)
  await expect(getTransaction(alone, { hash: tx[0] })).rejects.toThrow(/-txindex=1/)
  const { transactions } = await getBlockTransactions(alone, { block: 102n })
  expect(transactions[1]).toMatchObject({ hash: txid, details: { addressDeltas: null } })
}, 30_000)
