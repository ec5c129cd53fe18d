/** A JSON Schema, or a reference to one of `schemas`. */
export type Schema = { readonly [keyword: string]: unknown }

/** Refers to a named schema of the document. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const listOf = (items: Schema): Schema => ({ type: 'array', items })
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
export const boolean: Schema = { type: 'boolean' }
export const text: Schema = { type: 'string' }

const hex = (pattern: string, description: string): Schema => ({ type: 'string', pattern, description })
const optional = (fields: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties: fields,
  ...(required.length > 0 && { required }),
})
const object = (fields: Readonly<Record<string, Schema>>): Schema => optional(fields, Object.keys(fields))

const [quantity, data, hash, address] = ['Quantity', 'Data', 'Hash', 'Address'].map(ref) as [
  Schema,
  Schema,
  Schema,
  Schema,
]
const place = { blockHash: orNull(hash), blockNumber: orNull(quantity), transactionIndex: orNull(quantity) }

/**
 * The shapes that methods share, as nodes return them (execution API specification, EIP-1474). Nodes add fields, so none forbids
 * further ones.
 */
export const schemas = {
  Quantity: hex('^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$', 'A number in hexadecimal, without leading zeros'),
  Data: hex('^0x(?:[0-9a-fA-F]{2})*$', 'Bytes in hexadecimal'),
  Hash: hex('^0x[0-9a-fA-F]{64}$', '32 bytes in hexadecimal'),
  Address: hex('^0x[0-9a-fA-F]{40}$', '20 bytes in hexadecimal'),
  BlockTag: { type: 'string', enum: ['latest', 'pending', 'safe', 'finalized', 'earliest'] },
  BlockNumberOrTag: { anyOf: [quantity, ref('BlockTag')], description: 'A block number or a tag' },
  BlockNumberOrTagOrHash: {
    anyOf: [
      quantity,
      ref('BlockTag'),
      hash,
      optional({ blockNumber: quantity, blockHash: hash, requireCanonical: boolean }),
    ],
    description: 'A block number, a tag, a block hash, or an object with one of them (EIP-1898)',
  },
  AccessList: listOf(object({ address, storageKeys: listOf(hash) })),
  TransactionRequest: optional({
    from: address,
    to: orNull(address),
    gas: quantity,
    gasPrice: quantity,
    maxFeePerGas: quantity,
    maxPriorityFeePerGas: quantity,
    value: quantity,
    nonce: quantity,
    input: data,
    data,
    accessList: ref('AccessList'),
    type: quantity,
  }),
  StateOverrides: {
    type: 'object',
    description: 'Changes of state by address, for this call alone',
    additionalProperties: optional({
      balance: quantity,
      nonce: quantity,
      code: data,
      state: { type: 'object' },
      stateDiff: { type: 'object' },
    }),
  },
  BlockOverrides: optional({
    number: quantity,
    time: quantity,
    gasLimit: quantity,
    feeRecipient: address,
    prevRandao: hash,
    baseFeePerGas: quantity,
  }),
  Transaction: optional(
    {
      ...place,
      hash,
      from: address,
      to: orNull(address),
      type: quantity,
      nonce: quantity,
      value: quantity,
      gas: quantity,
      gasPrice: quantity,
      maxFeePerGas: quantity,
      maxPriorityFeePerGas: quantity,
      input: data,
      accessList: ref('AccessList'),
      chainId: quantity,
      v: quantity,
      r: quantity,
      s: quantity,
    },
    ['hash', 'from', 'to', 'nonce', 'value', 'gas', 'input', 'blockHash', 'blockNumber', 'transactionIndex'],
  ),
  Log: optional(
    {
      ...place,
      address,
      topics: listOf(hash),
      data,
      transactionHash: orNull(hash),
      logIndex: orNull(quantity),
      removed: boolean,
    },
    ['address', 'topics', 'data'],
  ),
  Receipt: optional(
    {
      transactionHash: hash,
      transactionIndex: quantity,
      blockHash: hash,
      blockNumber: quantity,
      from: address,
      to: orNull(address),
      contractAddress: orNull(address),
      cumulativeGasUsed: quantity,
      gasUsed: quantity,
      effectiveGasPrice: quantity,
      logs: listOf(ref('Log')),
      logsBloom: data,
      status: quantity,
      type: quantity,
    },
    ['transactionHash', 'transactionIndex', 'blockHash', 'blockNumber', 'from', 'to', 'gasUsed', 'logs'],
  ),
  Block: optional(
    {
      number: orNull(quantity),
      hash: orNull(hash),
      parentHash: hash,
      timestamp: quantity,
      miner: address,
      gasLimit: quantity,
      gasUsed: quantity,
      baseFeePerGas: quantity,
      blobGasUsed: quantity,
      excessBlobGas: quantity,
      stateRoot: hash,
      transactionsRoot: hash,
      receiptsRoot: hash,
      logsBloom: data,
      extraData: data,
      transactions: { type: 'array', items: { anyOf: [hash, ref('Transaction')] } },
      uncles: listOf(hash),
      withdrawals: { type: 'array', items: { type: 'object' } },
    },
    ['number', 'hash', 'parentHash', 'timestamp', 'gasLimit', 'gasUsed'],
  ),
  FeeHistory: optional(
    {
      oldestBlock: quantity,
      baseFeePerGas: listOf(quantity),
      gasUsedRatio: listOf({ type: 'number' }),
      baseFeePerBlobGas: listOf(quantity),
      blobGasUsedRatio: listOf({ type: 'number' }),
      reward: listOf(listOf(quantity)),
    },
    ['oldestBlock', 'baseFeePerGas', 'gasUsedRatio'],
  ),
  Proof: object({
    address,
    accountProof: listOf(data),
    balance: quantity,
    codeHash: hash,
    nonce: quantity,
    storageHash: hash,
    storageProof: listOf(object({ key: data, value: quantity, proof: listOf(data) })),
  }),
  LogFilter: optional({
    fromBlock: ref('BlockNumberOrTag'),
    toBlock: ref('BlockNumberOrTag'),
    blockHash: hash,
    address: { anyOf: [address, listOf(address)] },
    topics: { type: 'array', items: { anyOf: [{ type: 'null' }, hash, listOf(hash)] }, maxItems: 4 },
  }),
  Changes: {
    type: 'array',
    items: { anyOf: [hash, ref('Log'), ref('Transaction')] },
    description: 'Logs, block hashes or transaction hashes, depending on the filter',
  },
  TraceOptions: optional({
    tracer: {
      type: 'string',
      description: 'callTracer, prestateTracer, 4byteTracer, … Without it, every opcode is listed',
    },
    tracerConfig: { type: 'object' },
    timeout: text,
    disableStorage: boolean,
    disableStack: boolean,
    enableMemory: boolean,
    enableReturnData: boolean,
  }),
  Trace: optional(
    {
      type: text,
      action: { type: 'object' },
      result: orNull({ type: 'object' }),
      error: text,
      subtraces: { type: 'integer' },
      traceAddress: listOf({ type: 'integer' }),
      blockHash: hash,
      blockNumber: { type: 'integer' },
      transactionHash: orNull(hash),
      transactionPosition: orNull({ type: 'integer' }),
    },
    ['type', 'action', 'subtraces', 'traceAddress'],
  ),
  TraceTypes: { type: 'array', items: { type: 'string', enum: ['trace', 'vmTrace', 'stateDiff'] }, minItems: 1 },
  TraceResults: optional({
    output: data,
    trace: orNull(listOf(ref('Trace'))),
    stateDiff: orNull({ type: 'object' }),
    vmTrace: orNull({ type: 'object' }),
    transactionHash: orNull(hash),
  }),
  SimulatedBlocks: object({
    blockStateCalls: listOf(
      optional({
        calls: listOf(ref('TransactionRequest')),
        stateOverrides: ref('StateOverrides'),
        blockOverrides: ref('BlockOverrides'),
      }),
    ),
  }),
} as const satisfies Readonly<Record<string, Schema>>

export type SchemaName = keyof typeof schemas
