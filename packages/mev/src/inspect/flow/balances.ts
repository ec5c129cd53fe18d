import type { Address } from 'viem'

/** What came in (positive) or went out, by token. */
export type Balances = Map<Address, bigint>

export function addBalance(balances: Balances, token: Address, amount: bigint): void {
  balances.set(token, (balances.get(token) ?? 0n) + amount)
}
