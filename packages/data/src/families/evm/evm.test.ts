import { chains, createProviderPool, type ProviderPool } from '@outrigger/core'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  padHex,
  parseEther,
  toEventSelector,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CallRevertedError,
  InvalidBlockRangeError,
  InvalidCursorError,
  MethodsMissingError,
  UnknownBlockError,
  UnknownTransactionError,
} from '../../errors.ts'
import { createNodeWithout } from '../../fixtures/withoutMethods.ts'
import { callContract } from './callContract.ts'
import { getBalance } from './getBalance.ts'
import { getBlock } from './getBlock.ts'
import { getBlockTransactions } from './getBlockTransactions.ts'
import { getLogs } from './getLogs.ts'
import { computePace, getNetworkStats } from './getNetworkStats.ts'
import { getTransaction } from './getTransaction.ts'
import { getHistory, type HistoryCoverage } from './history/getHistory.ts'
import { getBlockTraces, getDebugTrace, getTransactionTrace } from './traces/getTransactionTrace.ts'
import type { CallFrame, ParityTrace } from './traces/parityTrace.ts'
import { toCallFrame } from './traces/toCallFrame.ts'
import { toParityTraces } from './traces/toParityTraces.ts'

const account = mnemonicToAccount('test test test test test test test test test test test junk')
const receiver: Address = '0x00000000000000000000000000000000000000aa'
const forwarder: Address = '0x00000000000000000000000000000000000000f1'
const emitter: Address = '0x00000000000000000000000000000000000000e1'
const reverting: Address = '0x00000000000000000000000000000000000000ee'
const halting: Address = '0x00000000000000000000000000000000000000fe'
const transfer = toEventSelector('Transfer(address,address,uint256)')

let anvil: Anvil
let pool: ProviderPool
const toClient = () => createPublicClient({ chain: mainnet, transport: http(anvil.rpcUrl) })
const sent: { readonly plain: Hex[]; readonly internal: Hex[]; readonly token: Hex[] } = {
  plain: [],
  internal: [],
  token: [],
}

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  const test = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
  // Forwards its value to the address in its calldata.
  await test.setCode({ address: forwarder, bytecode: '0x5f5f5f5f345f355af100' })
  // Transfer(0, the address in its calldata), without an amount.
  await test.setCode({ address: emitter, bytecode: `0x5f355f7f${transfer.slice(2)}5f5fa300` })
  await test.setCode({ address: reverting, bytecode: '0x5f5ffd' })
  await test.setCode({ address: halting, bytecode: '0xfe' })
  const wallet = createWalletClient({ account, chain: mainnet, transport: http(anvil.rpcUrl) })
  const send = async (to: Address, data: Hex = '0x', value = 0n) => {
    const hash = await wallet.sendTransaction({ to, data, value, gas: 200_000n })
    await toClient().waitForTransactionReceipt({ hash, pollingInterval: 5 })
    return hash
  }
  for (let round = 0; round < 12; round += 1) {
    sent.plain.push(await send(receiver, '0x', parseEther('1')))
    sent.internal.push(await send(forwarder, padHex(receiver), parseEther('0.5')))
    sent.token.push(await send(emitter, padHex(receiver)))
  }
  await send(reverting)
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [{ url: anvil.rpcUrl, name: 'local' }] })
}, 60_000)

afterAll(async () => {
  await pool.close()
  await anvil.close()
})

describe('answers name their block', () => {
  it('a balance is of the block it names', async () => {
    const { balance, asOf } = await getBalance(pool, { address: receiver })
    expect(balance).toBe(parseEther('18'))
    expect(asOf).toMatchObject({ block: 37n, source: 'local' })
    expect(asOf.hash).toBe((await toClient().getBlock({ blockNumber: 37n })).hash)
    expect((await getBalance(pool, { address: receiver, block: 1n })).balance).toBe(parseEther('1'))
  })

  it('a block is as viem formats it, by number, hash and tag', async () => {
    const { block, asOf } = await getBlock(pool, { block: 5n })
    expect(block).toEqual(await toClient().getBlock({ blockNumber: 5n }))
    expect((await getBlock(pool, { block: block.hash as Hex })).block).toEqual(block)
    expect((await getBlock(pool)).block.number).toBe(37n)
    // anvil: safe is 32 behind the head, finalized 64.
    expect(asOf.finality).toBe('safe')
    expect((await getBlock(pool, { block: 6n })).asOf.finality).toBe('included')
    await expect(getBlock(pool, { block: 99n })).rejects.toBeInstanceOf(UnknownBlockError)
  })

  it('a transaction comes with its receipt and the time of its block', async () => {
    const hash = sent.plain[3] as Hex
    const found = await getTransaction(pool, { hash })
    expect(found.transaction).toEqual(await toClient().getTransaction({ hash }))
    expect(found.receipt).toEqual(await toClient().getTransactionReceipt({ hash }))
    expect(found).toMatchObject({ status: 'success', asOf: { block: found.receipt?.blockNumber } })
    expect(found.timestamp).toBe((await toClient().getBlock({ blockHash: found.receipt?.blockHash as Hex })).timestamp)
    await expect(getTransaction(pool, { hash: padHex('0x1') })).rejects.toBeInstanceOf(UnknownTransactionError)
  })

  it('pages of a block are all of its transactions', async () => {
    const { transactions, total, hash } = await getBlockTransactions(pool, { block: 37n })
    expect(total).toBe(1)
    expect(transactions).toMatchObject([{ status: 'failed', asOf: { hash } }])
    expect((await getBlockTransactions(pool, { block: 37n, offset: 1 })).transactions).toEqual([])
    await expect(getBlockTransactions(pool, { block: 99n })).rejects.toBeInstanceOf(UnknownBlockError)
  })
})

describe('calls and logs', () => {
  it('a call is decoded, and one that reverts says so', async () => {
    await expect(callContract(pool, { to: reverting, data: '0x' })).rejects.toBeInstanceOf(CallRevertedError)
    // INVALID halts without a reason.
    await expect(callContract(pool, { to: halting, data: '0x' })).rejects.toMatchObject({
      code: 'RPC_ANSWER',
      isRevert: false,
      rpcMessage: expect.stringMatching(/InvalidFEOpcode/),
    })
    expect(await callContract(pool, { to: receiver, data: '0x313ce567' })).toMatchObject({ result: '0x', decoded: '' })
  })

  it('logs of a range are those of viem', async () => {
    const { logs } = await getLogs(pool, { address: emitter, fromBlock: 0n })
    expect(logs).toEqual(await toClient().getLogs({ address: emitter, fromBlock: 0n }))
    expect(logs).toHaveLength(12)
    expect((await getLogs(pool, { topics: [null, null, padHex(receiver)], fromBlock: 0n })).logs).toHaveLength(12)
    await expect(getLogs(pool, { fromBlock: 9n, toBlock: 3n })).rejects.toBeInstanceOf(InvalidBlockRangeError)
    await expect(getLogs(pool, { toBlock: 99n })).rejects.toBeInstanceOf(InvalidBlockRangeError)
    await expect(getLogs(pool, { fromBlock: 0n, maxBlocks: 10n })).rejects.toBeInstanceOf(InvalidBlockRangeError)
  })

  it('counts the pace of the last blocks', async () => {
    const block = (timestamp: bigint, transactions: number) => ({
      timestamp,
      transactions: Array(transactions).fill('0x'),
    })
    expect(computePace([block(30n, 3), block(20n, 6), block(0n, 9)])).toEqual({ blockTime: 15, tps: 0.3 })
    expect(computePace([block(30n, 3)])).toEqual({ blockTime: null, tps: null })
    expect(await getNetworkStats(pool)).toMatchObject({ latestBlock: 37n, pendingTransactions: 0, peerCount: null })
  })
})

describe('traces', () => {
  it('are the node’s own, and both forms translate into each other', async () => {
    const hash = sent.internal[2] as Hex
    const own = await getTransactionTrace(pool, { hash })
    expect(own).toHaveLength(2)
    const frame = (await getDebugTrace(pool, { hash, options: { tracer: 'callTracer' } })) as CallFrame
    const [place] = own
    const translated = toParityTraces(frame, {
      transactionHash: hash,
      transactionPosition: place?.transactionPosition as number,
      blockHash: place?.blockHash as Hex,
      blockNumber: place?.blockNumber as number,
    })
    expect(translated.map(({ action, traceAddress, subtraces }) => ({ ...action, traceAddress, subtraces }))).toEqual(
      own.map(({ action, traceAddress, subtraces }) => ({
        ...action,
        gas: expect.any(String),
        traceAddress,
        subtraces,
      })),
    )
    const back = toCallFrame(own)
    expect(back).toMatchObject({ type: 'CALL', from: frame.from, to: frame.to, value: frame.value })
    expect(back?.calls).toHaveLength(1)
    expect(back?.calls?.[0]).toMatchObject({ to: receiver, value: frame.calls?.[0]?.value })
  })

  it('of a block are those of its transactions, and of a failed one say why', async () => {
    const [failed] = await getBlockTraces(pool, { block: 37n })
    expect(failed?.error).toBeDefined()
    await expect(getBlockTraces(pool, { block: 99n })).rejects.toBeInstanceOf(UnknownBlockError)
    await expect(getTransactionTrace(pool, { hash: padHex('0x1') })).rejects.toBeInstanceOf(UnknownTransactionError)
  })
})

/** Reads pages of five until the end. */
async function readAll(from: ProviderPool) {
  const hashes: Hex[] = []
  let cursor: string | undefined
  let coverage: HistoryCoverage
  do {
    const page = await getHistory(from, { address: receiver, limit: 5, ...(cursor && { cursor }) })
    expect(page.transactions.length).toBeLessThanOrEqual(5)
    hashes.push(...page.transactions.map(({ transaction }) => transaction.hash))
    coverage = page.coverage
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(new Set(hashes).size).toBe(hashes.length)
  return { hashes, coverage }
}

async function createPoolWithout(lacks: (method: string) => boolean) {
  const node = await createNodeWithout(anvil.rpcUrl, lacks)
  const limited = createProviderPool({ chain: chains.ethereum, endpoints: [{ url: node.url, name: 'limited' }] })
  return {
    pool: limited,
    async [Symbol.asyncDispose]() {
      await limited.close()
      await node[Symbol.asyncDispose]()
    },
  }
}

describe('history of an address', () => {
  const ladder = [
    ['ots_searchTransactionsBefore', () => false],
    ['trace_filter', (method: string) => method.startsWith('ots_')],
    ['eth_getBlockByNumber', (method: string) => /^(?:ots|trace)_/.test(method)],
  ] as const

  it.each(ladder)('is whole by %s, page after page, none twice; internal calls need traces', async (source, lacks) => {
    await using limited = await createPoolWithout(lacks)
    const { hashes, coverage } = await readAll(limited.pool)
    const findsInternal = source !== 'eth_getBlockByNumber'
    expect(coverage).toMatchObject({ source, complete: findsInternal, fromBlock: 0n })
    expect(new Set(hashes)).toEqual(new Set([...sent.plain, ...sent.token, ...(findsInternal ? sent.internal : [])]))
  })

  it('refuses a cursor that it did not give', async () => {
    await expect(getHistory(pool, { address: receiver, cursor: 'x' })).rejects.toBeInstanceOf(InvalidCursorError)
  })
})

describe('a node with one kind of traces', () => {
  it('is not asked for a block whose hash is known', async () => {
    const asked: string[] = []
    await using geth = await createPoolWithout((method) => {
      asked.push(method)
      return method.startsWith('trace_')
    })
    const blocks = [28n, 29n, 30n, 31n, 32n, 33n, 34n, 35n, 36n, 37n]
    const hashes = await Promise.all(blocks.map(async (block) => (await getBlock(pool, { block })).asOf.hash as Hex))
    const before = asked.length
    const known = await Promise.all(
      blocks.map((block, index) => getBlockTraces(geth.pool, { block, hash: hashes[index] as Hex })),
    )
    const put = asked.slice(before)
    // Ignores probes.
    expect(put.filter((method) => method === 'eth_getBlockByNumber').length).toBeLessThan(blocks.length)
    expect(put.filter((method) => method === 'debug_traceBlockByHash').length).toBeGreaterThanOrEqual(blocks.length)
    expect(known).toEqual(await Promise.all(blocks.map((block) => getBlockTraces(geth.pool, { block }))))
  })

  it('answers in the form of the other', async () => {
    const hash = sent.internal[0] as Hex
    const options = { tracer: 'callTracer' }
    const forms = (traces: readonly ParityTrace[]) => traces.map(({ type, traceAddress }) => ({ type, traceAddress }))
    await using geth = await createPoolWithout((method) => method.startsWith('trace_'))
    expect(forms(await getTransactionTrace(geth.pool, { hash }))).toEqual(
      forms(await getTransactionTrace(pool, { hash })),
    )
    expect(forms(await getBlockTraces(geth.pool, { block: 37n }))).toEqual(
      forms(await getBlockTraces(pool, { block: 37n })),
    )
    await using parity = await createPoolWithout((method) => method.startsWith('debug_'))
    const frame = (await getDebugTrace(pool, { hash, options })) as CallFrame
    const translated = (await getDebugTrace(parity.pool, { hash, options })) as CallFrame
    expect(translated).toMatchObject({ type: frame.type, from: frame.from, to: frame.to, value: frame.value })
    expect(translated.calls?.map(({ to }) => to)).toEqual(frame.calls?.map(({ to }) => to))
    await expect(getDebugTrace(parity.pool, { hash })).rejects.toBeInstanceOf(MethodsMissingError)
  })

  it('receipts come one by one where the node gives none of a block', async () => {
    await using old = await createPoolWithout((method) => method === 'eth_getBlockReceipts')
    const whole = await getBlockTransactions(pool, { block: 5n })
    expect((await getBlockTransactions(old.pool, { block: 5n })).transactions[0]?.receipt).toEqual(
      whole.transactions[0]?.receipt,
    )
  })
})
