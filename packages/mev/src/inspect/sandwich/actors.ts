import { allProtocols } from '@outrigger/calldata/archive'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { PoolTrade } from './poolTrades.ts'

const publicContracts = new Map<ChainName, ReadonlySet<Address>>()

/** Contracts that anybody calls, of the address books: that two transactions call one of them says nothing of who did. */
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
 * The account with more of a token after a transaction (`sign` 1), or less (-1): the one, apart from the pools, with the largest
 * change. Routers pass on what they get, so that it is whoever owns it. Null where nobody has.
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
  /** Its name: the contract that it calls, or else the address that trades. */
  readonly address: Address
  /** The addresses that are known to be its own. */
  readonly owners: readonly Address[]
  /**
   * Whether the tokens show it. Where only the sender or the contract does, it may be a bot that closes each of its trades,
   * or the users of a router nobody has listed.
   */
  readonly isOwner: boolean
}

/** The attacker behind both trades, by what shows it; null where nothing does. */
export function findAttacker(
  front: PoolTrade,
  back: PoolTrade,
  isPublic: (contract: Address) => boolean,
): Attacker | null {
  const [first, second] = [front.flow.transaction, back.flow.transaction]
  const contract = first.to !== null && first.to === second.to && !isPublic(first.to) ? first.to : null
  const buyer = findOwner(front.flow, front.tokenOut, 1)
  // Where a bot keeps its tokens elsewhere, its contract is still its name.
  if (buyer !== null && buyer === findOwner(back.flow, back.tokenIn, -1) && !isPublic(buyer))
    return { address: contract ?? buyer, owners: [contract ?? buyer, buyer], isOwner: true }
  const name = first.from === second.from ? (contract ?? first.from) : contract
  return name === null ? null : { address: name, owners: [name], isOwner: false }
}

/** Whether a transaction is the attacker's own, so that it is no victim. */
export function isOwn(
  flow: TransactionFlow,
  front: TransactionFlow,
  back: TransactionFlow,
  attacker: Address,
): boolean {
  const { from, to } = flow.transaction
  return [front, back].some(({ transaction }) => transaction.from === from) || to === attacker || from === attacker
}
