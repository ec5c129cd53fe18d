import { concat, type Hex, keccak256 } from 'viem'
import type { Decision } from './chooseBundles.ts'
import type { BuilderRelayName, RelayOrder } from './dialects.ts'
import type { RelayFault } from './relayServer.ts'

export type BundleOrder = Extract<RelayOrder, { kind: 'bundle' }>

/** A bundle at a relay. Competing bundles have no relay. */
type Held = {
  readonly relay: BuilderRelayName | null
  readonly hash: Hex
  readonly order: BundleOrder
  readonly isPrivate: boolean
  fate: 'held' | 'dropped' | 'unsimulated' | 'cancelled' | 'late'
}

const always = { minTimestamp: 0, maxTimestamp: Number.MAX_SAFE_INTEGER }
const wasSimulated = (one: Held | undefined): boolean => one?.fate === 'held' || one?.fate === 'cancelled'
const toBundleHash = (txs: readonly Hex[]) => keccak256(concat(txs.map((tx) => keccak256(tx))))

/** Stores the bundles sent to relays, and how to treat them. */
export function createHeldBundles() {
  const held: Held[] = []

  /** Cancels matching bundles. Returns whether there were any. */
  function cancel(find: (one: Held) => boolean): boolean {
    const found = held.filter(find)
    for (const one of found) one.fate = 'cancelled'
    return found.length > 0
  }

  return {
    /** Processes an order at a head of the chain. Returns the relay's answer. */
    take(relay: BuilderRelayName, order: RelayOrder, { fault, head }: { fault: RelayFault; head: number }): unknown {
      const isHere = (one: Held) => one.relay === relay
      if (order.kind === 'cancel') return cancel((one) => isHere(one) && one.order.uuid === order.uuid)
      if (order.kind === 'cancelPrivate') return cancel((one) => isHere(one) && one.hash === order.hash)
      if (order.kind === 'stats') {
        const { bundleHash, block } = order
        const isMeant = (one: Held) => isHere(one) && one.hash === bundleHash && one.order.block === block
        return { isHighPriority: true, isSimulated: wasSimulated(held.find(isMeant)) }
      }
      const fate = fault.drop ? 'dropped' : fault.unsimulated ? 'unsimulated' : 'held'
      if (order.kind === 'private') {
        const { tx, maxBlock } = order
        const bundle = { kind: 'bundle', txs: [tx], block: maxBlock, uuid: null, mayRevert: [], ...always } as const
        held.push({ relay, hash: keccak256(tx), order: bundle, isPrivate: true, fate })
        return keccak256(tx)
      }
      const bundleHash = toBundleHash(order.txs)
      held.push({ relay, hash: bundleHash, order, isPrivate: false, fate: order.block <= head ? 'late' : fate })
      return { bundleHash }
    },
    addRival(txs: readonly Hex[], block: number): Hex {
      const hash = toBundleHash(txs)
      const order = { kind: 'bundle', txs, block, uuid: null, mayRevert: [], ...always } as const
      held.push({ relay: null, hash, order, isPrivate: false, fate: 'held' })
      return hash
    },
    /** Lists the usable bundles for a block, each once, and the decisions already made about others. */
    listFor(block: number) {
      const here = held.filter(({ order, isPrivate }) => (isPrivate ? order.block >= block : order.block === block))
      const decisions = new Map<Hex, Decision>()
      for (const { hash, fate } of here) if (fate !== 'held') decisions.set(hash, { outcome: fate })
      const usable = new Map(here.filter(({ fate }) => fate === 'held').map((one) => [one.hash, one]))
      return { usable: [...usable.values()], decisions }
    },
    /** Removes private transactions that were mined. */
    forget(included: readonly Hex[]): void {
      for (const one of held.filter(({ isPrivate, hash }) => isPrivate && included.includes(hash)))
        held.splice(held.indexOf(one), 1)
    },
  }
}
