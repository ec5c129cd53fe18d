import {
  type ChainConfig,
  type ChainFees,
  type SerializeTransactionFn,
  type Signature,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'

/** viem's module for a network. It takes up to a quarter of viem's own time to load, so it is loaded on first use. */
type LoadConfig = () => Promise<ChainConfig>

/** Fields that only a transaction type of the network itself has. */
export type OwnTransaction = { readonly type?: string; readonly [field: string]: unknown }

/** Common types are serialized at once, the network's own by its module: viem awaits the serializer. */
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

/** Null lets viem estimate in its usual way. */
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
