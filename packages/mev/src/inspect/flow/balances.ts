import type { Address } from 'viem'

/** Balance changes by token. Positive amounts were received. */
export type Balances = Map<Address, bigint>

export function addBalance(balances: Balances, token: Address, amount: bigint): void {
  balances.set(token, (balances.get(token) ?? 0n) + amount)
}

export function addBalances(balances: Balances, others: Balances): void {
  for (const [token, amount] of others) addBalance(balances, token, amount)
}

export function subtractBalances(balances: Balances, others: Balances): void {
  for (const [token, amount] of others) addBalance(balances, token, -amount)
}
