import {
  type ChainConfig,
  type ChainFees,
  type SerializeTransactionFn,
  type Signature,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'

/** What viem's module of a network knows. It costs up to a quarter of viem itself to load, so it is loaded with its first use. */
type LoadConfig = () => Promise<ChainConfig>

/** The fields that show a transaction of a kind which only its own network has. */
export type OwnTransaction = { readonly type?: string; readonly [field: string]: unknown }

/** Kinds everybody knows are written at once, the network's own by its module: viem awaits what a serializer answers. */
export function deferSerializers(
  isOwn: (transaction: OwnTransaction) => boolean,
  load: LoadConfig,
): { readonly transaction: SerializeTransactionFn } {
  const write = (transaction: TransactionSerializable, signature?: Signature) => {
    if (!isOwn(transaction as OwnTransaction)) return serializeTransaction(transaction, signature)
    return load().then((config) => config.serializers?.transaction?.(transaction as never, signature))
  }
  return { transaction: write as SerializeTransactionFn }
}

/** Null lets viem estimate as everywhere. */
export function deferFees<const name extends 'estimateFeesPerGas' | 'maxPriorityFeePerGas'>(
  names: readonly name[],
  load: LoadConfig,
): Pick<ChainFees, name> {
  const estimate = (name: name) => async (parameters: never) => {
    const own = (await load()).fees?.[name]
    return typeof own === 'function' ? (own as (parameters: never) => unknown)(parameters) : null
  }
  return Object.fromEntries(names.map((name) => [name, estimate(name)])) as Pick<ChainFees, name>
}
