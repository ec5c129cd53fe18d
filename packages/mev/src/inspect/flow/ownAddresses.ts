import type { Address } from 'viem'
import { zeroAddress } from '../parse/words.ts'
import { isSaleByToken } from '../swaps/poolSwap.ts'
import { addBalance, type Balances } from './balances.ts'
import { findNftGivers } from './logTransfers.ts'
import { computeNetFlow } from './netFlow.ts'
import type { TransactionFlow } from './transactionFlow.ts'
import type { Transfer } from './transfer.ts'

/** Transactions of one attacker and the known parties. */
export type Attack = {
  readonly flows: readonly TransactionFlow[]
  /** Known addresses of the attacker, besides the senders and the contracts they call. */
  readonly actors: readonly (Address | null)[]
  /** Amounts that the counterparties gave minus the amounts they received. Upper limit of the payout. */
  readonly given: Balances
  /** Counterparty besides the pools, i.e. the lender. */
  readonly counterparty?: Address | undefined
  /** Participant other than the attacker, i.e. the borrower. */
  readonly stranger?: Address | null
}

export type BlockContext = { readonly coinbase: Address | null; readonly wrappedNative: Address }

/** Address to which tokens are sent to destroy them. */
const burnAddress: Address = '0x000000000000000000000000000000000000dead'

/**
 * Returns the addresses whose gains count as the attacker's profit:
 *
 * - senders, the contracts they call, and known actors;
 * - the block's coinbase, because profit is stated before payments to it;
 * - funders, which pay a pool and receive no other token in return;
 * - beneficiaries, which give nothing and are paid by these addresses or a pool, up to the amount of the gain.
 *
 * Pools, token contracts, traders, flash lenders and collectors of a transfer tax are excluded.
 */
export function findOwnAddresses(attack: Attack, context: BlockContext): ReadonlySet<Address> {
  const parties = readParties(attack)
  const own = new Set<Address>(attack.flows.map(({ transaction }) => transaction.from))
  for (const address of [...attack.flows.map(({ transaction }) => transaction.to), ...attack.actors, context.coinbase])
    if (address !== null && !parties.others.has(address)) own.add(address)
  addFunders(own, parties)
  const gave = addBeneficiaries(own, parties, context)
  // If nothing remains with these addresses, the gain went back to the address that lent the tokens.
  if (computeNetFlow(attack.flows, own).size === 0)
    for (const address of gave) if (parties.wins(address) && isPaidByGain(address, own, parties)) own.add(address)
  return own
}

type Parties = Pick<Attack, 'flows' | 'counterparty' | 'given'> & {
  /** Addresses that never belong to the attacker. */
  readonly others: ReadonlySet<Address>
  /** Returns the balance changes of an address by token. */
  readonly changeOf: (address: Address) => Balances
  /** True if an address ends with more of some token. */
  readonly wins: (address: Address) => boolean
  /** True if an address ends with less of some token. */
  readonly loses: (address: Address) => boolean
}

function readParties({ flows, counterparty, stranger, given }: Attack): Parties {
  const others = new Set<Address>([zeroAddress, burnAddress, ...flows.flatMap((flow) => [...flow.pools])])
  if (counterparty !== undefined) others.add(counterparty)
  if (stranger) others.add(stranger)
  const changes = new Map<Address, Balances>()
  const change = (address: Address, token: Address, amount: bigint) => {
    const balances = changes.get(address)
    if (balances === undefined) changes.set(address, new Map([[token, amount]]))
    else addBalance(balances, token, amount)
  }
  for (const { transfers } of flows)
    for (const { token, from, to, amount } of transfers) {
      others.add(token)
      change(from, token, -amount)
      change(to, token, amount)
    }
  const none: Balances = new Map()
  const changeOf = (address: Address) => changes.get(address) ?? none
  const has = (address: Address, test: (amount: bigint) => boolean) => [...changeOf(address).values()].some(test)
  return {
    flows,
    counterparty,
    given,
    others,
    changeOf,
    wins: (address) => has(address, (amount) => amount > 0n),
    loses: (address) => has(address, (amount) => amount < 0n),
  }
}

function addFunders(own: Set<Address>, { flows, others, wins, loses }: Parties): void {
  for (const { payer } of flows.flatMap(({ swaps }) => swaps))
    if (payer !== null && !others.has(payer) && !(loses(payer) && wins(payer))) own.add(payer)
}

/** Adds beneficiaries. Returns the addresses that gave something first, e.g. lenders and sellers. */
function addBeneficiaries(own: Set<Address>, parties: Parties, { wrappedNative }: BlockContext): ReadonlySet<Address> {
  const { flows, counterparty, others, loses } = parties
  const gave = new Set<Address>(flows.flatMap(({ transaction }) => findNftGivers(transaction.logs)))
  for (const { transfers, swaps } of flows) {
    const isPayout = ({ from, to }: Transfer) =>
      from === counterparty ||
      swaps.some((swap) => swap.holder === from && swap.recipient === to && !isSaleByToken(swap))
    transfers.forEach((transfer, index) => {
      const { token, from, to } = transfer
      const isOwn = own.has(from)
      if (!isOwn && !others.has(from)) gave.add(from)
      if (own.has(to) || others.has(to) || gave.has(to) || loses(to)) return
      if (!isOwn && !isPayout(transfer)) return
      const isTaxFree = (isOwn && token === wrappedNative) || !isSplit(transfers, index)
      if (isTaxFree && isPaidByGain(to, own, parties)) own.add(to)
    })
  }
  return gave
}

/**
 * Returns true if an address received at most the gain. Debt payments, and payments to contracts that pay elsewhere, exceed it.
 */
function isPaidByGain(address: Address, own: ReadonlySet<Address>, { flows, given, changeOf }: Parties): boolean {
  const net = computeNetFlow(flows, own)
  return [...changeOf(address)].every(([token, amount]) => amount + (net.get(token) ?? 0n) <= (given.get(token) ?? 0n))
}

/** Maximum distance between the two transfers of one payment. An approval may be logged between them. */
const maxDistance = 2

/** Returns true if a token split one payment between two addresses, as a transfer tax does. */
function isSplit(transfers: readonly Transfer[], index: number): boolean {
  const { token, from, to, position } = transfers[index] as Transfer
  return transfers.some(
    (other) =>
      other.token === token &&
      other.from === from &&
      other.to !== to &&
      position >= 0 &&
      Math.abs(other.position - position) <= maxDistance,
  )
}
