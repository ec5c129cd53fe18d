import type { Address, Hex } from 'viem'
import { deriveKeys, toDevnetAccounts } from './contracts/accounts.ts'
import {
  aaveV2,
  aaveV3,
  compoundV2,
  compoundV3,
  feeds,
  morpho,
  permit2,
  spark,
  sushiSwap,
  tokens,
  uniswapV2,
  uniswapV3,
  universalRouter,
} from './contracts/addresses.ts'

/** Traffic does not use `yours`. Borrowers have the lender's id in their role. */
export type AccountRole = 'owner' | 'traffic' | 'yours' | `borrower ${string}`

export type ListedAccount = {
  /** Last part of its derivation path, m/44'/60'/0'/0/…. */
  readonly index: number
  readonly role: AccountRole
  readonly address: Address
  readonly privateKey: Hex
}

/** Number of traders that traffic does not use. */
const spareTraders = 10

/** Returns the traders for traffic. The rest are for the user of the devnet. */
export const toTrafficAccounts = <account>(traders: readonly account[]): readonly account[] =>
  traders.slice(0, -spareTraders)

/** Lists every funded account with its public key pair. */
export function listAccounts(): readonly ListedAccount[] {
  const { deployer, traders, borrowersOf } = toDevnetAccounts()
  const traffic = toTrafficAccounts(traders)
  const lenders = {
    aave_v3: borrowersOf.aaveV3,
    spark: borrowersOf.spark,
    aave_v2: borrowersOf.aaveV2,
    compound_v2: borrowersOf.compoundV2,
    morpho: borrowersOf.morpho,
    compound_v3: borrowersOf.compoundV3,
  }
  const roles = new Map<string, AccountRole>([
    [deployer.address, 'owner'],
    ...traders.map(({ address }, index) => [address, index < traffic.length ? 'traffic' : 'yours'] as const),
    ...Object.entries(lenders).flatMap(([id, borrowers]) =>
      borrowers.map(({ address }) => [address, `borrower ${id}`] as const),
    ),
  ])
  return deriveKeys().flatMap(({ account: { address }, privateKey }, index) => {
    const role = roles.get(address)
    return role === undefined ? [] : [{ index, role, address, privateKey }]
  })
}

export type ListedContract = { readonly name: string; readonly address: Address }

/** Lists the most useful contracts of the Ethereum devnet. They have their mainnet addresses. */
export function listContracts(): readonly ListedContract[] {
  return [
    ...Object.values(tokens).map(({ symbol, address }) => ({ name: symbol, address })),
    ...Object.entries(feeds).map(([name, { address }]) => ({ name: `feed ${name}`, address })),
    { name: 'Uniswap v2 router', address: uniswapV2.router },
    { name: 'Uniswap v3 router', address: uniswapV3.swapRouter02 },
    { name: 'Universal Router', address: universalRouter },
    { name: 'Permit2', address: permit2 },
    { name: 'SushiSwap router', address: sushiSwap.router },
    { name: 'Aave v3 pool', address: aaveV3.pool },
    { name: 'Aave v2 pool', address: aaveV2.pool },
    { name: 'Spark pool', address: spark.pool },
    { name: 'Compound v2 comptroller', address: compoundV2.comptroller },
    { name: 'Compound v3 (USDC)', address: compoundV3.comet },
    { name: 'Morpho', address: morpho.morpho },
  ]
}
