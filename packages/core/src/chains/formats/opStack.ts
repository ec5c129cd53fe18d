import {
  defineBlock,
  defineTransaction,
  defineTransactionReceipt,
  formatTransaction,
  type Hex,
  hexToBigInt,
  hexToNumber,
} from 'viem'
import { deferSerializers, type OwnTransaction } from './deferred.ts'

/** Fields of a deposit from the parent chain (type 0x7e, OP stack specification, "Deposits"). */
type RawDeposit = {
  readonly type?: string
  readonly isSystemTx?: boolean
  readonly mint?: Hex
  readonly sourceHash?: Hex
}

type RawReceipt = {
  readonly depositNonce?: Hex
  readonly depositReceiptVersion?: Hex
  readonly l1GasPrice?: Hex
  readonly l1GasUsed?: Hex
  readonly l1Fee?: Hex
  readonly l1FeeScalar?: string
}

type RawTransaction = Omit<Parameters<typeof formatTransaction>[0], 'type'> & RawDeposit

export function toDeposit({ isSystemTx, mint, sourceHash }: RawDeposit) {
  return { isSystemTx, mint: mint ? hexToBigInt(mint) : undefined, sourceHash, type: 'deposit' as const }
}

const toBigInt = (value: Hex | undefined) => (value ? hexToBigInt(value) : null)

/** The common parts of OP stack rollups, as in viem's `op-stack`: predeploys, deposits, and the L1 fee in receipts. */
export const opStack = {
  blockTime: 2_000,
  contracts: {
    gasPriceOracle: { address: '0x420000000000000000000000000000000000000F' },
    l1Block: { address: '0x4200000000000000000000000000000000000015' },
    l2CrossDomainMessenger: { address: '0x4200000000000000000000000000000000000007' },
    l2Erc721Bridge: { address: '0x4200000000000000000000000000000000000014' },
    l2StandardBridge: { address: '0x4200000000000000000000000000000000000010' },
    l2ToL1MessagePasser: { address: '0x4200000000000000000000000000000000000016' },
  },
  formatters: {
    block: defineBlock({
      format: ({
        transactions,
        stateRoot,
      }: {
        readonly transactions?: readonly (string | RawTransaction)[]
        readonly stateRoot: Hex
      }) => ({
        transactions: transactions?.map((transaction) => {
          if (typeof transaction === 'string') return transaction
          const formatted = formatTransaction(transaction as Parameters<typeof formatTransaction>[0])
          return transaction.type === '0x7e' ? { ...formatted, ...toDeposit(transaction) } : formatted
        }),
        stateRoot,
      }),
    }),
    transaction: defineTransaction({
      format: (transaction: RawDeposit) => (transaction.type === '0x7e' ? toDeposit(transaction) : {}),
    }),
    transactionReceipt: defineTransactionReceipt({
      format: ({ depositNonce, depositReceiptVersion, l1GasPrice, l1GasUsed, l1Fee, l1FeeScalar }: RawReceipt) => ({
        ...(depositNonce && { depositNonce: hexToBigInt(depositNonce) }),
        ...(depositReceiptVersion && { depositReceiptVersion: hexToNumber(depositReceiptVersion) }),
        l1GasPrice: toBigInt(l1GasPrice),
        l1GasUsed: toBigInt(l1GasUsed),
        l1Fee: toBigInt(l1Fee),
        l1FeeScalar: l1FeeScalar ? Number(l1FeeScalar) : null,
      }),
    }),
  },
  serializers: deferSerializers(isDeposit, async () => (await import('viem/op-stack')).chainConfig as never),
} as const

export function isDeposit({ type, sourceHash }: OwnTransaction): boolean {
  return type === 'deposit' || sourceHash !== undefined
}
