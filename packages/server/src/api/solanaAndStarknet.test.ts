import { createReplayNode, ReplayError } from '@outrigger/devnet/replay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'

// Chains of one block each, small enough to read here. Recorded blocks are in the tests of `@outrigger/data`.
const [payer, receiver, program] = ['2', '3', '1'].map((end) => end.padStart(32, '1'))
const signature = '2'.padStart(64, '1')
const transfer = {
  transaction: {
    signatures: [signature],
    message: {
      accountKeys: [payer, receiver, program],
      header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
      recentBlockhash: program,
      instructions: [{ programIdIndex: 2, accounts: [0, 1], data: '3Bxs4' }],
    },
  },
  meta: { err: null, fee: 5000, preBalances: [2_000_005_000, 0, 1], postBalances: [1_000_000_000, 1_000_000_000, 1] },
}
const slot = 1_000
const solanaBlock = {
  blockhash: 'Block1000',
  previousBlockhash: 'Block998',
  parentSlot: 998,
  blockHeight: 900,
  blockTime: 1_700_000_000,
  rewards: [{ pubkey: payer, lamports: 2500, postBalance: 9, rewardType: 'Fee' }],
  transactions: [transfer],
}
const sample = { numSlots: 150, numTransactions: 300, numNonVoteTransactions: 60, samplePeriodSecs: 60 }
const skipped = new ReplayError(-32007, 'Slot was skipped')
const solanaAnswers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  getSlot: () => slot,
  getFirstAvailableBlock: () => 1,
  getBlock: ([asked]) => (asked === slot ? solanaBlock : skipped),
  getTransaction: ([asked]) => (asked === signature ? { ...transfer, slot, blockTime: 1_700_000_000 } : null),
  getBalance: () => ({ context: { slot }, value: 1_000_000_000 }),
  getTokenAccountsByOwner: () => ({ context: { slot }, value: [] }),
  getSignaturesForAddress: () => [{ signature, slot, err: null }],
  getRecentPerformanceSamples: () => [sample],
}

const [hash, blockHash, account] = ['0x5c', '0xb10c000000000000', '0xacc']
const receipt = {
  type: 'INVOKE',
  transaction_hash: hash,
  actual_fee: { amount: '0x64', unit: 'FRI' },
  messages_sent: [],
  execution_status: 'REVERTED',
  revert_reason: 'no',
  finality_status: 'ACCEPTED_ON_L2',
  events: [],
  execution_resources: { l1_gas: 0, l1_data_gas: 1, l2_gas: 7 },
}
const invoke = {
  type: 'INVOKE',
  version: '0x3',
  nonce: '0x1',
  sender_address: account,
  signature: [],
  calldata: ['0x0'],
  resource_bounds: {
    l1_gas: { max_amount: '0x0', max_price_per_unit: '0x0' },
    l2_gas: { max_amount: '0x1', max_price_per_unit: '0x2' },
  },
}
const starknetBlock = {
  block_number: 9,
  block_hash: blockHash,
  parent_hash: '0xb108',
  status: 'ACCEPTED_ON_L2',
  timestamp: 1_700_000_000,
  sequencer_address: '0x5e',
  l2_gas_price: { price_in_wei: '0x1', price_in_fri: '0x3' },
}
const isHead = (id: unknown) =>
  id === 'latest' || [9, blockHash].includes(Object.values(id as object)[0] as number | string)
const absent = new ReplayError(24, 'Block not found')
const event = { from_address: account, keys: ['0x9'], data: ['0x5'], block_number: 9, transaction_hash: hash }
const starknetAnswers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  chainId: () => '0x534e5f4d41494e',
  blockNumber: () => 9,
  getBlockWithTxHashes([id]) {
    const number = Number(Object.values(id as object)[0])
    if (number < 9)
      return { ...starknetBlock, block_number: number, timestamp: 1_700_000_000 + 2 * (number - 9), transactions: [] }
    return isHead(id) ? { ...starknetBlock, transactions: [hash] } : absent
  },
  getBlockWithReceipts: ([id]) =>
    isHead(id) ? { ...starknetBlock, transactions: [{ transaction: invoke, receipt }] } : absent,
  getTransactionByHash: ([asked]) =>
    asked === hash ? { ...invoke, transaction_hash: hash } : new ReplayError(29, 'no'),
  getTransactionReceipt: ([asked]) =>
    asked === hash ? { ...receipt, block_hash: blockHash, block_number: 9 } : new ReplayError(29, 'no'),
  call: () => ['0x2', '0x0'],
  getEvents: () => ({ events: [{ ...event, transaction_index: 0, event_index: 3 }] }),
  traceTransaction: () => ({ type: 'INVOKE', execute_invocation: { revert_reason: 'no' } }),
  traceBlockTransactions: () => [{ transaction_hash: hash, trace_root: { type: 'INVOKE' } }],
}

let node: OutriggerNode
let url: string
const replays: AsyncDisposable[] = []

beforeAll(async () => {
  const [solana, starknet] = await Promise.all([
    createReplayNode({ rpc: (method, params) => solanaAnswers[method]?.((params ?? []) as readonly unknown[]) }),
    createReplayNode({
      rpc: (method, params) => starknetAnswers[method.replace('starknet_', '')]?.((params ?? []) as readonly unknown[]),
    }),
  ])
  replays.push(solana, starknet)
  const chains = { solana: { endpoints: [solana.url] }, starknet: { endpoints: [starknet.url] } }
  node = await createNode({ chains, access: 'loopback', log: 'silent' })
  url = (await node.listen({ port: 0, gatewayPort: 0 })).url
})
afterAll(async () => {
  await node?.close()
  for (const replay of replays) await replay[Symbol.asyncDispose]()
})

async function ask(path: string, body?: object) {
  const response = await fetch(`${url}/v1/blockchain/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  return { status: response.status, ...((await response.json()) as any) }
}

const solanaTransaction = {
  chain: 'solana',
  hash: signature,
  from: payer,
  to: receiver,
  value: '1 SOL',
  fee: '5000',
  status: 'success',
  gas_used: null,
  gas_price: '0 microLamports/CU',
  block_number: slot,
  timestamp: '2023-11-14T22:13:20.000Z',
  block_hash: 'Block1000',
  lamport_deltas: [
    { address: payer, delta: '-1000005000' },
    { address: receiver, delta: '1000000000' },
  ],
}
const starknetTransaction = {
  chain: 'starknet',
  hash,
  from: account,
  value: '0 STRK',
  fee: '100',
  fee_unit: 'FRI',
  status: 'failed',
  gas_used: 7,
  gas_price: '3 fri',
  block_number: 9,
  block_hash: blockHash,
  revert_reason: 'no',
}

describe('solana', () => {
  const as_of = { block: slot, hash: 'Block1000', finality: 'final', source: 'primary' }
  it.each([
    [`balance/${payer}`, { address: payer, balance: '1 SOL', balance_lamports: '1000000000', tokens: [] }],
    [`transaction/${signature}`, solanaTransaction],
    ['blocks/latest', { block_number: slot, block_hash: 'Block1000', timestamp: 1_700_000_000, transactions: 1 }],
    [`blocks/${slot}`, { block_number: slot, block_hash: 'Block1000' }],
    [`transactions/block/${slot}`, { block_number: slot, total: 1, transactions: [solanaTransaction] }],
    [
      `addresses/${payer}/transactions`,
      { transactions: [solanaTransaction], next_cursor: null, coverage: { complete: true } },
    ],
    ['stats/network', { latest_block: slot, block_time: 0.4, tps: 1, pending_transactions: null, peer_count: null }],
  ])('answers %s', async (path, data) => {
    expect(await ask(`solana/${path}`)).toMatchObject({ status: 200, success: true, data, metadata: { as_of } })
  })

  it('answers the direct block, and info without a block', async () => {
    expect(await ask(`solana/block/${slot}`)).toMatchObject({
      chain: 'solana',
      number: slot,
      miner: payer,
      height: '900',
    })
    expect(await ask('solana/info')).toMatchObject({
      data: { chain_id: null, native_currency: { symbol: 'SOL', decimals: 9 } },
    })
  })

  it.each([
    ['balance/0x12', 400, 'INVALID_ADDRESS'],
    ['transaction/abc', 400, 'INVALID_PARAMETER'],
    [`transaction/${'1'.repeat(64)}`, 404, 'NOT_FOUND'],
    ['blocks/5', 404, 'NOT_FOUND'],
    ['blocks/GdY1gj7F8vq1nCy4dgCZK42WV19bkfQ4cp2e9evK18ry', 400, 'INVALID_PARAMETER'],
    [`addresses/${payer}/transactions?cursor=x`, 400, 'INVALID_PARAMETER'],
    [`trace/transaction/${signature}`, 400, 'INVALID_PARAMETER'],
    [`trace/block/${slot}`, 400, 'INVALID_PARAMETER'],
  ])('refuses %s with %i %s', async (path, status, error) => {
    expect(await ask(`solana/${path}`)).toMatchObject({ status, success: false, error })
  })

  it('refuses what its family does not have', async () => {
    const call = await ask('solana/call', { to: payer, data: '0x00' })
    expect(call).toMatchObject({ status: 400, error: { code: 'INVALID_PARAMETER' } })
    expect(JSON.stringify(call)).toContain('solana family, which has no contracts')
    expect(await ask('solana/logs')).toMatchObject({ status: 400, error: { code: 'INVALID_PARAMETER' } })
  })
})

describe('starknet', () => {
  const as_of = { block: 9, hash: blockHash, finality: 'safe', source: 'primary' }
  it.each([
    [`balance/${account}`, { address: account, balance: '0.000000000000000002 STRK', balance_fri: '2' }],
    [`transaction/${hash}`, starknetTransaction],
    ['blocks/latest', { block_number: 9, block_hash: blockHash, timestamp: 1_700_000_000, transactions: 1 }],
    [`blocks/${blockHash}`, { block_number: 9 }],
    ['transactions/block/9', { block_number: 9, total: 1, transactions: [starknetTransaction] }],
    [`addresses/${account}/transactions`, { transactions: [starknetTransaction], coverage: { complete: false } }],
    ['stats/network', { latest_block: 9, block_time: 2, tps: 1 / 18, pending_transactions: null }],
    ['trace/block/9', [{ transaction_hash: hash, trace_root: { type: 'INVOKE' } }]],
  ])('answers %s', async (path, data) => {
    expect(await ask(`starknet/${path}`)).toMatchObject({ status: 200, success: true, data, metadata: { as_of } })
  })

  it('answers calls, events and traces', async () => {
    const data = `0x${'1'.padStart(64, '0')}`
    expect(await ask('starknet/call', { to: account, data })).toMatchObject({
      status: 200,
      result: `0x${'2'.padStart(64, '0')}${'0'.repeat(64)}`,
      decoded: '2, 0',
    })
    expect(await ask('starknet/logs?fromBlock=9&toBlock=9&topics=0x9')).toMatchObject({
      logs: [{ address: account, topics: ['0x9'], block_number: 9, transaction_hash: hash, log_index: 3 }],
      total: 1,
    })
    expect(await ask(`starknet/trace/transaction/${hash}`)).toMatchObject({ data: { type: 'INVOKE' } })
    expect(await ask('starknet/block/9')).toMatchObject({
      number: 9,
      hash: blockHash,
      base_fee: '3 fri',
      miner: '0x5e',
    })
  })

  it.each([
    ['balance/0xzz', 400, 'INVALID_ADDRESS'],
    [`transaction/${'f'.repeat(70)}`, 400, 'INVALID_PARAMETER'],
    ['transaction/0x1', 404, 'NOT_FOUND'],
    ['blocks/12', 404, 'NOT_FOUND'],
    ['addresses/0x1/transactions?cursor=x', 400, 'INVALID_PARAMETER'],
  ])('refuses %s with %i %s', async (path, status, error) => {
    expect(await ask(`starknet/${path}`)).toMatchObject({ status, success: false, error })
  })

  it('refuses calldata that is no words, keys that are none, and debug traces', async () => {
    const refused = { status: 400, error: { code: 'INVALID_PARAMETER' } }
    expect(await ask('starknet/call', { to: account, data: '0x12' })).toMatchObject(refused)
    expect(await ask('starknet/logs?topics=zz')).toMatchObject(refused)
    const debug = await ask('starknet/debug/trace-transaction', { hash })
    expect(debug).toMatchObject({ status: 400, error: 'INVALID_PARAMETER' })
  })
})
