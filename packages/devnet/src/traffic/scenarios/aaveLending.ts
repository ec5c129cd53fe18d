import { encodeFunctionData, type Hex, maxUint256, parseAbi, parseEther } from 'viem'
import { aaveV3, tokens } from '../../contracts/addresses.ts'
import { toAmount } from '../../contracts/amounts.ts'
import { defineScenario } from '../scenario.ts'

const poolAbi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
  'function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)',
  'function withdraw(address asset, uint256 amount, address to)',
])
const variableRate = 2n
const collateral = tokens.WETH.address
const borrowed = tokens.USDC.address

/** One step of an account's cycle: supply WETH, borrow USDC, repay all, withdraw all. */
export const aaveLending = defineScenario({
  weight: 8,
  needs: [aaveV3.pool, collateral, borrowed],
  plan: () => (random) => ({ milliWeth: 500 + random.integer(4500), ltvBps: 1500 + random.integer(3500) }),
  build({ milliWeth, ltvBps }, from, { market }) {
    const [weth, usdc] = [tokens.WETH, tokens.USDC].map(({ symbol }) =>
      market.tokens.find((token) => token.symbol === symbol),
    )
    if (weth === undefined || usdc === undefined) return undefined
    const { address } = from
    const steps: readonly (() => Hex)[] = [
      () => {
        const args = [collateral, parseEther(String(milliWeth / 1000)), address, 0] as const
        return encodeFunctionData({ abi: poolAbi, functionName: 'supply', args })
      },
      () => {
        // Computed for the smallest supply, so that it works with any supply of this account.
        const amount = toAmount(usdc, (0.5 * weth.priceUsd * ltvBps) / 10_000)
        const args = [borrowed, amount, variableRate, 0, address] as const
        return encodeFunctionData({ abi: poolAbi, functionName: 'borrow', args })
      },
      () => {
        const args = [borrowed, maxUint256, variableRate, address] as const
        return encodeFunctionData({ abi: poolAbi, functionName: 'repay', args })
      },
      () => encodeFunctionData({ abi: poolAbi, functionName: 'withdraw', args: [collateral, maxUint256, address] }),
    ]
    const step = from.lendingStep % steps.length
    from.lendingStep = step + 1
    const data = steps[step]?.()
    return data === undefined ? undefined : { from, drafts: [{ to: aaveV3.pool, data, gas: 500_000n }] }
  },
})
