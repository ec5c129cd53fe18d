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

/** `yours` are left alone by the traffic; those of borrowers carry the lender's id. */
export type AccountRole = 'owner' | 'traffic' | 'yours' | `borrower ${string}`

export type ListedAccount = {
  /** Last part of its path in the mnemonic, m/44'/60'/0'/0/…. */
  readonly index: number
  readonly role: AccountRole
  readonly address: Address
  readonly privateKey: Hex
}

/** How many of the traders the traffic does not send from. */
const spareTraders = 10

/** Traders of the traffic; the rest are for the user of the devnet. */
export const toTrafficAccounts = <account>(traders: readonly account[]): readonly account[] =>
  traders.slice(0, -spareTraders)

/** Every funded account with its key, which everybody knows. */
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

/** The contracts of the Ethereum devnet that people ask for; they stand where those of mainnet do. */
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
