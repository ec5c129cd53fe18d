import { parseGwei, zeroAddress } from 'viem'
import { readAbi, readArtifact } from './abis.ts'
import type { DevnetAccounts } from './accounts.ts'
import { arbitrum, feeds, opStack, tokens } from './addresses.ts'
import { toAnswer } from './amounts.ts'
import { type CompileUnit, ensureCompiled } from './artifacts.ts'
import { deployAaveV2 } from './deploy/aaveV2.ts'
import { deployAaveV3 } from './deploy/aaveV3.ts'
import { fundTraders } from './deploy/accounts.ts'
import { openLadders } from './deploy/borrowers.ts'
import { deployCompoundV2 } from './deploy/compoundV2.ts'
import { deployCompoundV3 } from './deploy/compoundV3.ts'
import { deployEns } from './deploy/ens.ts'
import { deployMorpho } from './deploy/morpho.ts'
import { deployOracles } from './deploy/oracles.ts'
import { deploySushiSwap } from './deploy/sushiSwap.ts'
import { deployMulticall3, deployTokens, deployWeth } from './deploy/tokens.ts'
import { deployUniswapV2 } from './deploy/uniswapV2.ts'
import { deployUniswapV3 } from './deploy/uniswapV3.ts'
import { deployUniversalRouter } from './deploy/universalRouter.ts'
import type { Deployer } from './deployer.ts'

type ChainDefinition = {
  readonly chainId: number
  readonly title: string
  readonly anvilArgs: readonly string[]
  readonly gasLimit: number
  readonly baseFeePerGas: bigint
  /** Units to compile for the chain. */
  readonly units: readonly CompileUnit[]
  /** Deploys everything on an empty chain. The result is cached. */
  build(deployer: Deployer, accounts: DevnetAccounts): Promise<void>
  /** Makes a cached chain look as if it had run until now. */
  refresh(deployer: Deployer): Promise<void>
}

export const chains = {
  ethereum: {
    chainId: 1,
    title: 'Ethereum',
    anvilArgs: [],
    gasLimit: 60_000_000,
    baseFeePerGas: parseGwei('10'),
    units: ['own', 'sushi', 'morpho'],
    async build(deployer, accounts) {
      await ensureCompiled('own')
      await deployTokens(deployer)
      await deployOracles(deployer)
      await deployUniswapV2(deployer)
      await deployUniswapV3(deployer)
      await deployUniversalRouter(deployer)
      await ensureCompiled('sushi')
      await deploySushiSwap(deployer)
      await deployAaveV3(deployer, 'aaveV3')
      await deployAaveV3(deployer, 'spark')
      await deployAaveV2(deployer)
      await deployCompoundV2(deployer)
      await deployCompoundV3(deployer)
      await ensureCompiled('morpho')
      await deployMorpho(deployer)
      await openLadders(deployer, accounts, ['aaveV3', 'spark', 'aaveV2', 'compoundV2', 'compoundV3', 'morpho'])
      await fundTraders(deployer, accounts)
      // Last, so that it does not move the contracts whose addresses depend on the admin's nonce.
      await deployEns(deployer, { borrower: accounts.borrowersOf.aaveV3[0]?.address ?? zeroAddress })
    },
    async refresh({ sendMany }) {
      const update = { abi: readAbi('priceFeed'), functionName: 'updateAnswer' }
      await sendMany(
        Object.values(feeds).map(({ address, token }) => ({
          ...update,
          to: address,
          args: [toAnswer(tokens[token].priceUsd)],
        })),
      )
    },
  },
  base: {
    chainId: 8453,
    title: 'Base',
    anvilArgs: ['--network', 'optimism'],
    gasLimit: 150_000_000,
    baseFeePerGas: parseGwei('0.005'),
    units: ['own'],
    async build(deployer) {
      await ensureCompiled('own')
      await deployMulticall3(deployer)
      await deployWeth(deployer, opStack.weth)
      // Base's scalars on mainnet since Ecotone.
      await deployer.deployAt(opStack.l1Block, readArtifact('l1Block'), [2_269, 1_055_762])
      await deployer.deployAt(opStack.gasPriceOracle, readArtifact('gasPriceOracle'))
    },
    async refresh() {},
  },
  arbitrum: {
    chainId: 42_161,
    title: 'Arbitrum One',
    anvilArgs: [],
    gasLimit: 32_000_000,
    baseFeePerGas: parseGwei('0.02'),
    units: ['own'],
    async build(deployer) {
      await ensureCompiled('own')
      await deployMulticall3(deployer)
      await deployWeth(deployer, arbitrum.weth)
      await deployer.deployAt(arbitrum.arbGasInfo, readArtifact('arbGasInfo'))
      await deployer.deployAt(arbitrum.nodeInterface, readArtifact('nodeInterface'))
    },
    async refresh() {},
  },
} as const satisfies Record<string, ChainDefinition>

export type DevnetChainName = keyof typeof chains
