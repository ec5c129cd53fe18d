import type { Address } from 'viem'
import type { Transfer } from './transfer.ts'

/** What came in (positive) or went out, by token. */
export type Balances = Map<Address, bigint>

export function addBalance(balances: Balances, token: Address, amount: bigint): void {
  balances.set(token, (balances.get(token) ?? 0n) + amount)
}

/** What every address gained and lost. */
export function toNetBalances(transfers: readonly Transfer[]): ReadonlyMap<Address, Balances> {
  const byAddress = new Map<Address, Balances>()
  const add = (address: Address, token: Address, amount: bigint) => {
    const balances = byAddress.get(address)
    if (balances === undefined) byAddress.set(address, new Map([[token, amount]]))
    else addBalance(balances, token, amount)
  }
  for (const { token, from, to, amount } of transfers) {
    if (from === to) continue
    add(from, token, -amount)
    add(to, token, amount)
  }
  return byAddress
}
