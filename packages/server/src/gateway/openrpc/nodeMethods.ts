import { define, examples, type Method, may, need } from './method.ts'
import { boolean, listOf, orNull, ref, type Schema, text } from './schemas.ts'

const { account, block, blockHash, from, transaction } = examples
const anObject: Schema = { type: 'object' }
const atNumber = need('block', 'BlockNumberOrTag')
const atBlock = may('block', 'BlockNumberOrTagOrHash', 'The block whose state is read. Default: latest')
const hashOfBlock = need('blockHash', 'Hash')
const hashOfTransaction = need('transactionHash', 'Hash')
const request = need('transaction', 'TransactionRequest')
const options = may('options', 'TraceOptions')
const types = need('traceTypes', 'TraceTypes')
const callTracer = { tracer: 'callTracer' }
const call = { from, to: account, data: '0x18160ddd' }
const traces = listOf(ref('Trace'))
const frames: Schema = { anyOf: [anObject, { type: 'array' }] }

/** Methods outside `eth_*`: the node itself, its pool of transactions, and traces. */
export const nodeMethods = {
  net_version: define('Returns the network id in decimal.', [], text),
  net_listening: define('Returns whether the provider’s node accepts peers.', [], boolean),
  net_peerCount: define('Returns the number of peers of the provider’s node.', [], {
    anyOf: [ref('Quantity'), { type: 'integer' }],
  }),
  web3_clientVersion: define('Returns the software and version of the provider’s node.', [], text),
  web3_sha3: define('Returns the Keccak-256 hash of bytes.', [need('data', 'Data')], 'Hash', ['0x68656c6c6f']),
  rpc_modules: define('Returns the namespaces of the provider’s node.', [], anObject),

  txpool_status: define('Returns the numbers of pending and queued transactions.', [], anObject),
  txpool_content: define('Returns all pending and queued transactions by sender and nonce.', [], anObject),
  txpool_contentFrom: define(
    'Returns the pending and queued transactions of a sender.',
    [need('address', 'Address')],
    anObject,
    [from],
  ),
  txpool_inspect: define('Returns pending and queued transactions in words, by sender and nonce.', [], anObject),

  debug_getRawBlock: define('Returns a block, RLP-encoded.', [atNumber], 'Data', ['latest']),
  debug_getRawHeader: define('Returns the header of a block, RLP-encoded.', [atNumber], 'Data', ['latest']),
  debug_getRawReceipts: define('Returns the receipts of a block, EIP-2718 encoded.', [atNumber], listOf(ref('Data')), [
    'latest',
  ]),
  debug_getRawTransaction: define(
    'Returns a transaction as it was signed, EIP-2718 encoded.',
    [hashOfTransaction],
    orNull(ref('Data')),
    [transaction],
  ),
  debug_getBadBlocks: define('Returns the last invalid blocks that the node has seen.', [], listOf(anObject)),
  debug_traceTransaction: define(
    'Executes a transaction again and returns its trace.',
    [hashOfTransaction, options],
    frames,
    [transaction, callTracer],
  ),
  debug_traceCall: define('Executes a call and returns its trace.', [request, atBlock, options], frames, [
    call,
    'latest',
    callTracer,
  ]),
  debug_traceBlockByNumber: define(
    'Returns the traces of all transactions of a block.',
    [atNumber, options],
    listOf(anObject),
    ['latest', callTracer],
  ),
  debug_traceBlockByHash: define(
    'Returns the traces of all transactions of a block.',
    [hashOfBlock, options],
    listOf(anObject),
    [blockHash, callTracer],
  ),

  trace_block: define('Returns all calls of a block.', [atNumber], orNull(traces), ['latest']),
  trace_transaction: define('Returns all calls of a transaction.', [hashOfTransaction], orNull(traces), [transaction]),
  trace_get: define(
    'Returns one call of a transaction.',
    [hashOfTransaction, need('path', listOf(ref('Quantity')), 'Position in the tree of calls')],
    orNull(ref('Trace')),
    [transaction, ['0x0']],
  ),
  trace_filter: define(
    'Returns calls by block range and address.',
    [
      need('filter', {
        type: 'object',
        properties: {
          fromBlock: ref('BlockNumberOrTag'),
          toBlock: ref('BlockNumberOrTag'),
          fromAddress: listOf(ref('Address')),
          toAddress: listOf(ref('Address')),
          after: { type: 'integer' },
          count: { type: 'integer' },
        },
      }),
    ],
    traces,
    [{ fromBlock: block, toBlock: block }],
  ),
  trace_call: define('Executes a call and returns its traces.', [request, types, atBlock], 'TraceResults', [
    call,
    ['trace'],
    'latest',
  ]),
  trace_callMany: define(
    'Executes calls one after the other and returns their traces.',
    [need('calls', { type: 'array', description: 'Pairs of a transaction and its trace types' }), atBlock],
    listOf(ref('TraceResults')),
    [
      [
        [call, ['trace']],
        [call, ['trace']],
      ],
      'latest',
    ],
  ),
  trace_replayTransaction: define(
    'Executes a transaction again and returns its traces.',
    [hashOfTransaction, types],
    'TraceResults',
    [transaction, ['trace']],
  ),
  trace_replayBlockTransactions: define(
    'Executes the transactions of a block again and returns their traces.',
    [atNumber, types],
    listOf(ref('TraceResults')),
    ['latest', ['trace']],
  ),
  'rpc.discover': define('Returns this document, with the settings of this node.', [], anObject),
} as const satisfies Readonly<Record<string, Method>>
