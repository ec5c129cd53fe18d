import type { RpcSignature } from '../rpcTypes.ts'

/** A transaction that names an address, with its slot. */
export type SignatureAt = { readonly signature: string; readonly slot: bigint }

/**
 * Merges lists of signatures, each newest first, without duplicates. Within a slot, transactions are ordered by
 * `orderOf` if it contains the slot, otherwise as in the lists.
 */
export function mergeSignatures(
  lists: readonly (readonly RpcSignature[])[],
  orderOf: (slot: bigint) => readonly string[] = () => [],
): readonly SignatureAt[] {
  const all = new Map<string, SignatureAt>()
  for (const { signature, slot } of lists.flat()) all.set(signature, { signature, slot: BigInt(slot) })
  return [...all.values()].sort((one, other) => {
    if (one.slot !== other.slot) return one.slot < other.slot ? 1 : -1
    const order = orderOf(one.slot)
    return order.indexOf(other.signature) - order.indexOf(one.signature)
  })
}

/** Returns the slots in which several lists have different transactions, so that the lists do not determine their order. */
export function findUnorderedSlots(lists: readonly (readonly RpcSignature[])[]): readonly bigint[] {
  const known = new Map<string, { readonly lists: Set<number>; readonly signatures: Set<string> }>()
  for (const [index, list] of lists.entries())
    for (const { slot, signature } of list) {
      const entry = known.get(String(slot)) ?? { lists: new Set(), signatures: new Set() }
      entry.lists.add(index)
      entry.signatures.add(signature)
      known.set(String(slot), entry)
    }
  return [...known].flatMap(([slot, entry]) =>
    entry.lists.size > 1 && entry.signatures.size > 1 ? [BigInt(slot)] : [],
  )
}
