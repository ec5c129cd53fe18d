const timestamp = '2026-11-21T12:00:00.000Z'
const hash = `0x${'5c'.repeat(32)}`
const address = `0x${'aa'.repeat(20)}`
const asOf = { block: 21_000_000, hash, age_ms: 4_200, finality: 'included' as const, source: 'local' }
const metadata = { chain: 'ethereum', cached: false, cache_ttl: 0, response_time_ms: 3, as_of: asOf }
const wrap = <data>(data: data) => ({ success: true as const, data, metadata })

const transaction = {
  chain: 'ethereum',
  hash,
  from: address,
  to: `0x${'bb'.repeat(20)}`,
  value: '1.5 ETH',
  gas_used: 21_000,
  gas_price: '1.25 gwei',
  block_number: 21_000_000,
  timestamp,
  status: 'success' as const,
}

export const blockchainExamples = {
  balance: wrap({ chain: 'ethereum', address, balance: '1.5 ETH', balance_wei: '1500000000000000000' }),
  transaction: wrap(transaction),
  block: {
    chain: 'ethereum',
    number: 21_000_000,
    hash,
    timestamp,
    transactions: 180,
    gas_used: 15_000_000,
    gas_limit: 30_000_000,
    base_fee: '1.1 gwei',
    miner: address,
  },
  unifiedBlock: wrap({ block_number: 21_000_000, block_hash: hash, timestamp: 1_795_262_400, transactions: 180 }),
  blockTransactions: wrap({ block_number: 21_000_000, block_hash: hash, transactions: [transaction], total: 180 }),
  addressTransactions: wrap({
    address,
    transactions: [transaction],
    next_cursor: '21000000.17',
    coverage: { from_block: 21_000_000, to_block: 21_000_400, complete: true, source: 'ots_searchTransactionsBefore' },
  }),
  call: { result: `0x${'0'.repeat(63)}6`, decoded: '6' },
  logs: {
    logs: [{ address, topics: [hash], data: '0x', block_number: 21_000_000, transaction_hash: hash, log_index: 3 }],
    total: 1,
  },
  info: wrap({
    chain: 'ethereum',
    chain_id: 1,
    network_type: 'mainnet',
    consensus: 'proof-of-stake',
    block_time: 12,
    native_currency: { symbol: 'ETH', decimals: 18 },
    explorer: 'https://etherscan.io',
  }),
  stats: wrap({
    latest_block: 21_000_000,
    block_time: 12.1,
    tps: 14.8,
    pending_transactions: 5_210,
    gas_used_ratio: 0.51,
    peer_count: 87,
  }),
  traces: wrap([{ type: 'call', action: { from: address }, subtraces: 0, traceAddress: [] }]),
}
