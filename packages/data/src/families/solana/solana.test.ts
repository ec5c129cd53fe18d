import { chains, createFamilyPool, type FamilyPool } from '@outrigger/core'
import { createReplayNode, RawJson, type ReplayAnswers, ReplayError } from '@outrigger/devnet/replay'
import { describe, expect, it } from 'vitest'
import {
  InvalidAddressError,
  InvalidBlockError,
  InvalidCursorError,
  InvalidHashError,
  MethodsMissingError,
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
import { toReplayAnswers } from './fixtures/replay.ts'
import { readSolanaRows, resultOf } from './fixtures/rows.ts'
import { getInflationReward } from './getInflationReward.ts'
import { findUnorderedSlots, mergeSignatures } from './history/mergeSignatures.ts'
import type { RpcSignature, RpcTransaction } from './rpcTypes.ts'

type Rows = ReturnType<typeof readSolanaRows>

async function withReplay(answers: ReplayAnswers, use: (pool: FamilyPool) => Promise<void>): Promise<void> {
  await using node = await createReplayNode(answers)
  await using pool = createFamilyPool({ chain: chains.solana, endpoints: [{ url: node.url, name: 'replay' }] })
  await use(pool)
}

const rowsOf = (rows: Rows, method: string) => rows.filter((row) => row.method === method)

describe('transactions', () => {
  it('every recorded one is read over RPC', async (context) => {
    for (const row of rowsOf(readSolanaRows(context), 'getTransaction'))
      await withReplay(toReplayAnswers([row]), async (pool) => {
        const [expected] = row.expected ?? []
        const found = await getTransaction(pool, { hash: String(row.params?.[0]) })
        if (found.family !== 'solana' || expected === undefined) throw new TypeError('not of Solana')
        expect(found).toMatchObject({
          hash: expected.signature,
          from: expected.fee_payer,
          status: expected.status,
          fee: BigInt(expected.fee_lamports),
          blockNumber: BigInt(resultOf<RpcTransaction>(row).slot),
          gasUsed: expected.compute_units === null ? null : BigInt(expected.compute_units),
        })
        const order = found.details.accounts.map(({ address }) => address)
        const gains = Object.entries(expected.lamport_deltas).filter(([, delta]) => BigInt(delta) > 0n)
        const [first] = gains.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
        expect([found.to, found.value]).toEqual(first ? [first[0], BigInt(first[1])] : [null, 0n])
      })
  })

  it('lamports above 2^53 keep their digits', (context) => {
    const [row] = readSolanaRows(context).filter(({ id }) => id.endsWith(':xc2'))
    if (row === undefined) throw new TypeError('recording absent')
    const text = JSON.stringify(resultOf(row)).replace('999995000', '19921026477997237')
    const { rpc } = toReplayAnswers([])
    const answers = {
      rpc: (method: string, params: unknown) =>
        method === 'getTransaction' ? new RawJson(text) : rpc?.(method, params),
    }
    return withReplay(answers, async (pool) => {
      const found = await getTransaction(pool, { hash: String(row.params?.[0]) })
      expect(found).toMatchObject({ details: { lamports: [{ before: 19_921_026_477_997_237n }, {}, {}] } })
    })
  })

  it('what is not there, or no signature, is said', (context) =>
    withReplay(toReplayAnswers(readSolanaRows(context)), async (pool) => {
      const unknown = '1'.repeat(64)
      await expect(getTransaction(pool, { hash: unknown })).rejects.toBeInstanceOf(UnknownTransactionError)
      await expect(getTransaction(pool, { hash: '0x12' })).rejects.toBeInstanceOf(InvalidHashError)
    }))
})

describe('blocks', () => {
  it('one is read by slot, its transactions by page', (context) => {
    const rows = readSolanaRows(context)
    const [row] = rowsOf(rows, 'getBlock').filter(({ id }) => id.includes('client/solana/block.json'))
    if (row === undefined) throw new TypeError('recording absent')
    return withReplay(toReplayAnswers([row]), async (pool) => {
      const block = await getBlock(pool, { block: 100_000_000n })
      expect(block).toMatchObject({
        number: 100_000_000n,
        hash: 'GdY1gj7F8vq1nCy4dgCZK42WV19bkfQ4cp2e9evK18ry',
        transactions: 10,
        miner: 'DDnAqxJVFo2GVTujibHt5cjevHMSE9bo8HJaydHoshdp',
        timestamp: 1_633_504_705n,
        details: { height: 89_586_871n, parentSlot: 99_999_999n, voteCount: 6 },
        gasUsed: null,
        asOf: { block: 100_000_000n, finality: 'final', source: 'replay' },
      })
      expect((await getBlock(pool, { block: 'earliest' })).asOf.block).toBe(100_000_000n)
      const page = await getBlockTransactions(pool, { block: 100_000_000n, offset: 2, limit: 3 })
      expect(page).toMatchObject({ total: 10, hash: block.family === 'solana' ? block.hash : '' })
      expect(page.transactions.map((one) => (one.family === 'solana' ? one.hash : ''))).toEqual(
        row.expected?.slice(2, 5).map(({ signature }) => signature),
      )
    })
  })

  it('a skipped slot is no block, and a hash finds none', (context) =>
    withReplay(toReplayAnswers(readSolanaRows(context)), async (pool) => {
      await expect(getBlock(pool, { block: 5n })).rejects.toBeInstanceOf(UnknownBlockError)
      const hash = 'GdY1gj7F8vq1nCy4dgCZK42WV19bkfQ4cp2e9evK18ry'
      await expect(getBlock(pool, { block: hash })).rejects.toBeInstanceOf(InvalidBlockError)
    }))
})

describe('blocks that a node does not serve', () => {
  const head = 300_000_000
  const blockhash = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
  const served = { blockhash, previousBlockhash: blockhash, parentSlot: 1, blockHeight: null, blockTime: 1_700_000_000 }
  const fields = { ...served, rewards: [], signatures: [] }
  /** Creates a node with the given answers to `getBlock`. Its first slot is a hundred below the head. */
  const createNode = (toBlock: (slot: number) => unknown) =>
    createReplayNode({
      rpc(method, params) {
        const [first] = params as readonly [{ readonly commitment?: string }?]
        if (method === 'getSlot') return first?.commitment === 'finalized' ? head - 32 : head
        if (method === 'getGenesisHash') return chains.solana.network
        if (method === 'getFirstAvailableBlock') return head - 100
        return method === 'getBlock' ? toBlock(Number(first)) : undefined
      },
    })
  const createPool = (...endpoints: readonly string[]) => createFamilyPool({ chain: chains.solana, endpoints })

  it('the time of one without a time is not known, and its age is that of the slots since', async () => {
    await using node = await createNode(() => ({ ...fields, blockTime: null }))
    await using pool = createPool(node.url)
    const found = await getBlock(pool, { block: BigInt(head - 1032) })
    expect(found).toMatchObject({ timestamp: null, details: { height: null }, asOf: { ageMs: 400_000 } })
  })

  it.each([-32_004, -32_007, -32_009, -32_014])('the latest is the newest that is served, error %d', async (code) => {
    await using node = await createNode((slot) => (slot > head - 2 ? new ReplayError(code, 'not here') : fields))
    await using pool = createPool(node.url)
    expect(await getBlock(pool, { block: 'latest' })).toMatchObject({ number: BigInt(head - 2) })
    await expect(getBlock(pool, { block: BigInt(head) })).rejects.toBeInstanceOf(UnknownBlockError)
  })

  it('the earliest is the oldest that is still there', async () => {
    await using node = await createNode((slot) => (slot < head - 98 ? new ReplayError(-32_001, 'cleaned up') : fields))
    await using pool = createPool(node.url)
    expect(await getBlock(pool, { block: 'earliest' })).toMatchObject({ number: BigInt(head - 98) })
  })

  it.each([-32_001, -32_004, -32_005, -32_007, -32_009, -32_011, -32_014, -32_016])(
    'another node is asked after error %d',
    async (code) => {
      await using lacking = await createNode(() => new ReplayError(code, 'not here'))
      await using backup = await createNode(() => fields)
      await using pool = createPool(lacking.url, backup.url)
      expect(await getBlock(pool, { block: BigInt(head - 50) })).toMatchObject({ asOf: { source: 'backup' } })
    },
  )

  it('a transaction version that is not supported is an error, not a missing block', async () => {
    await using node = await createNode(() => new ReplayError(-32_015, 'Transaction version (1) is not supported'))
    await using pool = createPool(node.url)
    await expect(getBlock(pool, { block: 'latest' })).rejects.toThrow(/version \(1\) is not supported/)
  })

  it('one whose transactions the node has dropped is not one without transactions', async () => {
    await using node = await createNode(() => ({ ...fields, signatures: null, transactions: null }))
    await using pool = createPool(node.url)
    await expect(getBlock(pool, { block: BigInt(head) })).rejects.toBeInstanceOf(MethodsMissingError)
  })
})

describe('addresses', () => {
  const owner = '9QC3q9XT3Pq81DuM2Lt7yqkCY8uZZEtiNziJgrYp6SLj'

  it('a balance comes with the accounts of both token programs', (context) => {
    const rows = readSolanaRows(context)
    const { rpc } = toReplayAnswers(rows)
    const answers = {
      rpc: (method: string, params: unknown) =>
        method === 'getBalance'
          ? new RawJson('{"context":{"slot":100000000},"value":19921026477997237}')
          : rpc?.(method, params),
    }
    return withReplay(answers, async (pool) => {
      const found = await getBalance(pool, { address: owner })
      expect(found).toMatchObject({ balance: 19_921_026_477_997_237n, unit: 'lamports', asOf: { block: 100_000_000n } })
      const tokens = found.family === 'solana' ? (found.details.tokens ?? []) : []
      expect(new Set(tokens.map(({ program }) => program)).size).toBe(2)
      await expect(getBalance(pool, { address: 'abc' })).rejects.toBeInstanceOf(InvalidAddressError)
    })
  })

  it('pages of a history are the whole recorded list', (context) => {
    const rows = readSolanaRows(context)
    const address = '4kLALtynrmd6pU2LkGXZCmUaMDfsnVixs7SkLjPKNJQG'
    const list = rowsOf(rows, 'getSignaturesForAddress')
      .map((row) => resultOf<readonly RpcSignature[]>(row))
      .reduce((longest, one) => (one.length > longest.length ? one : longest), [])
    const [any] = rowsOf(rows, 'getTransaction').map((row) => resultOf<RpcTransaction>(row))
    const { rpc } = toReplayAnswers(rows, { head: 100_000_000 })
    // The listed transactions are not recorded, so a known one replaces each under its signature.
    const standIn = (signature: string) => ({
      ...any,
      slot: list.find((one) => one.signature === signature)?.slot,
      transaction: { ...(any?.transaction as object), signatures: [signature] },
    })
    const answers = {
      rpc: (method: string, params: unknown) =>
        method === 'getTransaction' ? standIn((params as readonly string[])[0] ?? '') : rpc?.(method, params),
    }
    return withReplay(answers, async (pool) => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: ChainHistory = await getHistory(pool, { address, limit: 5, ...(cursor === null ? {} : { cursor }) })
        if (page.family !== 'solana') throw new TypeError('not of Solana')
        seen.push(...page.transactions.map(({ hash }) => hash))
        expect(page.transactions.length).toBeLessThanOrEqual(5)
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen).toEqual(list.map(({ signature }) => signature))
      await expect(getHistory(pool, { address, cursor: 'x' })).rejects.toBeInstanceOf(InvalidCursorError)
    })
  })

  it('what an account earned by staking is read per epoch', (context) => {
    const rows = readSolanaRows(context)
    return withReplay(toReplayAnswers(rows), async (pool) => {
      for (const row of rowsOf(rows, 'getInflationReward')) {
        const [[address], { epoch }] = row.params as readonly [readonly [string], { readonly epoch: number }]
        const [raw] = resultOf<readonly { amount: number; postBalance: number; effectiveSlot: number }[]>(row)
        expect(await getInflationReward(pool, { address, epoch: BigInt(epoch) })).toEqual({
          epoch: BigInt(epoch),
          amount: BigInt(raw?.amount ?? -1),
          balance: BigInt(raw?.postBalance ?? -1),
          slot: BigInt(raw?.effectiveSlot ?? -1),
          commission: null,
        })
      }
    })
  })
})

it('lists of several accounts become one, ordered within a slot by the slot itself', () => {
  const row = (signature: string, slot: number) => ({ signature, slot, err: null })
  const lists = [
    [row('e', 9), row('c', 7), row('a', 3)],
    [row('d', 7), row('c', 7)],
  ]
  expect(findUnorderedSlots(lists)).toEqual([7n])
  const order = (slot: bigint) => (slot === 7n ? ['c', 'x', 'd'] : [])
  expect(mergeSignatures(lists, order).map(({ signature }) => signature)).toEqual(['e', 'd', 'c', 'a'])
})

it('the pace of the network is that of the samples, votes left out', (context) => {
  const { rpc } = toReplayAnswers(readSolanaRows(context), { head: 100_000_000 })
  const sample = { numSlots: 150, numTransactions: 240_000, numNonVoteTransactions: 60_000, samplePeriodSecs: 60 }
  const answers = {
    rpc: (method: string, params: unknown) =>
      method === 'getRecentPerformanceSamples' ? [sample, { ...sample, numSlots: 140 }] : rpc?.(method, params),
  }
  return withReplay(answers, async (pool) => {
    const stats = await getNetworkStats(pool)
    expect(stats).toMatchObject({ latestBlock: 100_000_000n, tps: 1000, pendingTransactions: null })
    expect(stats.blockTime).toBeCloseTo(120 / 290)
  })
})

it('a node without a method is told from one without the thing', (context) => {
  const { rpc } = toReplayAnswers(readSolanaRows(context))
  const lacking = {
    rpc: (method: string, params: unknown) => (method === 'getBlock' ? undefined : rpc?.(method, params)),
  }
  return withReplay(lacking, async (pool) => {
    await expect(getBlock(pool, { block: 100_000_000n })).rejects.toBeInstanceOf(MethodsMissingError)
  })
})

it('active validators are those that have voted lately', () => {
  const account = { votePubkey: '3ZT31jkAGhUaw8jsy4bTknwBMP8i4Eueh52By4zXcsVw', activatedStake: 42, lastVote: 147 }
  const rpc = (method: string) => {
    if (method === 'getGenesisHash') return '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
    return method === 'getVoteAccounts' ? { current: [account, account], delinquent: [account] } : undefined
  }
  return withReplay({ rpc }, async (pool) => expect(await getActiveValidators(pool)).toBe(2))
})
