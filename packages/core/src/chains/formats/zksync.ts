import {
  type Address,
  defineBlock,
  defineTransaction,
  defineTransactionReceipt,
  defineTransactionRequest,
  formatLog,
  formatTransaction,
  type Hex,
  hexToBigInt,
  hexToBytes,
  hexToNumber,
  toHex,
} from 'viem'
import { deferSerializers, type OwnTransaction } from './deferred.ts'

type RawTransaction = {
  readonly type?: string
  readonly l1BatchNumber?: Hex | null
  readonly l1BatchTxIndex?: Hex | null
}

type RawLog = Parameters<typeof formatLog>[0] & {
  readonly l1BatchNumber?: Hex | null
  readonly transactionLogIndex?: Hex | null
  readonly logType: Hex | null
}

type RawL2ToL1Log = {
  readonly blockHash: Hex
  readonly l1BatchNumber: Hex | null
  readonly transactionIndex: Hex
  readonly shardId: Hex
  readonly isService: boolean
  readonly sender: Address
  readonly key: Hex
  readonly value: Hex
  readonly transactionHash: Hex
  readonly logIndex: Hex
}

/** A receipt. ZK Stack nodes omit fields that they do not store. */
type RawReceipt = RawTransaction & {
  readonly logs?: readonly RawLog[] | null
  readonly l2ToL1Logs?: readonly RawL2ToL1Log[] | null
}

type RawBlock = {
  readonly l1BatchNumber?: Hex | null
  readonly l1BatchTimestamp?: Hex | null
  readonly transactions?: readonly (string | RawTransaction)[]
}

type Request = {
  readonly gasPerPubdata?: bigint
  readonly paymaster?: Address
  readonly paymasterInput?: Hex
  readonly factoryDeps?: readonly Hex[]
  readonly customSignature?: Hex
}

const defaultGasPerPubdata = 50_000n
const ownTypes: Readonly<Record<string, 'eip712' | 'priority'>> = { '0x71': 'eip712', '0xff': 'priority' }

const toBigInt = (value: Hex | null | undefined) => (value ? hexToBigInt(value) : null)
const toBytes = (value: Hex) => Array.from(hexToBytes(value))

function toBatch({ type = '', l1BatchNumber, l1BatchTxIndex }: RawTransaction) {
  const own = ownTypes[type]
  return { ...(own && { type: own }), l1BatchNumber: toBigInt(l1BatchNumber), l1BatchTxIndex: toBigInt(l1BatchTxIndex) }
}

/** viem's formats for ZKsync: batches on the parent chain, and EIP-712 transactions with paymasters (type 0x71). */
export const zksyncFormats = {
  formatters: {
    block: defineBlock({
      format: ({ transactions, l1BatchNumber, l1BatchTimestamp }: RawBlock) => ({
        l1BatchNumber: toBigInt(l1BatchNumber),
        l1BatchTimestamp: toBigInt(l1BatchTimestamp),
        transactions: transactions?.map((transaction) =>
          typeof transaction === 'string'
            ? transaction
            : { ...formatTransaction(transaction as Parameters<typeof formatTransaction>[0]), ...toBatch(transaction) },
        ),
      }),
    }),
    transaction: defineTransaction({ format: toBatch }),
    transactionReceipt: defineTransactionReceipt({
      format: ({ logs, l2ToL1Logs, l1BatchNumber, l1BatchTxIndex }: RawReceipt) => ({
        l1BatchNumber: toBigInt(l1BatchNumber),
        l1BatchTxIndex: toBigInt(l1BatchTxIndex),
        logs: (logs ?? []).map((log) => ({
          ...formatLog(log),
          l1BatchNumber: toBigInt(log.l1BatchNumber),
          transactionLogIndex: log.transactionLogIndex ? hexToNumber(log.transactionLogIndex) : null,
          logType: log.logType,
        })),
        l2ToL1Logs: (l2ToL1Logs ?? []).map((log) => ({
          ...log,
          // As in viem.
          blockNumber: toBigInt(log.blockHash),
          l1BatchNumber: toBigInt(log.l1BatchNumber),
          transactionIndex: toBigInt(log.transactionIndex),
          shardId: toBigInt(log.shardId),
          logIndex: toBigInt(log.logIndex),
        })),
      }),
    }),
    transactionRequest: defineTransactionRequest({
      exclude: ['customSignature', 'factoryDeps', 'gasPerPubdata', 'paymaster', 'paymasterInput'],
      format: (request: Request) =>
        isOwnRequest(request) ? { eip712Meta: toMeta(request), type: '0x71' as const } : {},
    }),
  },
  serializers: deferSerializers(isOwn, async () => (await import('viem/zksync')).chainConfig as never),
} as const

function isOwn({ type, customSignature, paymaster, paymasterInput, gasPerPubdata, factoryDeps }: OwnTransaction) {
  const fields = customSignature || paymaster || paymasterInput || factoryDeps
  return type === 'eip712' || Boolean(fields) || typeof gasPerPubdata === 'bigint'
}

function isOwnRequest({ gasPerPubdata, paymaster, paymasterInput, factoryDeps, customSignature }: Request) {
  return Boolean(gasPerPubdata || (paymaster && paymasterInput) || factoryDeps || customSignature)
}

function toMeta({ gasPerPubdata, paymaster, paymasterInput, factoryDeps, customSignature }: Request) {
  return {
    gasPerPubdata: toHex(gasPerPubdata || defaultGasPerPubdata),
    ...(paymaster && paymasterInput && { paymasterParams: { paymaster, paymasterInput: toBytes(paymasterInput) } }),
    ...(factoryDeps && { factoryDeps: factoryDeps.map(toBytes) }),
    ...(customSignature && { customSignature: toBytes(customSignature) }),
  }
}
