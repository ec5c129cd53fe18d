import type { Address } from 'viem'
import { zeroAddress } from '../parse/words.ts'
import { isSaleByToken } from '../swaps/poolSwap.ts'
import { addBalance, type Balances } from './balances.ts'
import { findNftGivers } from './logTransfers.ts'
import { computeNetFlow } from './netFlow.ts'
import type { TransactionFlow } from './transactionFlow.ts'
import type { Transfer } from './transfer.ts'

/** One attacker's transactions, and what is known about the parties. */
export type Attack = {
  readonly flows: readonly TransactionFlow[]
  /** The attacker's addresses, besides the senders and the contracts they call. */
  readonly actors: readonly (Address | null)[]
  /** What those it traded with gave less what they took. More than that cannot have been paid out. */
  readonly given: Balances
  /** The contract it traded with, besides pools: a lender. */
  readonly counterparty?: Address | undefined
  /** Takes part, but is not the attacker: a borrower. */
  readonly stranger?: Address | null
}

export type BlockContext = { readonly coinbase: Address | null; readonly wrappedNative: Address }

/** Sending tokens there destroys them. */
const burnAddress: Address = '0x000000000000000000000000000000000000dead'

/**
 * Returns the addresses whose gain is the attacker's:
 *
 * - senders, the contracts they call, and known actors;
 * - the block's coinbase, because a profit is stated before payments to it;
 * - funders: they pay a pool and get no other token for it;
 * - beneficiaries: the addresses above or a pool pay them no more than was gained, and they give nothing.
 *
 * Pools, token contracts, traders, flash lenders and collectors of a transfer tax are not among them.
 */
export function findOwnAddresses(attack: Attack, context: BlockContext): ReadonlySet<Address> {
  const parties = readParties(attack)
  const own = new Set<Address>(attack.flows.map(({ transaction }) => transaction.from))
  for (const address of [...attack.flows.map(({ transaction }) => transaction.to), ...attack.actors, context.coinbase])
    if (address !== null && !parties.others.has(address)) own.add(address)
  addFunders(own, parties)
  const gave = addBeneficiaries(own, parties, context)
  // Nothing stays with them: the gain went back to the address that lent the tokens.
  if (computeNetFlow(attack.flows, own).size === 0)
    for (const address of gave) if (parties.wins(address) && isPaidByGain(address, own, parties)) own.add(address)
  return own
}

type Parties = Pick<Attack, 'flows' | 'counterparty' | 'given'> & {
  /** Never the attacker's own. */
  readonly others: ReadonlySet<Address>
  /** What an address has more or less in the end, by token. */
  readonly changeOf: (address: Address) => Balances
  /** Whether an address ends with more of some token. */
  readonly wins: (address: Address) => boolean
  /** Whether an address ends with less of some token. */
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

/** Returns the addresses that gave something before they belonged to the attacker: lenders, sellers. */
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

/** Whether an address got no more than a gain: payments for a debt, or into a contract that pays from elsewhere, are more. */
function isPaidByGain(address: Address, own: ReadonlySet<Address>, { flows, given, changeOf }: Parties): boolean {
  const net = computeNetFlow(flows, own)
  return [...changeOf(address)].every(([token, amount]) => amount + (net.get(token) ?? 0n) <= (given.get(token) ?? 0n))
}

/** Places between the two transfers of one payment: there may be the log of an approval. */
const mostApart = 2

/** Whether a token divided one payment between two addresses, as a transfer tax does. */
function isSplit(transfers: readonly Transfer[], index: number): boolean {
  const { token, from, to, position } = transfers[index] as Transfer
  return transfers.some(
    (other) =>
      other.token === token &&
      other.from === from &&
      other.to !== to &&
      position >= 0 &&
      Math.abs(other.position - position) <= mostApart,
  )
}
