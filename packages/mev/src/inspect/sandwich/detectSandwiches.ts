import type { Address, Hex } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import { type Attacker, findAttacker, isOwn } from './actors.ts'
import { groupTrades, type PoolTrade } from './poolTrades.ts'

export type Sandwich = {
  readonly attacker: Address
  /** By their place in the block; the last are of one attacker that bought in steps. */
  readonly fronts: readonly TransactionFlow[]
  readonly victims: readonly TransactionFlow[]
  readonly back: TransactionFlow
  readonly pools: readonly Hex[]
  /** Whether the back ends another sandwich, too, so that not all it sold is this one's. */
  readonly sharesBack: boolean
}

export type SandwichOptions = { readonly isPublic: (contract: Address) => boolean }

/**
 * Sandwiches among the flows of a block.
 *
 * One attacker trades in a pool and later in the block back in the same pool, about what the first trade bought; in between
 * others trade there in the first direction. The attacker is one where the same address owns what was bought and sold, or
 * where both trades have one sender, or call one contract that is no public router, and move the same amount. Several pools
 * of one front are one sandwich, and so are several fronts of one pool with the same back (brontes' Big Mac). Whether it paid
 * is not asked. Trades by different users through one router, failed transactions and the attacker's own other transactions
 * are none.
 */
export function detectSandwiches(flows: readonly TransactionFlow[], options: SandwichOptions): readonly Sandwich[] {
  const found: Sandwich[] = []
  for (const trades of groupTrades(flows).values()) {
    if (trades.length < 3) continue
    for (let index = 0; index < trades.length - 2; index += 1) {
      const sandwich = findFrom(trades, index, options)
      if (sandwich !== null) found.push(sandwich)
    }
  }
  return merge(found)
}

function findFrom(trades: readonly PoolTrade[], start: number, { isPublic }: SandwichOptions): Sandwich | null {
  const front = trades[start]
  if (front === undefined) return null
  for (let index = start + 1; index < trades.length; index += 1) {
    const back = trades[index]
    if (back === undefined || back.zeroForOne === front.zeroForOne || isSame(front, back)) continue
    const attacker = findAttacker(front, back, isPublic)
    if (attacker === null) continue
    const between = trades.slice(start + 1, index)
    const victims = between.filter(
      (trade) =>
        trade.zeroForOne === front.zeroForOne &&
        !isSame(trade, front) &&
        !isSame(trade, back) &&
        !isOwn(trade.flow, front.flow, back.flow, attacker.address),
    )
    // Sold again before anybody came.
    if (victims.length === 0 && matchesAmounts(front, back, limits.byName)) return null
    if (victims.length === 0 || !matchesAmounts(front, back, toLimit(front, back, victims.length, attacker))) continue
    return toSandwich(front, back, victims, attacker.address)
  }
  return null
}

const isSame = (a: PoolTrade, b: PoolTrade): boolean => a.flow === b.flow

const toSandwich = (front: PoolTrade, back: PoolTrade, victims: readonly PoolTrade[], attacker: Address): Sandwich => ({
  attacker,
  fronts: [front.flow],
  victims: [...new Set(victims.map(({ flow }) => flow))],
  back: back.flow,
  pools: [front.pool],
  sharesBack: false,
})

/** How far what is sold may be from what was bought: in a bundle with its victims, among other transactions, unproven. */
const limits = { inBundle: 20, apart: 1.25, byName: 1.01 }
const strangersInBundle = 2

/**
 * The back sells about what the front bought. Where both lie right around the victims, as a bundle does, bots that keep a
 * stock sell more or less; farther apart it must be the same but for a token's fee, or it is a market maker who trades both
 * ways; and where only their sender or contract makes them one, it must be the same.
 */
function toLimit(front: PoolTrade, back: PoolTrade, victims: number, { isOwner }: Attacker): number {
  if (!isOwner) return limits.byName
  const between = back.flow.transaction.index - front.flow.transaction.index - 1
  return between - victims <= strangersInBundle ? limits.inBundle : limits.apart
}

function matchesAmounts(front: PoolTrade, back: PoolTrade, limit: number): boolean {
  const ratio = Number(back.amountIn) / Number(front.amountOut)
  return ratio >= 1 / limit && ratio <= limit
}

/** One sandwich for each back and attacker, over all pools of a front and all fronts of a pool. */
function merge(found: readonly Sandwich[]): readonly Sandwich[] {
  const merged: Sandwich[] = []
  for (const sandwich of found) {
    const place = merged.findIndex((other) => belongTogether(other, sandwich))
    const other = merged[place]
    if (other === undefined) merged.push(sandwich)
    else merged[place] = join(other, sandwich)
  }
  return merged
    .map((sandwich) => ({ ...sandwich, sharesBack: merged.some((other) => isOther(other, sandwich)) }))
    .sort((a, b) => toIndex(a) - toIndex(b))
}

const isOther = (a: Sandwich, b: Sandwich): boolean => a !== b && a.back === b.back

const belongTogether = (a: Sandwich, b: Sandwich): boolean =>
  a.back === b.back &&
  a.attacker === b.attacker &&
  (a.fronts.some((front) => b.fronts.includes(front)) || a.pools.some((pool) => b.pools.includes(pool)))

const toIndex = ({ fronts }: Sandwich): number => fronts[0]?.transaction.index ?? 0

function join(a: Sandwich, b: Sandwich): Sandwich {
  const fronts = inOrder([...a.fronts, ...b.fronts])
  const victims = inOrder([...a.victims, ...b.victims]).filter((flow) => !fronts.includes(flow))
  return { ...a, fronts, victims, pools: [...new Set([...a.pools, ...b.pools])] }
}

const inOrder = (flows: readonly TransactionFlow[]): readonly TransactionFlow[] =>
  [...new Set(flows)].sort((a, b) => a.transaction.index - b.transaction.index)
