import { chains, createFamilyPool, type FamilyPool } from '@outrigger/core'
import { createReplayNode, ReplayError } from '@outrigger/devnet/replay'
import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { callContract, getBlockTraces, getLogs, getTransactionTrace } from '../../contractQuestions.ts'
import {
  BlockMismatchError,
  CallRevertedError,
  InvalidAddressError,
  InvalidBlockError,
  InvalidBlockRangeError,
  InvalidCalldataError,
  InvalidCursorError,
  InvalidHashError,
  MethodsMissingError,
  UnknownBlockError,
  UnknownTransactionError,
} from '../../errors.ts'
import {
  type ChainHistory,
  getBalance,
  getBlock,
  getBlockTransactions,
  getHistory,
  getNetworkStats,
  getTransaction,
} from '../../questions.ts'
import { feeTokens } from './feeTokens.ts'
import { type Recorded, toReplayAnswers } from './fixtures/replay.ts'
import { readStarknetRows, resultOf, type StarknetRow, toRpcBlock } from './fixtures/rows.ts'
import type { RpcBlock, RpcEmittedEvent, RpcReceipt, RpcTransaction } from './rpcTypes.ts'
import { transferKey } from './transaction/toTransfers.ts'
import { verifyBlock } from './verifyBlock.ts'

type Rows = readonly StarknetRow[]

async function withReplay(recorded: Recorded, use: (pool: FamilyPool) => Promise<void>): Promise<void> {
  await using node = await createReplayNode(toReplayAnswers(recorded))
  await using pool = createFamilyPool({ chain: chains.starknet, endpoints: [{ url: node.url, name: 'replay' }] })
  await use(pool)
}

const rowOf = (rows: Rows, name: string) => rows.find(({ id }) => id.includes(name)) as StarknetRow
const sepolia = (rows: Rows) => resultOf<RpcBlock>(rowOf(rows, 'blockWithReceipts/sepolia3100000'))
const preConfirmedOf = (rows: Rows) => resultOf<RpcBlock>(rowOf(rows, 'blockWithReceipts/sepoliaPreConfirmed'))
const feederBlocks = (rows: Rows) => rows.filter(({ id }) => id.startsWith('feeder:')).map(toRpcBlock)
type Sent = { readonly transaction: RpcTransaction; readonly receipt: RpcReceipt }
const sentIn = (block: RpcBlock) => block.transactions as readonly [Sent, ...Sent[]]

describe('transactions', () => {
  it('of every version and kind are read with fee, status and events', async (context) => {
    const rows = readStarknetRows(context)
    for (const block of [...feederBlocks(rows), sepolia(rows)])
      await withReplay({ blocks: [block] }, async (pool) => {
        // For large blocks only every seventh transaction. `starknetRows.test.ts` tests all of them.
        const step = block.transactions.length > 50 ? 7 : 1
        for (const { receipt } of sentIn(block).filter((_, index) => index % step === 0)) {
          const fee = receipt.actual_fee as Exclude<RpcReceipt['actual_fee'], Hex>
          const found = await getTransaction(pool, { hash: receipt.transaction_hash })
          expect(found).toMatchObject({
            family: 'starknet',
            hash: receipt.transaction_hash,
            fee: BigInt(fee.amount),
            status: 'success',
            blockNumber: BigInt(block.block_number),
            blockHash: block.block_hash,
            timestamp: BigInt(block.timestamp),
            details: { feeUnit: fee.unit, executionStatus: 'SUCCEEDED', revertReason: null },
            asOf: { block: BigInt(block.block_number), hash: block.block_hash, finality: 'final', source: 'replay' },
          })
        }
      })
  })

  it('one of version 3 has sender, calls, gas and its price; the fee is no value', (context) => {
    const rows = readStarknetRows(context)
    return withReplay({ blocks: [sepolia(rows)] }, async (pool) => {
      const [, second] = sentIn(sepolia(rows))
      const found = await getTransaction(pool, { hash: second?.receipt.transaction_hash ?? '' })
      expect(found).toMatchObject({
        from: '0x4f4e29add19afa12c868ba1f4439099f225403ff9a71fe667eebb50e13518d3',
        value: 0n,
        fee: 0x936e4a8f7d600n,
        to: '0x2a730fc5366a8932645ada40338487d5c272294d70a43dc2d53f03534f418ea',
        gasUsed: 836_655n,
        gasPrice: '3000000000 fri',
        details: {
          type: 'INVOKE',
          version: 3,
          nonce: 0x71245n,
          transfers: [],
          calls: [{ calldata: ['0xc4', expect.any(String)] }],
        },
      })
    })
  })

  it('STRK that a transaction moves to others is its value', (context) => {
    const rows = readStarknetRows(context)
    const block = sepolia(rows)
    const [first] = sentIn(block)
    const [fee] = first.receipt.events
    const moved = { ...fee, data: [fee?.data[0], '0xabc', '0x5', '0x0'] }
    const receipt = { ...first.receipt, events: [moved, fee] } as RpcReceipt
    const changed = { ...block, transactions: [{ ...first, receipt }] }
    return withReplay({ blocks: [changed] }, async (pool) => {
      const found = await getTransaction(pool, { hash: receipt.transaction_hash })
      expect(found).toMatchObject({ to: '0xabc', value: 5n, details: { transfers: [{ to: '0xabc', amount: 5n }] } })
    })
  })

  it('one that reverted says why, and pays', (context) => {
    const rows = readStarknetRows(context)
    const { failure_reason: reason } = resultOf<{ readonly failure_reason: string }>(rowOf(rows, 'txnStatus'))
    const block = sepolia(rows)
    const [first] = sentIn(block)
    const receipt = { ...first.receipt, execution_status: 'REVERTED' as const, revert_reason: reason }
    const changed = { ...block, transactions: [{ ...first, receipt }] }
    return withReplay({ blocks: [changed] }, async (pool) => {
      const found = await getTransaction(pool, { hash: receipt.transaction_hash })
      expect(found).toMatchObject({ status: 'failed', fee: 0x8bafaa5f8e180n, details: { revertReason: reason } })
    })
  })

  it('one in a block that is being made has no block hash, one only received no receipt', (context) => {
    const rows = readStarknetRows(context)
    const preConfirmed = preConfirmedOf(rows)
    const hash = sentIn(preConfirmed)[0]?.receipt.transaction_hash ?? ''
    const recorded = { blocks: [sepolia(rows)], preConfirmed }
    const received = { ...recorded, others: { starknet_getTransactionReceipt: () => new ReplayError(29, 'not found') } }
    return withReplay(recorded, async (pool) => {
      expect(await getTransaction(pool, { hash })).toMatchObject({
        status: 'success',
        blockNumber: 4_383_371n,
        blockHash: null,
        asOf: null,
        timestamp: null,
        details: { finalityStatus: 'PRE_CONFIRMED' },
      })
      await withReplay(received, async (other) => {
        expect(await getTransaction(other, { hash })).toMatchObject({ status: 'pending', fee: null, gasUsed: null })
      })
    })
  })

  it('what is not there, or no hash, is said', (context) =>
    withReplay({ blocks: [sepolia(readStarknetRows(context))] }, async (pool) => {
      await expect(getTransaction(pool, { hash: '0x1' })).rejects.toBeInstanceOf(UnknownTransactionError)
      await expect(getTransaction(pool, { hash: `0x${'f'.repeat(64)}` })).rejects.toBeInstanceOf(InvalidHashError)
    }))
})

describe('blocks', () => {
  it('one is read by number, hash and tag, its transactions by page', (context) => {
    const rows = readStarknetRows(context)
    const block = sepolia(rows)
    return withReplay({ blocks: [block], preConfirmed: preConfirmedOf(rows) }, async (pool) => {
      const found = await getBlock(pool, { block: 3_100_000n, full: true })
      expect(found).toMatchObject({
        number: 3_100_000n,
        hash: block.block_hash,
        parentHash: block.parent_hash,
        transactions: 3,
        miner: block.sequencer_address,
        timestamp: 1_763_887_048n,
        baseFee: '3000000000 fri',
        details: { status: 'ACCEPTED_ON_L1', starknetVersion: '0.14.1', eventCount: 3, transactionList: [{}, {}, {}] },
        asOf: { finality: 'final' },
      })
      for (const same of [block.block_hash as string, 'latest', 'safe'])
        expect((await getBlock(pool, { block: same })).asOf).toMatchObject({ hash: block.block_hash })
      expect(await getBlock(pool, { block: 'pre_confirmed' })).toMatchObject({
        number: 4_383_371n,
        hash: null,
        transactions: 2,
      })
      const page = await getBlockTransactions(pool, { block: 3_100_000n, offset: 1, limit: 1 })
      expect(page).toMatchObject({ total: 3, transactions: [{ hash: sentIn(block)[1]?.receipt.transaction_hash }] })
      await expect(getBlock(pool, { block: 5n })).rejects.toBeInstanceOf(UnknownBlockError)
      await expect(getBlock(pool, { block: 'newest' })).rejects.toBeInstanceOf(InvalidBlockError)
    })
  })

  it('a node that has only blocks with hashes serves too', (context) => {
    const rows = readStarknetRows(context)
    const lacking = { starknet_getBlockWithReceipts: () => new ReplayError(-32601, 'Method not found') }
    return withReplay({ blocks: [sepolia(rows)], others: lacking }, async (pool) => {
      expect(await getBlock(pool, { block: 3_100_000n, full: true })).toMatchObject({
        transactions: 3,
        gasUsed: null,
        details: { transactionList: null },
      })
    })
  })

  it('one asked for by its hash has that hash, and contents that hash to it', (context) => {
    const rows = readStarknetRows(context)
    const block = sepolia(rows)
    const hash = block.block_hash as string
    const liar = {
      starknet_getBlockWithTxHashes: () => ({ ...block, transactions: [], timestamp: block.timestamp + 1 }),
    }
    const other = { starknet_getBlockWithTxHashes: () => ({ ...block, block_hash: '0x1', starknet_version: '0.9.0' }) }
    return withReplay({ blocks: [block] }, async (pool) => {
      expect(await verifyBlock(pool, { block: hash })).toMatchObject({
        number: 3_100_000n,
        blockHash: hash,
        hash: 'matches',
        transactions: 'matches',
        receipts: 'matches',
      })
      for (const others of [liar, other])
        await withReplay({ blocks: [block], others }, async (wrong) => {
          await expect(getBlock(wrong, { block: hash })).rejects.toBeInstanceOf(BlockMismatchError)
        })
    })
  })

  it('the pace is that of the last blocks', (context) => {
    const rows = readStarknetRows(context)
    const block = sepolia(rows)
    const blocks = Array.from({ length: 12 }, (_, index) => ({
      ...block,
      block_number: 100 + index,
      block_hash: `0x${100 + index}` as Hex,
      timestamp: block.timestamp + index * 3,
    }))
    return withReplay({ blocks, preConfirmed: preConfirmedOf(rows) }, async (pool) => {
      const stats = await getNetworkStats(pool)
      expect(stats).toMatchObject({ latestBlock: 111n, blockTime: 3, tps: 1, pendingTransactions: 2, peerCount: null })
    })
  })
})

describe('contracts', () => {
  const address = '0x4f4e29add19afa12c868ba1f4439099f225403ff9a71fe667eebb50e13518d3'

  it('balances of both fee tokens are read at one block', (context) => {
    const block = sepolia(readStarknetRows(context))
    const asked: unknown[] = []
    const starknet_call = ([call, at]: readonly unknown[]) => {
      asked.push(at)
      const { contract_address } = call as { readonly contract_address: string }
      return contract_address === feeTokens.FRI.address ? ['0x5', '0x1'] : ['0x7', '0x0']
    }
    return withReplay({ blocks: [block], others: { starknet_call } }, async (pool) => {
      expect(await getBalance(pool, { address: address.replace('0x', '0x0') })).toMatchObject({
        address,
        balance: 2n ** 128n + 5n,
        unit: 'fri',
        asOf: { hash: block.block_hash },
        details: { tokens: [{ symbol: 'STRK' }, { symbol: 'ETH', balance: 7n }] },
      })
      expect(asked).toEqual([{ block_hash: block.block_hash }, { block_hash: block.block_hash }])
      await expect(getBalance(pool, { address: 'abc' })).rejects.toBeInstanceOf(InvalidAddressError)
    })
  })

  it('a call is words of 32 bytes, and one that fails says why', (context) => {
    const rows = readStarknetRows(context)
    const { error } = rowOf(rows, 'contractError').response as {
      error: { code: number; message: string; data: unknown }
    }
    const starknet_call = ([call]: readonly unknown[]) => {
      const { entry_point_selector: selector, calldata } = call as { entry_point_selector: Hex; calldata: Hex[] }
      return selector === '0x1' ? [...calldata, '0xff'] : new ReplayError(error.code, error.message, error.data)
    }
    const word = (value: number) => value.toString(16).padStart(64, '0')
    return withReplay({ blocks: [sepolia(rows)], others: { starknet_call } }, async (pool) => {
      const call = { to: address, data: `0x${word(1)}${word(5)}` } as const
      expect(await callContract(pool, call)).toMatchObject({ result: `0x${word(5)}${word(255)}`, decoded: '5, 255' })
      const failing = callContract(pool, { ...call, data: `0x${word(2)}` })
      await expect(failing).rejects.toThrow('Failed to deserialize param #2')
      await expect(failing).rejects.toBeInstanceOf(CallRevertedError)
      await expect(callContract(pool, { ...call, data: '0x1234' })).rejects.toBeInstanceOf(InvalidCalldataError)
    })
  })

  it('events are searched by contract, keys and range, over all pages', (context) => {
    const rows = readStarknetRows(context)
    const { events } = resultOf<{ readonly events: readonly RpcEmittedEvent[] }>(rowOf(rows, 'rpc:events'))
    const many = Array.from({ length: 2_500 }, (_, index) => ({ ...events[0], block_number: 100, event_index: index }))
    const recorded = { blocks: [sepolia(rows)], events: [...(many as RpcEmittedEvent[]), ...events] }
    return withReplay(recorded, async (pool) => {
      const range = { fromBlock: 0n, toBlock: 3_100_000n }
      const { logs } = await getLogs(pool, { ...range, address: feeTokens.FRI.address, topics: [transferKey] })
      expect(logs).toHaveLength(2_500 + events.filter(({ keys }) => keys[0] === transferKey).length)
      const [, second] = events
      const { logs: one } = await getLogs(pool, { ...range, topics: [null, '0x0', second?.keys[2] as Hex] })
      expect(one).toHaveLength(2)
      expect(one[0]).toMatchObject({ topics: second?.keys, blockNumber: 6694n })
      expect(BigInt(one[0]?.data.slice(0, 66) ?? 0)).toBe(10_000_000_000_000_000_000n)
      const backwards = getLogs(pool, { fromBlock: 9n, toBlock: 3n })
      await expect(backwards).rejects.toBeInstanceOf(InvalidBlockRangeError)
    })
  })

  it('traces are the own ones of the node', (context) => {
    const rows = readStarknetRows(context)
    const [one, block] = [resultOf<object>(rowOf(rows, 'InvokeTrace')), resultOf<object[]>(rowOf(rows, 'BlockTrace'))]
    const others = { starknet_traceTransaction: () => one, starknet_traceBlockTransactions: () => block }
    return withReplay({ blocks: [sepolia(rows)], others }, async (pool) => {
      expect(await getTransactionTrace(pool, { hash: '0x6a4a' })).toEqual(one)
      expect(await getBlockTraces(pool, { block: 3_100_000n })).toEqual(block)
      await withReplay({ blocks: [sepolia(rows)] }, async (plain) => {
        await expect(getTransactionTrace(plain, { hash: '0x6a4a' })).rejects.toBeInstanceOf(MethodsMissingError)
      })
    })
  })
})

it('pages of a history are all transactions whose events name the address, newest first', (context) => {
  const block = sepolia(readStarknetRows(context))
  const who = '0xabc'
  const [token, other] = ['0x70', '0x71'] as const
  const event = (index: number, from: Hex, keys: readonly Hex[]) => ({
    from_address: from,
    keys,
    data: [],
    transaction_index: index % 3,
    block_number: 3_000_000 + 40 * (index - (index % 3)),
    transaction_hash: `0x${(0x1000 + index).toString(16)}` as Hex,
    block_hash: '0x1' as Hex,
  })
  const events = Array.from({ length: 60 }, (_, index) => {
    const kinds: readonly [Hex, readonly Hex[]][] = [
      [who, ['0x9']],
      [token, [transferKey, who, other]],
      [token, [transferKey, other, who]],
    ]
    return event(index, ...(kinds[index % 3] as [Hex, readonly Hex[]]))
  })
  // None of them is an event of the address itself.
  const noise = [event(500, token, [transferKey, other, other]), event(501, other, ['0x9'])]
  const wanted = events.toSorted((a, b) => b.block_number - a.block_number || b.transaction_index - a.transaction_index)
  const [first] = block.transactions as readonly { transaction: object; receipt: object }[]
  const others = {
    starknet_getTransactionByHash: ([hash]: readonly unknown[]) => ({ ...first?.transaction, transaction_hash: hash }),
    starknet_getTransactionReceipt: ([hash]: readonly unknown[]) => ({ ...first?.receipt, transaction_hash: hash }),
  }
  return withReplay({ blocks: [block], events: [...events, ...noise], others }, async (pool) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: ChainHistory = await getHistory(pool, {
        address: who,
        limit: 7,
        ...(cursor === null ? {} : { cursor }),
      })
      if (page.family !== 'starknet') throw new TypeError('not of Starknet')
      expect(page.coverage.complete).toBe(false)
      seen.push(...page.transactions.map(({ hash }) => hash))
      cursor = seen.length >= 60 ? null : page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(wanted.map(({ transaction_hash }) => transaction_hash))
    await expect(getHistory(pool, { address: who, cursor: 'x' })).rejects.toBeInstanceOf(InvalidCursorError)
  })
})
