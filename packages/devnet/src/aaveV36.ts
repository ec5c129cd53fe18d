import { impersonateAll } from './chain/client.ts'
import { ensureCompiled } from './contracts/artifacts.ts'
import { deployAaveV36 } from './contracts/deploy/aaveV36.ts'
import { openLadders } from './contracts/deploy/borrowers.ts'
import { toDeployer } from './contracts/deployer.ts'
import { type Position, sendPositions } from './contracts/positions.ts'
import { type Devnet, type DevnetOptions, startDevnet } from './devnet.ts'

/**
 * Starts an Ethereum devnet with an additional Aave v3.6 market (`addresses.aaveV36`). It is separate because compiling it
 * takes about 15 seconds, once. It has the same reserves and feeds as the Aave v3 market, two e-mode categories and a
 * liquidation protocol fee. The borrowers are `accounts.borrowersOf.aaveV36`. The first three traders borrow in e-mode.
 *
 * @throws {CompileError | DeployError} and the errors of `startDevnet`
 * @example
 * await using devnet = await startAaveV36({ silent: true })
 * const { client } = devnet.chains.ethereum
 */
export async function startAaveV36(
  options: Omit<DevnetOptions<'ethereum'>, 'chains' | 'blockTimeMs'> = {},
): Promise<Devnet> {
  await ensureCompiled('aaveV36')
  // One block per transaction. With an interval, each transaction of the deployment would wait for the next block.
  const devnet = await startDevnet({ ...options, chains: ['ethereum'], blockTimeMs: 0 })
  try {
    const { accounts, chains } = devnet
    const { client } = chains.ethereum
    const deployer = toDeployer(client, accounts.deployer.address)
    await deployAaveV36(deployer)
    await impersonateAll(client, async () => {
      await openLadders(deployer, accounts, ['aaveV36'])
      await sendPositions(
        deployer,
        eModePositions.flatMap((position, index) => {
          const trader = accounts.traders[index]
          return trader ? [{ ...position, market: 'aaveV36', account: trader.address } as const] : []
        }),
      )
    })
    return devnet
  } catch (error) {
    await devnet.close()
    throw error
  }
}

const eModePositions: readonly Omit<Position, 'market' | 'account'>[] = [
  { eMode: 1, collateralUsd: { USDC: 300_000 }, debtUsd: { DAI: 265_000 } },
  { eMode: 2, collateralUsd: { WETH: 300_000 }, debtUsd: { USDC: 255_000 } },
  { eMode: 2, collateralUsd: { WBTC: 200_000, WETH: 100_000 }, debtUsd: { USDT: 240_000, USDC: 10_000 } },
]
