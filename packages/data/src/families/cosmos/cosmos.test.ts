import { chains, createFamilyPool } from '@outrigger/core'
import { readRecordingLines } from '@outrigger/devnet/recorded'
import { createReplayNode } from '@outrigger/devnet/replay'
import { describe, expect, it } from 'vitest'
import {
  InvalidAddressError,
  InvalidCursorError,
  InvalidHashError,
  UnknownBlockError,
  UnknownTransactionError,
} from '../../errors.ts'
import {
  type ChainHistory,
  getActiveValidators,
  getBalance,
  getBlock,
  getBlockTransactions,
  getHistory,
  getNetworkStats,
  getTransaction,
} from '../../questions.ts'
import { toSeconds, toTransactionHash } from './bytes.ts'
import {
  createCometbftNode,
  createLcdNode,
  type ExpectedTransaction,
  type LcdRow,
  lcdRows,
  scenarios,
} from './fixtures/recordedChains.ts'
import type { CosmosBlock, CosmosTransaction } from './reader.ts'

const createPool = (url: string) => createFamilyPool({ chain: chains.cosmoshub, endpoints: [url] })

function toExpected(expected: ExpectedTransaction) {
  const { txhash, height, status, code, gas_used, gas_wanted, fee, fee_payer, fee_granter, memo, messages } = expected
  return {
    hash: txhash,
    blockNumber: BigInt(height),
    status,
    gasUsed: BigInt(gas_used),
    details: {
      code,
      gasWanted: BigInt(gas_wanted),
      feePayer: fee_payer,
      feeGranter: fee_granter,
      memo,
      feeAmounts: fee.map(({ denom, amount }) => ({ denom, amount: BigInt(amount) })),
      messageTypes: messages,
    },
  }
}

const blocksWithProof = scenarios.filter(({ kind, blocks }) => kind === 'C' && blocks.length > 0)

describe('transactions by REST', () => {
  it.each(lcdRows.map((row) => [row.id, row] as const))('%s', async (_, row) => {
    await using node = await createLcdNode([row])
    await using pool = createPool(node.url)
    const found = (await getTransaction(pool, { hash: row.expected.txhash })) as CosmosTransaction
    expect(found).toMatchObject({ ...toExpected(row.expected), timestamp: toSeconds(row.expected.timestamp) })
    expect(found.from).toMatch(/^[a-z]+1[\da-z]{38,58}$/)
    for (const { recipient, amounts } of found.details.transfers) {
      expect(recipient).toMatch(/^[a-z]+1[\da-z]{38,58}$/)
      expect(amounts.every(({ amount }) => amount >= 0n)).toBe(true)
    }
  })
})

describe.each(blocksWithProof.map((scenario) => [scenario.id, scenario] as const))('block %s', (_, scenario) => {
  const block = scenario.blocks[0]?.response.result as NonNullable<(typeof scenario.blocks)[0]>['response']['result']
  const hashes = (block.block.data.txs ?? []).map(toTransactionHash)
  const { header } = block.block

  it.each(['REST', 'JSON-RPC', 'GET'] as const)('by %s', async (form) => {
    await using node =
      form === 'REST'
        ? await createLcdNode(scenario.txs, block)
        : await createCometbftNode(scenario, block, { isUriOnly: form === 'GET' })
    await using pool = createPool(node.url)
    const found = (await getBlock(pool, { block: BigInt(header.height) })) as CosmosBlock
    expect(found).toMatchObject({
      hash: block.block_id.hash,
      number: BigInt(header.height),
      transactions: hashes.length,
      parentHash: header.last_block_id?.hash,
      miner: header.proposer_address,
      timestamp: toSeconds(header.time),
      details: { transactionHashes: hashes, chainId: header.chain_id, dataHash: header.data_hash },
      asOf: { finality: 'final', hash: block.block_id.hash },
    })
    if (form !== 'REST')
      expect(await getBlock(pool, { block: block.block_id.hash })).toMatchObject({ hash: found.hash })
    for (const { expected } of scenario.txs) {
      // One row has the height of another block.
      if (!hashes.includes(expected.txhash) || String(expected.height) !== header.height) continue
      const one = (await getTransaction(pool, { hash: expected.txhash })) as CosmosTransaction
      const { gasUsed, details, ...rest } = toExpected(expected)
      const { gasWanted, messageTypes, ...plain } = details
      // The modules of two rows were renamed after the recording.
      const toBare = (types: readonly string[]) => types.map((type) => type.replace('/chainmain.', '/'))
      expect(toBare(one.details.messageTypes)).toEqual(toBare(messageTypes))
      expect(one).toMatchObject({ ...rest, details: plain, blockHash: block.block_id.hash })
      // The gas figures of some rows were edited, so each interface is compared with its own answer.
      const own = scenario.block_results[0]?.result.txs_results?.[hashes.indexOf(expected.txhash)]
      const gas = form === 'REST' ? [gasUsed, gasWanted] : [BigInt(own?.gas_used ?? 0), BigInt(own?.gas_wanted ?? 0)]
      expect([one.gasUsed, one.details.gasWanted]).toEqual(gas)
    }
  })

  it('both interfaces tell the same transfers', async () => {
    // The logs of some rows contain all events of CometBFT and were added later. Nodes write logs in plain text.
    const isPlain = (row: LcdRow) => !/"key":"cmVjaXBpZW50"/.test(JSON.stringify(row.response.tx_response.logs))
    const plain = scenario.txs.filter(isPlain).map(({ expected }) => expected.txhash)
    if (plain.length === 0) return
    await using rest = await createLcdNode(scenario.txs, block)
    await using rpc = await createCometbftNode(scenario, block)
    await using restPool = createPool(rest.url)
    await using rpcPool = createPool(rpc.url)
    const { transactions } = await getBlockTransactions(rpcPool, { block: BigInt(header.height) })
    for (const one of transactions as readonly CosmosTransaction[]) {
      if (!plain.includes(one.hash)) continue
      const other = (await getTransaction(restPool, { hash: one.hash })) as CosmosTransaction
      expect(one.details.transfers).toEqual(other.details.transfers)
      expect([one.fee, one.from]).toEqual([other.fee, other.from])
    }
  })
})

it('an address has a checksum, a prefix, and a hash a form', async () => {
  await using node = await createLcdNode([])
  await using pool = createPool(node.url)
  await expect(getBalance(pool, { address: 'cosmos1abc' })).rejects.toThrow(InvalidAddressError)
  await expect(getBalance(pool, { address: 'osmo1af5tyfjgrjycv5zu3asnh4u3hruqu8xknqk7fl' })).rejects.toThrow(/cosmos1/)
  await expect(getTransaction(pool, { hash: '12' })).rejects.toThrow(InvalidHashError)
  await expect(getTransaction(pool, { hash: 'AB'.repeat(32) })).rejects.toThrow(UnknownTransactionError)
  await expect(getBlock(pool, { block: 5n })).rejects.toThrow(UnknownBlockError)
})

describe('balances and history', () => {
  const address = 'cosmos1ma02nlc7lchu7caufyrrqt4r6v2mpsj92s3mw7'
  const row = lcdRows[0] as (typeof lcdRows)[0]
  const block = blocksWithProof[0]?.blocks[0]?.response.result
  /** Seven transactions: some are in both searches, and two are in the same block. */
  const made = [9, 8, 8, 6, 5, 4, 3].map((height, index) => ({
    ...row.response.tx_response,
    txhash: `${index}`.repeat(64),
    height: String(height),
    tx: row.response.tx_response.tx,
  }))
  const blocks = '/cosmos/base/tendermint/v1beta1/blocks'
  const createNode = (isOld: boolean) =>
    createReplayNode({
      get(path) {
        const { pathname, searchParams } = new URL(path, 'http://node')
        if (pathname.startsWith(blocks)) return { body: block }
        if (pathname.startsWith('/cosmos/bank/'))
          return {
            body: {
              balances: [
                { denom: 'ibc/27', amount: '7' },
                { denom: 'uatom', amount: '12345678901234567890' },
              ],
            },
          }
        const query = isOld ? searchParams.getAll('events').join(' AND ') : searchParams.get('query')
        if (!query) return { status: 400, body: { code: 3, message: 'must declare at least one event to search' } }
        const below = Number(/tx\.height<=(\d+)/.exec(query)?.[1] ?? 99)
        const limit = Number(searchParams.get(isOld ? 'pagination.limit' : 'limit'))
        const some = made.filter((_, index) => (query.includes('sender') ? index % 2 === 0 : index % 3 !== 0))
        const page = isOld
          ? Number(searchParams.get('pagination.offset')) / limit
          : Number(searchParams.get('page')) - 1
        const found = some.filter(({ height }) => Number(height) <= below).slice(page * limit, (page + 1) * limit)
        return { body: { tx_responses: found } }
      },
    })

  it('all coins, each to the last digit', async () => {
    await using node = await createNode(false)
    await using pool = createPool(node.url)
    expect(await getBalance(pool, { address })).toMatchObject({
      balance: 12345678901234567890n,
      unit: 'uatom',
      details: {
        balances: [
          { denom: 'ibc/27', amount: 7n },
          { denom: 'uatom', amount: 12345678901234567890n },
        ],
      },
    })
    expect(await getNetworkStats(pool)).toMatchObject({ latestBlock: BigInt(block?.block.header.height ?? 0) })
  })

  it.each([false, true])('pages join both searches, none twice (parameters before SDK 0.46: %s)', async (isOld) => {
    await using node = await createNode(isOld)
    await using pool = createPool(node.url)
    const seen: string[] = []
    let cursor = null as string | null
    do {
      const page: ChainHistory = await getHistory(pool, { address, limit: 2, ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.transactions.map((one) => (one as CosmosTransaction).hash))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(made.filter((_, index) => index % 2 === 0 || index % 3 !== 0).map(({ txhash }) => txhash))
    await expect(getHistory(pool, { address, cursor: 'x' })).rejects.toThrow(InvalidCursorError)
  })
})

describe('active validators', () => {
  type LegacyRow = { readonly id: string; readonly response: { readonly result?: readonly unknown[] } }
  const recorded = readRecordingLines<LegacyRow>('cosmos/legacy_lcd_and_explorers.ndjson.gz').find(({ id }) =>
    id.includes('cosmos-api_staking_validators__status_bonded'),
  )
  const bonded = recorded?.response.result ?? []

  it('are the bonded ones by REST, of which one page says how many there are', async () => {
    expect(bonded.length).toBeGreaterThan(2)
    const get = (path: string) =>
      path.startsWith('/cosmos/staking/v1beta1/validators?status=BOND_STATUS_BONDED&')
        ? { body: { validators: bonded.slice(0, 1), pagination: { next_key: 'eA==', total: String(bonded.length) } } }
        : path.includes('/tendermint/v1beta1/blocks/')
          ? { body: scenarios[0]?.blocks[0]?.response.result }
          : undefined
    await using node = await createReplayNode({ get })
    await using pool = createPool(node.url)
    expect(await getActiveValidators(pool)).toBe(bonded.length)
  })

  it('are the validators of CometBFT', async () => {
    const rpc = (method: string, params: unknown) => {
      if (method === 'status')
        return {
          node_info: { network: 'cosmoshub-4' },
          sync_info: { latest_block_height: '7', earliest_block_height: '1' },
        }
      if (method !== 'validators') return undefined
      expect(params).toEqual({ page: '1', per_page: '1' })
      return { block_height: '7', validators: [{}], count: '1', total: '180' }
    }
    await using node = await createReplayNode({ rpc })
    await using pool = createPool(node.url)
    expect(await getActiveValidators(pool)).toBe(180)
  })
})
