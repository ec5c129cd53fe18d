import { readAbi, readArtifact } from '../abis.ts'
import { tokens, uniswapV2 } from '../addresses.ts'
import { toAmount } from '../amounts.ts'
import type { Deployer } from '../deployer.ts'
import { pools } from '../pools.ts'

const sideUsd = 30_000_000

export async function deployUniswapV2(deployer: Deployer): Promise<void> {
  const { factory, router } = uniswapV2
  await deployer.deployAt(factory, readArtifact('uniswapV2Factory'), [deployer.admin])
  await deployer.deployAt(router, readArtifact('uniswapV2Router'), [factory, tokens.WETH.address])
  for (const { venue, token0, token1 } of pools) {
    if (venue !== 'uniswapV2') continue
    const args = [token0.address, token1.address]
    await deployer.send({ to: factory, abi: readAbi('uniswapV2Factory'), functionName: 'createPair', args })
  }
  await fillPairs(deployer, 'uniswapV2', sideUsd)
}

/** Funds both sides of every pair of a venue directly, because the router would only add gas. */
export async function fillPairs(deployer: Deployer, venue: 'uniswapV2' | 'sushiSwap', usd: number): Promise<void> {
  for (const pool of pools) {
    if (pool.venue !== venue) continue
    for (const token of [pool.token0, pool.token1]) {
      const args = [pool.address, toAmount(token, usd)]
      await deployer.send({ to: token.address, abi: readAbi('erc20'), functionName: 'transfer', args })
    }
    const args = [deployer.admin]
    await deployer.send({ to: pool.address, abi: readAbi('uniswapV2Pair'), functionName: 'mint', args })
  }
}
