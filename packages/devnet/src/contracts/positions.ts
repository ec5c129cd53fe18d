import { type Address, parseEther } from 'viem'
import { type DevnetClient, impersonateAll } from '../chain/client.ts'
import { readAbi } from './abis.ts'
import { toDevnetAccounts } from './accounts.ts'
import { type TokenSymbol, tokens } from './addresses.ts'
import { toAmount } from './amounts.ts'
import { type Call, type Deployer, toDeployer } from './deployer.ts'
import { type Holding, type LendingMarketName, lendingMarkets } from './lendingMarkets.ts'

/** US dollars of each token at the devnet's starting prices. */
export type TokensUsd = Readonly<Partial<Record<TokenSymbol, number>>>

export type Position = {
  readonly market: LendingMarketName
  readonly account: Address
  readonly collateralUsd: TokensUsd
  /** Left out: the account only supplies. */
  readonly debtUsd?: TokensUsd
  /** Aave v3: the category entered before borrowing. */
  readonly eMode?: number
}

/**
 * Opens any number of positions on a running Ethereum devnet: hands each account 10,000 ether and its collateral, supplies
 * it and borrows, many transactions a block. The accounts may be any addresses; nobody needs their keys. What may be borrowed is what the
 * market's own limits allow at its present prices, so raise the feeds first to come closer to liquidation than a loan may.
 *
 * @throws {DeployError} a transaction failed: a debt beyond the limit, a pair of tokens that the market does not have
 * @example
 * await openPositions(client, [{ market: 'aaveV2', account, collateralUsd: { WETH: 9_000 }, debtUsd: { USDC: 5_000 } }])
 */
export async function openPositions(client: DevnetClient, positions: readonly Position[]): Promise<void> {
  for (const { account: address } of positions) await client.setBalance({ address, value: parseEther('10000') })
  await impersonateAll(client, () => sendPositions(toDeployer(client, toDevnetAccounts().deployer.address), positions))
}

/** On a chain that accepts any sender, from accounts that have ether. */
export async function sendPositions({ sendMany }: Deployer, positions: readonly Position[]): Promise<void> {
  const transfer = { abi: readAbi('erc20'), functionName: 'transfer' }
  // In blocks of their own: between senders, the order within a block is anyone's guess.
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
