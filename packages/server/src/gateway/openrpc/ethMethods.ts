import { define, examples, type Method, may, need, recent } from './method.ts'
import { boolean, listOf, orNull, ref, text } from './schemas.ts'

const { account, blockHash, from, transaction } = examples
/** `totalSupply()`, which every token answers. */
const call = { to: account, data: '0x18160ddd' }
const transfer = { from, to: from, value: '0x0' }

const address = need('address', 'Address')
const atBlock = may('block', 'BlockNumberOrTagOrHash', 'The block whose state is read. Default: latest')
const atNumber = need('block', 'BlockNumberOrTag')
const hashOfBlock = need('blockHash', 'Hash')
const hashOfTransaction = need('transactionHash', 'Hash')
const index = need('index', 'Quantity', 'Position in the block, from 0')
const full = need('fullTransactions', boolean, 'Whether to return whole transactions instead of their hashes')
const request = need('transaction', 'TransactionRequest')
const overrides = [may('stateOverrides', 'StateOverrides'), may('blockOverrides', 'BlockOverrides')]
const filterId = need('filterId', 'Quantity', 'The id that created the filter')
const block = orNull(ref('Block'))
const found = orNull(ref('Transaction'))
const count = orNull(ref('Quantity'))
const rawTransaction = need('rawTransaction', 'Data', 'The signed transaction, EIP-2718 encoded')

/** The methods of the public Ethereum execution API, and further ones that most nodes have. */
export const ethMethods = {
  eth_chainId: define('Returns the chain id.', [], 'Quantity'),
  eth_blockNumber: define('Returns the number of the newest block.', [], 'Quantity'),
  eth_syncing: define('Returns false, or the progress of the node’s synchronization.', [], {
    anyOf: [boolean, { type: 'object' }],
  }),
  eth_accounts: define(
    'Returns the accounts that the provider’s node owns, in general none.',
    [],
    listOf(ref('Address')),
  ),
  eth_coinbase: define('Returns the address that receives the provider’s block rewards.', [], 'Address'),
  eth_config: recent(
    define('Returns the current, the next and the last fork of the node (EIP-7910).', [], { type: 'object' }),
  ),
  eth_capabilities: recent(define('Returns the ranges of blocks for which the node has data.', [], { type: 'object' })),

  eth_gasPrice: define('Returns a gas price in wei for legacy transactions.', [], 'Quantity'),
  eth_maxPriorityFeePerGas: define('Returns a priority fee per gas in wei.', [], 'Quantity'),
  eth_baseFee: recent(define('Returns the base fee per gas of the next block in wei.', [], orNull(ref('Quantity')))),
  eth_blobBaseFee: define('Returns the base fee per blob gas of the next block in wei.', [], 'Quantity'),
  eth_feeHistory: define(
    'Returns base fees, gas usage and priority fees of consecutive blocks.',
    [
      need('blockCount', 'Quantity', 'Number of blocks'),
      need('newestBlock', 'BlockNumberOrTag'),
      may('rewardPercentiles', listOf({ type: 'number' }), 'Percentiles of priority fees, from 0 to 100, ascending'),
    ],
    'FeeHistory',
    ['0x4', 'latest', [25, 50, 75]],
  ),

  eth_getBalance: define('Returns the balance of an account in wei.', [address, atBlock], 'Quantity', [
    account,
    'latest',
  ]),
  eth_getTransactionCount: define('Returns the nonce of an account.', [address, atBlock], 'Quantity', [from, 'latest']),
  eth_getCode: define('Returns the code of a contract.', [address, atBlock], 'Data', [account, 'latest']),
  eth_getStorageAt: define('Returns the value of a storage slot.', [address, need('slot', 'Data'), atBlock], 'Data', [
    account,
    '0x0000000000000000000000000000000000000000000000000000000000000000',
    'latest',
  ]),
  eth_getStorageValues: recent(
    define(
      'Returns the values of storage slots of several accounts.',
      [need('requests', { type: 'object', additionalProperties: listOf(ref('Data')) }, 'Slots by address'), atBlock],
      { type: 'object' },
      [{ [account]: ['0x0000000000000000000000000000000000000000000000000000000000000000'] }, 'latest'],
    ),
  ),
  eth_getProof: define(
    'Returns an account with a Merkle proof, and proofs of storage slots (EIP-1186).',
    [address, need('storageKeys', listOf(ref('Data'))), atBlock],
    'Proof',
    [account, [], 'latest'],
  ),

  eth_call: define('Executes a call without sending a transaction.', [request, atBlock, ...overrides], 'Data', [
    call,
    'latest',
  ]),
  eth_estimateGas: define('Estimates the gas of a transaction.', [request, atBlock, ...overrides], 'Quantity', [
    transfer,
    'latest',
  ]),
  eth_createAccessList: define(
    'Returns the access list that a transaction would need, and its gas.',
    [request, atBlock],
    {
      type: 'object',
      properties: { accessList: ref('AccessList'), gasUsed: ref('Quantity') },
      required: ['accessList'],
    },
    [{ from, ...call }, 'latest'],
  ),
  eth_simulateV1: recent(
    define(
      'Executes calls in one or more simulated blocks.',
      [need('simulation', 'SimulatedBlocks'), atBlock],
      listOf(ref('Block')),
      [{ blockStateCalls: [{ calls: [call, call] }] }, 'latest'],
    ),
  ),

  eth_getBlockByNumber: define('Returns a block.', [atNumber, full], block, ['latest', false]),
  eth_getBlockByHash: define('Returns a block.', [hashOfBlock, full], block, [blockHash, false]),
  eth_getBlockReceipts: define(
    'Returns the receipts of all transactions of a block.',
    [need('block', 'BlockNumberOrTagOrHash')],
    orNull(listOf(ref('Receipt'))),
    ['latest'],
  ),
  eth_getBlockTransactionCountByNumber: define('Returns the number of transactions of a block.', [atNumber], count, [
    'latest',
  ]),
  eth_getBlockTransactionCountByHash: define('Returns the number of transactions of a block.', [hashOfBlock], count, [
    blockHash,
  ]),
  eth_getUncleCountByBlockNumber: define('Returns the number of uncles of a block.', [atNumber], count, ['latest']),
  eth_getUncleCountByBlockHash: define('Returns the number of uncles of a block.', [hashOfBlock], count, [blockHash]),
  eth_getUncleByBlockNumberAndIndex: define('Returns an uncle of a block.', [atNumber, index], block, [
    'latest',
    '0x0',
  ]),
  eth_getUncleByBlockHashAndIndex: define('Returns an uncle of a block.', [hashOfBlock, index], block, [
    blockHash,
    '0x0',
  ]),

  eth_getTransactionByHash: define('Returns a transaction.', [hashOfTransaction], found, [transaction]),
  eth_getTransactionByBlockNumberAndIndex: define('Returns a transaction of a block.', [atNumber, index], found, [
    'latest',
    '0x0',
  ]),
  eth_getTransactionByBlockHashAndIndex: define('Returns a transaction of a block.', [hashOfBlock, index], found, [
    blockHash,
    '0x0',
  ]),
  eth_getTransactionBySenderAndNonce: recent(
    define('Returns the transaction that an account sent with a nonce.', [address, need('nonce', 'Quantity')], found, [
      from,
      '0x0',
    ]),
  ),
  eth_getRawTransactionByHash: define(
    'Returns a transaction as it was signed, EIP-2718 encoded.',
    [hashOfTransaction],
    orNull(ref('Data')),
    [transaction],
  ),
  eth_getTransactionReceipt: define(
    'Returns the receipt of a transaction.',
    [hashOfTransaction],
    orNull(ref('Receipt')),
    [transaction],
  ),
  eth_sendRawTransaction: define('Sends a signed transaction. It cannot be taken back.', [rawTransaction], 'Hash', [
    '0x',
  ]),
  eth_sendRawTransactionSync: recent(
    define(
      'Sends a signed transaction and waits for its receipt (EIP-7966).',
      [rawTransaction, may('timeoutMs', { type: 'integer' }, 'Maximum time to wait')],
      'Receipt',
      ['0x'],
    ),
  ),

  eth_getLogs: define('Returns the logs that match a filter.', [need('filter', 'LogFilter')], listOf(ref('Log')), [
    { address: account, fromBlock: 'latest', toBlock: 'latest' },
  ]),
  eth_newFilter: define('Creates a filter of logs.', [need('filter', 'LogFilter')], 'Quantity', [{ address: account }]),
  eth_newBlockFilter: define('Creates a filter of new blocks.', [], 'Quantity'),
  eth_newPendingTransactionFilter: define(
    'Creates a filter of pending transactions.',
    [may('fullTransactions', boolean, 'Whether to return whole transactions instead of their hashes')],
    'Quantity',
  ),
  eth_getFilterChanges: define('Returns what a filter found since the last poll.', [filterId], 'Changes', [
    examples.filter,
  ]),
  eth_getFilterLogs: define('Returns all logs that match a filter of logs.', [filterId], listOf(ref('Log')), [
    examples.filter,
  ]),
  eth_uninstallFilter: define('Removes a filter.', [filterId], boolean, [examples.filter]),
  eth_subscribe: {
    ...define(
      'Subscribes to new blocks, logs, pending transactions or the state of synchronization.',
      [
        need('kind', { type: 'string', enum: ['newHeads', 'logs', 'newPendingTransactions', 'syncing'] }),
        may('options', { anyOf: [ref('LogFilter'), boolean] }, 'A filter of logs; true for whole pending transactions'),
      ],
      text,
      ['newHeads'],
    ),
    only: 'websocket',
  },
  eth_unsubscribe: {
    ...define('Ends a subscription.', [need('subscription', text)], boolean, [examples.subscription]),
    only: 'websocket',
  },
} as const satisfies Readonly<Record<string, Method>>
