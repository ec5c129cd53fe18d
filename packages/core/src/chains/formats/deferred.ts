import {
  type ChainConfig,
  type ChainFees,
  type SerializeTransactionFn,
  type Signature,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'

/** Loads viem's module for a network on first use, because loading it takes up to a quarter of viem's own load time. */
type LoadConfig = () => Promise<ChainConfig>

/** A transaction with fields of the network's own transaction types. */
export type OwnTransaction = { readonly type?: string; readonly [field: string]: unknown }

/**
 * Returns serializers that serialize common types at once. The network's own types need viem's module for the
 * network, which loads while viem awaits the serializer.
 */
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

/** Returns viem's fee functions for a network. If the network has none, they return null and viem estimates in its usual way. */
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
