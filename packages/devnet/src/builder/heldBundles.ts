import { concat, type Hex, keccak256 } from 'viem'
import type { Decision } from './chooseBundles.ts'
import type { BuilderRelayName, RelayOrder } from './dialects.ts'
import type { RelayFault } from './relayServer.ts'

export type BundleOrder = Extract<RelayOrder, { kind: 'bundle' }>

/** Of one bundle at one relay; a rival's is at none. */
type Held = {
  readonly relay: BuilderRelayName | null
  readonly hash: Hex
  readonly order: BundleOrder
  readonly isPrivate: boolean
  fate: 'held' | 'dropped' | 'unsimulated' | 'cancelled' | 'late'
}

const always = { minTimestamp: 0, maxTimestamp: Number.MAX_SAFE_INTEGER }
const toBundleHash = (txs: readonly Hex[]) => keccak256(concat(txs.map((tx) => keccak256(tx))))

/** What relays were sent, and what they are to do with it. */
export function createHeldBundles() {
  const held: Held[] = []

  /** Whether there was such a one. */
  function cancel(find: (one: Held) => boolean): boolean {
    const found = held.filter(find)
    for (const one of found) one.fate = 'cancelled'
    return found.length > 0
  }

  return {
    /** What a relay answers to an order, at a head of the chain. */
    take(relay: BuilderRelayName, order: RelayOrder, { fault, head }: { fault: RelayFault; head: number }): unknown {
      const isHere = (one: Held) => one.relay === relay
      if (order.kind === 'cancel') return cancel((one) => isHere(one) && one.order.uuid === order.uuid)
      if (order.kind === 'cancelPrivate') return cancel((one) => isHere(one) && one.hash === order.hash)
      if (order.kind === 'stats') {
        const { bundleHash, block } = order
        const found = held.find((one) => isHere(one) && one.hash === bundleHash && one.order.block === block)
        return { isHighPriority: true, isSimulated: found?.fate === 'held' || found?.fate === 'cancelled' }
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
    /** Those for a block: each once, and what is decided already of the others. */
    listFor(block: number) {
      const here = held.filter(({ order, isPrivate }) => (isPrivate ? order.block >= block : order.block === block))
      const decisions = new Map<Hex, Decision>()
      for (const { hash, fate } of here) if (fate !== 'held') decisions.set(hash, { outcome: fate })
      const usable = new Map(here.filter(({ fate }) => fate === 'held').map((one) => [one.hash, one]))
      return { usable: [...usable.values()], decisions }
    },
    /** Private transactions that are mined. */
    forget(included: readonly Hex[]): void {
      for (const one of held.filter(({ isPrivate, hash }) => isPrivate && included.includes(hash)))
        held.splice(held.indexOf(one), 1)
    },
  }
}
