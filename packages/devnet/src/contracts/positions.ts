import { type Address, parseEther } from 'viem'
import { type DevnetClient, impersonateAll } from '../chain/client.ts'
import { readAbi } from './abis.ts'
import { toDevnetAccounts } from './accounts.ts'
import { type TokenSymbol, tokens } from './addresses.ts'
import { toAmount } from './amounts.ts'
import { type Call, type Deployer, toDeployer } from './deployer.ts'
import { type Holding, type LendingMarketName, lendingMarkets } from './lendingMarkets.ts'

/** US dollars of each token at the devnet's initial prices. */
export type TokensUsd = Readonly<Partial<Record<TokenSymbol, number>>>

export type Position = {
  readonly market: LendingMarketName
  readonly account: Address
  readonly collateralUsd: TokensUsd
  /** Debt of the account. Without it, the account only supplies. */
  readonly debtUsd?: TokensUsd
  /** Aave v3: the e-mode category to enter before borrowing. */
  readonly eMode?: number
}

/**
 * Opens any number of positions on a running Ethereum devnet. It gives each account 10,000 ether and its collateral,
 * supplies and borrows, with many transactions per block. Any addresses work, without their keys. The market's limits at
 * current prices apply. To open positions closer to liquidation, raise the feeds first.
 *
 * @throws {DeployError} if a transaction fails, for example a debt above the limit or an unknown pair of tokens
 * @example
 * await openPositions(client, [{ market: 'aaveV2', account, collateralUsd: { WETH: 9_000 }, debtUsd: { USDC: 5_000 } }])
 */
export async function openPositions(client: DevnetClient, positions: readonly Position[]): Promise<void> {
  for (const { account: address } of positions) await client.setBalance({ address, value: parseEther('10000') })
  await impersonateAll(client, () => sendPositions(toDeployer(client, toDevnetAccounts().deployer.address), positions))
}

/** Opens positions on a chain that accepts any sender. The accounts must have ether. */
export async function sendPositions({ sendMany }: Deployer, positions: readonly Position[]): Promise<void> {
  const transfer = { abi: readAbi('erc20'), functionName: 'transfer' }
  // In separate blocks, because the order of senders within a block is not defined.
  await sendMany(
    positions.flatMap(({ account, collateralUsd }) =>
      toHoldings(collateralUsd).map(({ token, amount }): Call => {
        return { ...transfer, to: token.address, args: [account, amount] }
      }),
    ),
  )
  await sendMany(
    positions.flatMap(({ market, account, collateralUsd, debtUsd = {}, eMode }) => {
      return lendingMarkets[market].toCalls(account, toHoldings(collateralUsd), toHoldings(debtUsd), eMode)
    }),
  )
}

export function toHoldings(values: TokensUsd): readonly Holding[] {
  return (Object.entries(values) as [TokenSymbol, number][]).map(([symbol, usd]) => {
    const token = tokens[symbol]
    return { symbol, token, amount: toAmount(token, usd) }
  })
}
