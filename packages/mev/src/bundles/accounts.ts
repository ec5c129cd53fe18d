import { getOrCreate } from '@outrigger/core/internal'
import { toAuthority } from '@outrigger/mempool/internal'
import { type Address, getAddress, type Hex, slice } from 'viem'
import type { SignedTransaction } from './transaction.ts'
import { type BlockFees, computeLeastCost } from './transactionCost.ts'

/** State of an account at the head of the chain. */
export type Account = { readonly nonce: number; readonly balance: bigint }

/** Accounts that a bundle can affect. */
export type Accounts = {
  readonly chainId: number
  /** Senders, and signers of authorizations. */
  readonly accounts: ReadonlyMap<Address, Account>
  /** Code of these accounts, of recipients and of delegation targets. Null if the node does not return it. */
  readonly code: ReadonlyMap<Address, Hex | null>
}

/** Possible state of an account between two transactions of a bundle. */
export type AccountState = {
  /** Lowest and highest possible next nonce. They differ after an optional transaction. */
  readonly nonce: number
  readonly lastNonce: number
  /** Highest possible balance in wei. */
  readonly balance: bigint
  /** Target of the EIP-7702 delegation. Null if the account has no code or its own code. */
  readonly delegate: Address | null
}

export type Ledger = {
  /**
   * True after any code ran. From then on balances are unknown, and so are nonces of accounts whose code can create contracts.
   */
  hasRunCode(): boolean
  of(address: Address): AccountState
  /** Applies the known effects of a transaction. An optional transaction may also be left out of the bundle. */
  add(transaction: SignedTransaction, isOptional: boolean): void
}

const delegation = '0xef0100'

/** Returns the target of an EIP-7702 delegation. Null for any other code. */
export const toDelegate = (code: Hex | null | undefined): Address | null =>
  code?.startsWith(delegation) === true && code.length === 48 ? getAddress(slice(code, 3)) : null

type Authorization = { readonly authority: Address; readonly delegate: Address; readonly nonce: number }

/** Cached because recovering one signer takes about 1 ms. */
const recovered = new WeakMap<SignedTransaction, readonly Authorization[]>()

/** Returns the authorizations of a transaction that are valid on the chain, in order. */
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
 * Tracks nonces and balances through the transactions of a bundle without running code. A set-code transaction first
 * raises the nonce of its sender, then the nonce of each account whose authorization is valid (EIP-7702). A revert does
 * not undo these increments.
 *
 * @param leastFees lowest fees of the target blocks. Every transaction costs its sender at least this much.
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
  /** The account's own code. An account with own code cannot authorize a delegation. */
  const ownCode = (address: Address): Hex =>
    toDelegate(code.get(address)) === null ? (code.get(address) ?? '0x') : '0x'

  function computeChanges(transaction: SignedTransaction): ReadonlyMap<Address, AccountState> {
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

  /** Returns true if the code of the recipient is unknown. */
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
      for (const [address, state] of computeChanges(transaction))
        states.set(address, isOptional ? mergeStates(of(address), state) : state)
      hasRunCode ||= runsCode(transaction)
    },
  }
}

/** Marks the nonce of an authorization as used, by the authorization itself or by an earlier transaction. */
function authorize(state: AccountState, { nonce, delegate }: Authorization): AccountState {
  return {
    ...state,
    nonce: state.nonce === nonce ? nonce + 1 : state.nonce,
    lastNonce: Math.max(state.lastNonce, nonce + 1),
    delegate: BigInt(delegate) === 0n ? null : delegate,
  }
}

/** Combines the states with and without an optional transaction. */
function mergeStates(without: AccountState, included: AccountState): AccountState {
  return {
    nonce: Math.min(without.nonce, included.nonce),
    lastNonce: Math.max(without.lastNonce, included.lastNonce),
    balance: [without, included].reduce((most, { balance }) => (balance > most ? balance : most), 0n),
    delegate: included.delegate ?? without.delegate,
  }
}

/** CREATE, CALLCODE, DELEGATECALL and CREATE2 can raise the nonce of the account that executes them. */
const creating: ReadonlySet<number> = new Set([0xf0, 0xf2, 0xf4, 0xf5])

function canCreate(code: Hex | null | undefined): boolean {
  if (code == null) return true
  for (let position = 2; position < code.length; position += 2) {
    const operation = Number.parseInt(code.slice(position, position + 2), 16)
    if (creating.has(operation)) return true
    // Skips the data of PUSH1 to PUSH32.
    if (operation >= 0x60 && operation <= 0x7f) position += 2 * (operation - 0x5f)
  }
  return false
}
