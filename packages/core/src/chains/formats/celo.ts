import {
  type Address,
  defineBlock,
  defineTransaction,
  defineTransactionRequest,
  formatTransaction,
  type Hex,
  hexToBigInt,
} from 'viem'
import { deferFees, deferSerializers } from './deferred.ts'
import { isDeposit, toDeposit } from './opStack.ts'

type RawTransaction = {
  readonly type?: string
  readonly feeCurrency?: Address | null
  readonly gatewayFee?: Hex | null
  readonly gatewayFeeRecipient?: Address | null
  readonly isSystemTx?: boolean
  readonly mint?: Hex
  readonly sourceHash?: Hex
}

type Request = {
  readonly type?: string
  readonly feeCurrency?: Address
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
}

/**
 * Returns whether a transaction is a CIP-64 transaction, which pays its fee in a token. By viem's rule it has this
 * type, or EIP-1559 fees and a fee currency.
 */
function isCip64({ type, feeCurrency, maxFeePerGas, maxPriorityFeePerGas }: Request): boolean {
  const named = Boolean(feeCurrency) && feeCurrency !== ('0x' as Address) && feeCurrency !== ('0x00' as Address)
  return type === 'cip64' || (named && maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined)
}

function toGateway({ gatewayFee, gatewayFeeRecipient }: RawTransaction) {
  return { gatewayFee: gatewayFee ? hexToBigInt(gatewayFee) : null, gatewayFeeRecipient }
}

/**
 * viem's formats for Celo's transactions: fees in tokens (CIP-64, earlier CIP-42), and deposits since Celo became an
 * OP stack rollup.
 */
export const celoFormats = {
  formatters: {
    block: defineBlock({
      format: ({ transactions }: { readonly transactions?: readonly (string | RawTransaction)[] }) => ({
        transactions: transactions?.map((transaction) => {
          if (typeof transaction === 'string') return transaction
          const formatted = formatTransaction(transaction as RawTransaction & Parameters<typeof formatTransaction>[0])
          const gateway = transaction.gatewayFee ? toGateway(transaction) : {}
          return { ...formatted, ...gateway, feeCurrency: transaction.feeCurrency }
        }),
      }),
    }),
    transaction: defineTransaction({
      format: (transaction: RawTransaction) => {
        const { type, feeCurrency } = transaction
        if (type === '0x7e') return toDeposit(transaction)
        if (type === '0x7b') return { feeCurrency, type: 'cip64' as const }
        return { feeCurrency, ...(type === '0x7c' && { type: 'cip42' as const }), ...toGateway(transaction) }
      },
    }),
    transactionRequest: defineTransactionRequest({
      format: (request: Request) => ({
        ...(request.feeCurrency && { feeCurrency: request.feeCurrency }),
        ...(isCip64(request) && { type: '0x7b' as const }),
      }),
    }),
  },
  serializers: deferSerializers((transaction) => isCip64(transaction as Request) || isDeposit(transaction), loadCelo),
  fees: deferFees(['estimateFeesPerGas'], loadCelo),
} as const

async function loadCelo() {
  return (await import('viem/celo')).chainConfig as never
}
