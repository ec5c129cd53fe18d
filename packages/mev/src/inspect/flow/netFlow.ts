import type { Address } from 'viem'
import { addBalance, type Balances } from './balances.ts'
import type { TransactionFlow } from './transactionFlow.ts'

/** CHI and GST2, which were burned to pay for gas. */
const gasTokens: ReadonlySet<Address> = new Set<Address>([
  '0x0000000000004946c0e9f43f4dee607b0ef1fa1c',
  '0x0000000000b3f879cb30fe243b4dfee438691c04',
])

/** Returns the amounts that the addresses received (positive) or gave in total, without gas. */
export function computeNetFlow(flows: readonly TransactionFlow[], addresses: ReadonlySet<Address>): Balances {
  const net: Balances = new Map()
  for (const { transfers } of flows)
    for (const { token, from, to, amount } of transfers) {
      const gives = addresses.has(from)
      if (gives === addresses.has(to) || (to === token && gasTokens.has(token))) continue
      addBalance(net, token, gives ? -amount : amount)
    }
  for (const [token, amount] of net) if (amount === 0n) net.delete(token)
  return net
}
