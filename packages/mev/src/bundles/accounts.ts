import { getOrCreate } from '@outrigger/core/internal'
import { toAuthority } from '@outrigger/mempool/internal'
import { type Address, getAddress, type Hex, slice } from 'viem'
import type { SignedTransaction } from './transaction.ts'
import { type BlockFees, computeLeastCost } from './transactionCost.ts'

/** An account at the head of the chain. */
export type Account = { readonly nonce: number; readonly balance: bigint }

/** Accounts of a chain, as far as a bundle is about them. */
export type Accounts = {
  readonly chainId: number
  /** Senders, and those that have signed an authorization. */
  readonly accounts: ReadonlyMap<Address, Account>
  /** Code of those, of recipients, and of what accounts are delegated to; null where the node does not say. */
  readonly code: ReadonlyMap<Address, Hex | null>
}

/** What an account may be like amid a bundle. */
export type AccountState = {
  /** Least and greatest next nonce: a transaction that may be left out leaves both open. */
  readonly nonce: number
  readonly lastNonce: number
  /** The most that it can have. */
  readonly balance: bigint
  /** What its code is delegated to (EIP-7702); null where it has none, or its own. */
  readonly delegate: Address | null
}

export type Ledger = {
  /** Whether code has run: from there on balances are not known, nor are nonces of accounts whose code may create contracts. */
  hasRunCode(): boolean
  of(address: Address): AccountState
  /** Carries a transaction out, as far as it is known what it does. An optional one may also be left out. */
  add(transaction: SignedTransaction, isOptional: boolean): void
}

const delegation = '0xef0100'

/** The account that delegated code is taken from (EIP-7702); null for other code. */
export const toDelegate = (code: Hex | null | undefined): Address | null =>
  code?.startsWith(delegation) === true && code.length === 48 ? getAddress(slice(code, 3)) : null

type Authorization = { readonly authority: Address; readonly delegate: Address; readonly nonce: number }

/** Recovering who has signed takes about a millisecond each. */
const recovered = new WeakMap<SignedTransaction, readonly Authorization[]>()

/** Who has signed which authorization of a transaction that counts on the chain, in order. */
export const toAuthorizations = (transaction: SignedTransaction, chainId: number): readonly Authorization[] =>
  getOrCreate(recovered, transaction, () =>
    (transaction.more.authorizationList ?? []).flatMap((authorization) => {
      const authority = toAuthority(authorization, chainId)
      if (authority === null) return []
      const { address, nonce } = authorization
      return [{ authority: getAddress(authority), delegate: getAddress(address), nonce: Number(nonce) }]
    }),
  )

/**
 * Follows nonces and balances through the transactions of a bundle, without running code. A set-code transaction raises the
 * nonce of its sender first, then of each account whose authorization is valid by then (EIP-7702); a revert takes that back
 * for none of them.
 * @param leastFees of the blocks that it may be in: what is spent is at least that
 */
export function createLedger({ chainId, accounts, code }: Accounts, leastFees: BlockFees): Ledger {
  const states = new Map<Address, AccountState>()
  let hasRunCode = false

  function readState(address: Address): AccountState {
    const { nonce = 0, balance = 0n } = accounts.get(address) ?? {}
    return { nonce, lastNonce: nonce, balance, delegate: toDelegate(code.get(address)) }
  }
  function of(address: Address): AccountState {
    const state = states.get(address) ?? readState(address)
    const mayHaveCreated = hasRunCode && state.delegate !== null && canCreate(code.get(state.delegate))
    return mayHaveCreated ? { ...state, lastNonce: Number.POSITIVE_INFINITY } : state
  }
  /** Code of its own: its authorizations do not count. */
  const ownCode = (address: Address): Hex =>
    toDelegate(code.get(address)) === null ? (code.get(address) ?? '0x') : '0x'

  function carryOut(transaction: SignedTransaction): ReadonlyMap<Address, AccountState> {
    const { from, to, value, nonce } = transaction
    const after = new Map<Address, AccountState>()
    const read = (address: Address) => after.get(address) ?? of(address)
    const sender = of(from)
    const spent = computeLeastCost(transaction, leastFees) + value
    after.set(from, { ...sender, nonce: nonce + 1, lastNonce: nonce + 1, balance: sender.balance - spent })
    if (to !== null) {
      const recipient = getAddress(to)
      const state = read(recipient)
      after.set(recipient, { ...state, balance: state.balance + value })
    }
    for (const one of toAuthorizations(transaction, chainId)) {
      const state = read(one.authority)
      const isDue = one.nonce >= state.nonce && one.nonce <= state.lastNonce
      if (isDue && ownCode(one.authority) === '0x') after.set(one.authority, authorize(state, one))
    }
    return after
  }

  /** Where it is not known, it may. */
  function runsCode({ to }: SignedTransaction): boolean {
    if (to === null) return true
    const { delegate } = of(getAddress(to))
    return (
      code.get(getAddress(to)) === null || (delegate === null ? ownCode(getAddress(to)) : code.get(delegate)) !== '0x'
    )
  }

  return {
    of,
    hasRunCode: () => hasRunCode,
    add(transaction, isOptional) {
      for (const [address, state] of carryOut(transaction))
        states.set(address, isOptional ? either(of(address), state) : state)
      hasRunCode ||= runsCode(transaction)
    },
  }
}

/** The nonce that an authorization is for is used by then, whether by it or by something else. */
function authorize(state: AccountState, { nonce, delegate }: Authorization): AccountState {
  return {
    ...state,
    nonce: state.nonce === nonce ? nonce + 1 : state.nonce,
    lastNonce: Math.max(state.lastNonce, nonce + 1),
    delegate: BigInt(delegate) === 0n ? null : delegate,
  }
}

/** Of a transaction that is carried out or not. */
function either(without: AccountState, included: AccountState): AccountState {
  return {
    nonce: Math.min(without.nonce, included.nonce),
    lastNonce: Math.max(without.lastNonce, included.lastNonce),
    balance: [without, included].reduce((most, { balance }) => (balance > most ? balance : most), 0n),
    delegate: included.delegate ?? without.delegate,
  }
}

/** CREATE, CALLCODE, DELEGATECALL, CREATE2: what raises the nonce of the account whose code runs. */
const creating: ReadonlySet<number> = new Set([0xf0, 0xf2, 0xf4, 0xf5])

function canCreate(code: Hex | null | undefined): boolean {
  if (code == null) return true
  for (let position = 2; position < code.length; position += 2) {
    const operation = Number.parseInt(code.slice(position, position + 2), 16)
    if (creating.has(operation)) return true
    // PUSH1 to PUSH32 carry data.
    if (operation >= 0x60 && operation <= 0x7f) position += 2 * (operation - 0x5f)
  }
  return false
}
