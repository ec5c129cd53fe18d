import { encodeFunctionData, erc20Abi } from 'viem'
import { tokens } from '../../contracts/addresses.ts'
import { toAmount } from '../../contracts/amounts.ts'
import { defineScenario } from '../scenario.ts'

/** Transfers tokens between accounts, in small and large amounts. */
export const tokenTransfer = defineScenario({
  weight: 14,
  needs: [tokens.USDC.address],
  plan:
    ({ accounts }) =>
    (random) => ({
      to: random.integer(accounts),
      token: random.next(),
      usd: Math.round(5 * Math.exp(9 * random.next() ** 2)),
    }),
  build(plan, from, { accounts, market: { tokens } }) {
    const to = accounts[plan.to]
    const token = tokens[Math.floor(plan.token * tokens.length)]
    if (to === undefined || token === undefined) return undefined
    const args = [to.address, toAmount(token, plan.usd)] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    return { from, drafts: [{ to: token.address, data, gas: 80_000n }] }
  },
})
