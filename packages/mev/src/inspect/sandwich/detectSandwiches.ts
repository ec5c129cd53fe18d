import type { Address, Hex } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import { type Claim, computeSwapGain, toSwaps } from '../profit.ts'
import { type Attacker, findAttacker, isOwn } from './actors.ts'
import { groupTrades, type PoolTrade } from './poolTrades.ts'

export type Sandwich = {
  /** The name of the attacker. */
  readonly attacker: Address
  /** The attacker's addresses that are known. */
  readonly owners: readonly Address[]
  /** By their place in the block; several if one attacker bought in steps. */
  readonly fronts: readonly TransactionFlow[]
  readonly victims: readonly TransactionFlow[]
  /** Several if it sold in steps. */
  readonly backs: readonly TransactionFlow[]
  readonly pools: readonly Hex[]
}

/** Returns what the profit of a sandwich is computed from. */
export function toSandwichClaim({ fronts, backs, owners, pools }: Sandwich): Claim {
  const flows = [...new Set([...fronts, ...backs])]
  return {
    attack: { flows, actors: owners, given: computeSwapGain(toSwaps(flows)) },
    toPart: (flow) => computeSwapGain(toSwaps([flow]).filter(({ pool }) => pools.includes(pool))),
  }
}

export type SandwichOptions = { readonly isPublic: (contract: Address) => boolean }

/**
 * Returns the sandwiches among the flows of a block.
 *
 * One attacker trades in a pool and later in the block back in the same pool, about what the first trade bought; in between
 * others trade there in the first direction. The attacker is one if the same address owns what was bought and sold, or
 * if both trades have one sender, or call one contract that is no public router, and move the same amount. Several pools
 * of one front are one sandwich, and so are several fronts of one pool with the same back (brontes' Big Mac), and several
 * backs that sell what they bought. A trade is the front or the back of a sandwich, never both: of two that share a trade,
 * the one whose amounts match better counts. Whether it paid is not asked. Trades by different users through one router,
 * failed transactions and the attacker's own other transactions are no sandwiches.
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

/** A front and its back in one pool. */
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
    // Sold again before anybody came.
    if (victims === 0 && matchesAmounts(front, back, limits.byName)) return null
    if (victims === 0 || !matchesAmounts(front, back, toLimit(front, back, victims, attacker))) continue
    return { front, back, attacker }
  }
  return null
}

const isSame = (a: PoolTrade, b: PoolTrade): boolean => a.flow === b.flow

/** The trades of others between the first and the last of an attacker, in the direction of the first. */
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

/** How far what is sold may be from what was bought: in a bundle with its victims, among other transactions, unproven. */
const limits = { inBundle: 20, apart: 1.25, byName: 1.01 }
const strangersInBundle = 2

/**
 * The back sells about what the front bought. If both lie right around the victims, as a bundle does, bots that keep a
 * stock sell more or less; farther apart it must be the same but for a token's fee, or it is a market maker who trades both
 * ways; and if only their sender or contract makes them one, it must be the same.
 */
function toLimit(front: PoolTrade, back: PoolTrade, victims: number, { isOwner }: Attacker): number {
  if (!isOwner) return limits.byName
  const between = back.flow.transaction.index - front.flow.transaction.index - 1
  return between - victims <= strangersInBundle ? limits.inBundle : limits.apart
}

/** How many times more the back sells than the front bought, or less. */
function toMismatch({ amountOut }: PoolTrade, { amountIn }: PoolTrade): number {
  const ratio = Number(amountIn) / Number(amountOut)
  return ratio < 1 ? 1 / ratio : ratio
}

const matchesAmounts = (front: PoolTrade, back: PoolTrade, limit: number): boolean => toMismatch(front, back) <= limit

/** Leaves out pairs with a trade that is the other leg of a pair whose amounts match better. */
function withoutSharedLegs(pairs: readonly Pair[]): readonly Pair[] {
  const kept: Pair[] = []
  for (const pair of [...pairs].sort((a, b) => toMismatch(a.front, a.back) - toMismatch(b.front, b.back)))
    if (!kept.some(({ front, back }) => front === pair.back || back === pair.front)) kept.push(pair)
  return kept
}

/** The legs of one sandwich in one pool, in the order of the block. */
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

/** Later trades by which the attacker sells the rest of what the fronts bought. */
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

/** One sandwich of all pools of a front, and of all fronts of a pool, with one back. */
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
