import { allProtocols } from '@outrigger/calldata/archive'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { PoolTrade } from './poolTrades.ts'

const publicContracts = new Map<ChainName, ReadonlySet<Address>>()

/**
 * Returns public contracts from the address books. Two transactions that call the same public contract may have different owners.
 */
export function getPublicContracts(chain: ChainName): ReadonlySet<Address> {
  const known = publicContracts.get(chain)
  if (known !== undefined) return known
  const addresses = new Set(
    allProtocols.flatMap(({ contracts }) => contracts.flatMap((contract) => contract.addresses[chain] ?? [])),
  )
  publicContracts.set(chain, addresses)
  return addresses
}

/**
 * Finds the owner of tokens: the address, apart from pools, whose balance of the token increased (`sign` 1) or decreased
 * (-1) most in a transaction. Routers pass on what they receive, so the final owner has the largest change. Returns null if
 * no balance changed.
 */
export function findOwner(flow: TransactionFlow, token: Address | null, sign: 1 | -1): Address | null {
  if (token === null) return null
  const changes = new Map<Address, bigint>()
  for (const { token: moved, from, to, amount } of flow.transfers) {
    if (moved !== token || from === to) continue
    changes.set(from, (changes.get(from) ?? 0n) - amount)
    changes.set(to, (changes.get(to) ?? 0n) + amount)
  }
  let owner: Address | null = null
  let most = 0n
  for (const [address, amount] of changes) {
    const change = sign === 1 ? amount : -amount
    if (change <= most || flow.pools.has(address) || address === token) continue
    owner = address
    most = change
  }
  return owner
}

export type Attacker = {
  /** Contract that the attacker calls, or otherwise the trading address. */
  readonly address: Address
  /** Known addresses of the attacker. */
  readonly owners: readonly Address[]
  /**
   * True if the token flow identifies the attacker. If only the sender or the contract matches, the trades may belong to a bot
   * that closes each of its trades, or to users of an unlisted router.
   */
  readonly isOwner: boolean
}

/** Returns the attacker behind both trades, or null if nothing connects them. */
export function findAttacker(
  front: PoolTrade,
  back: PoolTrade,
  isPublic: (contract: Address) => boolean,
): Attacker | null {
  const [first, second] = [front.flow.transaction, back.flow.transaction]
  const contract = first.to !== null && first.to === second.to && !isPublic(first.to) ? first.to : null
  const buyer = findOwner(front.flow, front.tokenOut, 1)
  // If a bot keeps its tokens in another account, its contract still identifies it.
  if (buyer !== null && buyer === findOwner(back.flow, back.tokenIn, -1) && !isPublic(buyer))
    return { address: contract ?? buyer, owners: [contract ?? buyer, buyer], isOwner: true }
  const name = first.from === second.from ? (contract ?? first.from) : contract
  return name === null ? null : { address: name, owners: [name], isOwner: false }
}

/** Returns true if the transaction is the attacker's own and therefore not a victim. */
export function isOwn(
  flow: TransactionFlow,
  front: TransactionFlow,
  back: TransactionFlow,
  attacker: Address,
): boolean {
  const { from, to } = flow.transaction
  return [front, back].some(({ transaction }) => transaction.from === from) || to === attacker || from === attacker
}
