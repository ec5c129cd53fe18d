import { type Hex, toHex } from 'viem'
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { LendingMarketName } from './lendingMarkets.ts'

/** Public mnemonic, also used by anvil. Never send anything of value to its accounts. */
export const mnemonic = 'test test test test test test test test test test test junk'

const traderCount = 50
const borrowerCount = 10

/** Signers with funds on every devnet chain. */
export type DevnetAccounts = {
  /** Deployer and owner of all contracts. */
  readonly deployer: PrivateKeyAccount
  /**
   * Accounts with ether, every token, and on Ethereum unlimited approvals for all routers, Permit2 and the Aave pool.
   */
  readonly traders: readonly PrivateKeyAccount[]
  /** Accounts with one Aave position each. Their health factors are from about 1.02 to about 2. */
  readonly borrowers: readonly PrivateKeyAccount[]
  /** Borrowers of every lending market. Those of Aave v3 are `borrowers`. Aave v3.6 is only on the chain of `startAaveV36`. */
  readonly borrowersOf: Readonly<Record<LendingMarketName, readonly PrivateKeyAccount[]>>
}

type Key = { readonly privateKey: Hex; readonly account: PrivateKeyAccount }

let keys: readonly Key[] | undefined
let accounts: DevnetAccounts | undefined

/** Returns the same accounts at every call, because signers have no state. */
export function toDevnetAccounts(): DevnetAccounts {
  accounts ??= shareOut(deriveKeys())
  return accounts
}

function shareOut(all: readonly Key[]): DevnetAccounts {
  const [deployer, ...rest] = all.map(({ account }) => account)
  const traders = rest.splice(0, traderCount)
  const take = () => rest.splice(0, borrowerCount)
  const borrowersOf = {
    aaveV3: take(),
    spark: take(),
    aaveV2: take(),
    compoundV2: take(),
    morpho: take(),
    aaveV36: take(),
    compoundV3: take(),
  }
  return { deployer: deployer as PrivateKeyAccount, traders, borrowers: borrowersOf.aaveV3, borrowersOf }
}

/** Returns the keys of all accounts in the order of their paths. Derived once per process, in about 0.3 s. */
export function deriveKeys(): readonly Key[] {
  keys ??= derive()
  return keys
}

function derive(): readonly Key[] {
  // Stretches the key once for all accounts, because that takes longer than everything else here.
  const parent = mnemonicToAccount(mnemonic, { path: "m/44'/60'/0'/0" }).getHdKey()
  return Array.from({ length: 1 + traderCount + borrowerCount * 7 }, (_, index) => {
    const privateKey = toHex(parent.deriveChild(index).privateKey ?? new Uint8Array())
    return { privateKey, account: privateKeyToAccount(privateKey) }
  })
}
