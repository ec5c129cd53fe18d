import type { Address, Hex } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import { type Claim, computeSwapGain, toSwaps } from '../profit.ts'
import { type Attacker, findAttacker, isOwn } from './actors.ts'
import { groupTrades, type PoolTrade } from './poolTrades.ts'

export type Sandwich = {
  /** Address that identifies the attacker. */
  readonly attacker: Address
  /** Known addresses of the attacker. */
  readonly owners: readonly Address[]
  /** Front transactions in block order. Several if the attacker bought in steps. */
  readonly fronts: readonly TransactionFlow[]
  readonly victims: readonly TransactionFlow[]
  /** Back transactions. Several if the attacker sold in steps. */
  readonly backs: readonly TransactionFlow[]
  readonly pools: readonly Hex[]
}

/** Returns the input for the profit of a sandwich. */
export function toSandwichClaim({ fronts, backs, owners, pools }: Sandwich): Claim {
  const flows = [...new Set([...fronts, ...backs])]
  return {
    attack: { flows, actors: owners, given: computeSwapGain(toSwaps(flows)) },
    toPart: (flow) => computeSwapGain(toSwaps([flow]).filter(({ pool }) => pools.includes(pool))),
  }
}

export type SandwichOptions = { readonly isPublic: (contract: Address) => boolean }

/**
 * Returns the sandwiches in a block.
 *
 * An attacker trades in a pool, others then trade in the same direction, and later in the block the attacker trades back about
 * the amount that the first trade bought. Both trades have one attacker if the same address owns the bought and sold tokens.
 * Alternatively they have the same sender, or call the same contract that is not a public router, and move the same amount.
 *
 * Several pools of one front form one sandwich. So do several fronts in one pool with the same back (brontes' Big Mac), and
 * several backs that sell what the fronts bought. A trade is either a front or a back. If two sandwiches share a trade, the one
 * with the better matching amounts counts. The profit is not checked. Trades by different users through one router, failed
 * transactions and the attacker's other transactions do not count.
 */
export function detectSandwiches(flows: readonly TransactionFlow[], options: SandwichOptions): readonly Sandwich[] {
  const found: Sandwich[] = []
  for (const trades of groupTrades(flows).values()) {
    if (trades.length < 3) continue
    const pairs = trades.flatMap((_, index) => findPair(trades, index, options) ?? [])
    found.push(...joinByBack(withoutSharedLegs(pairs), trades, options).map(toSandwich))
  }
  return merge(found)
}

/** Front and back in one pool. */
type Pair = { readonly front: PoolTrade; readonly back: PoolTrade; readonly attacker: Attacker }

function findPair(trades: readonly PoolTrade[], start: number, { isPublic }: SandwichOptions): Pair | null {
  const front = trades[start]
  if (front === undefined) return null
  for (let index = start + 1; index < trades.length; index += 1) {
    const back = trades[index]
    if (back === undefined || back.zeroForOne === front.zeroForOne || isSame(front, back)) continue
    const attacker = findAttacker(front, back, isPublic)
    if (attacker === null) continue
    const victims = findVictims(trades, [front, back], attacker).length
    // The attacker sold before a victim traded.
    if (victims === 0 && matchesAmounts(front, back, limits.byName)) return null
    if (victims === 0 || !matchesAmounts(front, back, toLimit(front, back, victims, attacker))) continue
    return { front, back, attacker }
  }
  return null
}

const isSame = (a: PoolTrade, b: PoolTrade): boolean => a.flow === b.flow

/** Returns the trades of others between the attacker's first and last trade, in the direction of the first. */
function findVictims(
  trades: readonly PoolTrade[],
  own: readonly PoolTrade[],
  { address }: Attacker,
): readonly PoolTrade[] {
  const [first, last] = [own[0], own[own.length - 1]]
  if (first === undefined || last === undefined) return []
  return trades
    .slice(trades.indexOf(first) + 1, trades.indexOf(last))
    .filter(
      (trade) =>
        trade.zeroForOne === first.zeroForOne &&
        !own.some((other) => isSame(trade, other)) &&
        !isOwn(trade.flow, first.flow, last.flow, address),
    )
}

/**
 * Maximum ratio of the sold amount to the bought amount: in a bundle with the victims, among other transactions, and if only the
 * sender or contract matches.
 */
const limits = { inBundle: 20, apart: 1.25, byName: 1.01 }
const maxOthersInBundle = 2

/**
 * Returns the maximum ratio of the amounts. Trades directly around the victims, as in a bundle, may differ widely, because bots
 * hold balances. Trades farther apart may differ only by a token's fee, because market makers also trade in both directions. If
 * only the sender or contract matches, the amounts must be equal.
 */
function toLimit(front: PoolTrade, back: PoolTrade, victims: number, { isOwner }: Attacker): number {
  if (!isOwner) return limits.byName
  const between = back.flow.transaction.index - front.flow.transaction.index - 1
  return between - victims <= maxOthersInBundle ? limits.inBundle : limits.apart
}

/** Returns the ratio of the sold and the bought amount, at least 1. */
function toMismatch({ amountOut }: PoolTrade, { amountIn }: PoolTrade): number {
  const ratio = Number(amountIn) / Number(amountOut)
  return ratio < 1 ? 1 / ratio : ratio
}

const matchesAmounts = (front: PoolTrade, back: PoolTrade, limit: number): boolean => toMismatch(front, back) <= limit

/** Drops a pair if one of its trades is the opposite leg of a pair whose amounts match better. */
function withoutSharedLegs(pairs: readonly Pair[]): readonly Pair[] {
  const kept: Pair[] = []
  for (const pair of [...pairs].sort((a, b) => toMismatch(a.front, a.back) - toMismatch(b.front, b.back)))
    if (!kept.some(({ front, back }) => front === pair.back || back === pair.front)) kept.push(pair)
  return kept
}

/** Legs of a sandwich in one pool, in block order. */
type Legs = { readonly fronts: readonly PoolTrade[]; readonly backs: readonly PoolTrade[]; readonly attacker: Attacker }
type PoolSandwich = Legs & { readonly victims: readonly PoolTrade[] }

function joinByBack(
  pairs: readonly Pair[],
  trades: readonly PoolTrade[],
  options: SandwichOptions,
): readonly PoolSandwich[] {
  const used = new Set(pairs.flatMap(({ front, back }) => [front, back]))
  const inOrder = [...pairs].sort((a, b) => trades.indexOf(a.front) - trades.indexOf(b.front))
  const backs = [...new Set(inOrder.map(({ back }) => back))]
  return backs.flatMap((back) => {
    const own = inOrder.filter((pair) => pair.back === back)
    const names = [...new Set(own.map(({ attacker }) => attacker.address))]
    return names.map((name) => {
      const joined = own.filter(({ attacker }) => attacker.address === name)
      const { attacker } = joined[0] as Pair
      const fronts = joined.map(({ front }) => front)
      const legs = {
        fronts,
        backs: [back, ...findMoreBacks({ fronts, backs: [back], attacker }, trades, { used, options })],
        attacker,
      }
      return { ...legs, victims: findVictims(trades, [...legs.fronts, ...legs.backs], attacker) }
    })
  })
}

type Search = { readonly used: Set<PoolTrade>; readonly options: SandwichOptions }

/** Returns later trades in which the attacker sells the rest of the fronts' purchases. */
function findMoreBacks(
  { fronts, backs, attacker }: Legs,
  trades: readonly PoolTrade[],
  { used, options }: Search,
): readonly PoolTrade[] {
  const [front, back] = [fronts[0], backs[0]]
  if (front === undefined || back === undefined) return []
  let left = sum(fronts.map(({ amountOut }) => amountOut)) - back.amountIn
  const more: PoolTrade[] = []
  for (const trade of trades.slice(trades.indexOf(back) + 1)) {
    if (trade.zeroForOne !== back.zeroForOne || used.has(trade)) continue
    if (Number(trade.amountIn) > Number(left) * limits.byName) continue
    if (findAttacker(front, trade, options.isPublic)?.address !== attacker.address) continue
    used.add(trade)
    more.push(trade)
    left -= trade.amountIn
  }
  return more
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

const toSandwich = ({ attacker, fronts, backs, victims }: PoolSandwich): Sandwich => ({
  attacker: attacker.address,
  owners: attacker.owners,
  fronts: toFlows(fronts),
  victims: toFlows(victims),
  backs: toFlows(backs),
  pools: [...new Set(fronts.map(({ pool }) => pool))],
})

const toFlows = (trades: readonly PoolTrade[]): readonly TransactionFlow[] => [
  ...new Set(trades.map(({ flow }) => flow)),
]

/** Merges the pools of a front and the fronts of a pool into one sandwich if they share a back. */
function merge(found: readonly Sandwich[]): readonly Sandwich[] {
  const merged: Sandwich[] = []
  for (const sandwich of found) {
    const place = merged.findIndex((other) => belongTogether(other, sandwich))
    const other = merged[place]
    if (other === undefined) merged.push(sandwich)
    else merged[place] = join(other, sandwich)
  }
  return merged.sort((a, b) => toIndex(a) - toIndex(b))
}

const belongTogether = (a: Sandwich, b: Sandwich): boolean =>
  a.attacker === b.attacker &&
  a.backs.some((back) => b.backs.includes(back)) &&
  (a.fronts.some((front) => b.fronts.includes(front)) || a.pools.some((pool) => b.pools.includes(pool)))

const toIndex = ({ fronts }: Sandwich): number => fronts[0]?.transaction.index ?? 0

function join(a: Sandwich, b: Sandwich): Sandwich {
  const fronts = inOrder([...a.fronts, ...b.fronts])
  const backs = inOrder([...a.backs, ...b.backs])
  return {
    ...a,
    owners: [...new Set([...a.owners, ...b.owners])],
    fronts,
    victims: inOrder([...a.victims, ...b.victims]).filter((flow) => !fronts.includes(flow) && !backs.includes(flow)),
    backs,
    pools: [...new Set([...a.pools, ...b.pools])],
  }
}

const inOrder = (flows: readonly TransactionFlow[]): readonly TransactionFlow[] =>
  [...new Set(flows)].sort((a, b) => a.transaction.index - b.transaction.index)
