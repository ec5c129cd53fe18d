import { zeroAddress } from 'viem'
import { readArtifact } from '../abis.ts'
import { permit2, tokens, uniswapV2, uniswapV3, universalRouter } from '../addresses.ts'
import { permit2Runtime } from '../artifacts.ts'
import type { Deployer } from '../deployer.ts'

/** Deploys Permit2 and the Universal Router, without Uniswap v4 and bridges. */
export async function deployUniversalRouter({ client, deployAt }: Deployer): Promise<void> {
  await client.setCode({ address: permit2, bytecode: permit2Runtime() })
  await deployAt(universalRouter, readArtifact('universalRouter'), [
    {
      permit2,
      weth9: tokens.WETH.address,
      v2Factory: uniswapV2.factory,
      v3Factory: uniswapV3.factory,
      pairInitCodeHash: uniswapV2.pairInitCodeHash,
      poolInitCodeHash: uniswapV3.poolInitCodeHash,
      v4PoolManager: zeroAddress,
      v3NFTPositionManager: uniswapV3.positionManager,
      v4PositionManager: zeroAddress,
      spokePool: zeroAddress,
    },
  ])
}
