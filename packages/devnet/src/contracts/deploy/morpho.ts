import { maxUint256, parseEther } from 'viem'
import { readAbi, readArtifact } from '../abis.ts'
import { morpho, tokens } from '../addresses.ts'
import { toAmount } from '../amounts.ts'
import type { Deployer } from '../deployer.ts'
import { morphoMarkets } from '../morphoMarkets.ts'
import { toFeed } from './oracles.ts'

const liquidityUsd = 20_000_000

/** Deploys Morpho Blue with a few markets. Mainnet has an adaptive interest rate, the devnet a kinked one. */
export async function deployMorpho(deployer: Deployer): Promise<void> {
  const { admin, deployAt, send } = deployer
  const call = (functionName: string, ...args: unknown[]) =>
    send({ to: morpho.morpho, abi: readAbi('morpho'), functionName, args })

  await deployAt(morpho.morpho, readArtifact('morpho'), [admin])
  await deployAt(morpho.irm, readArtifact('kinkedIrm'), [parseEther('0.9'), parseEther('0.05'), parseEther('0.6')])
  await call('enableIrm', morpho.irm)
  for (const lltv of new Set(morphoMarkets.map(({ params }) => params.lltv))) await call('enableLltv', lltv)
  for (const { collateral, loan, params } of morphoMarkets) {
    const sides = [collateral, loan].flatMap((symbol) => [tokens[symbol].address, toFeed(symbol)])
    await deployAt(params.oracle, readArtifact('morphoOracle'), sides)
    await call('createMarket', params)
    const approval = { functionName: 'approve', args: [morpho.morpho, maxUint256] }
    await send({ to: params.loanToken, abi: readAbi('erc20'), ...approval })
    await call('supply', params, toAmount(tokens[loan], liquidityUsd), 0n, admin, '0x')
  }
}
