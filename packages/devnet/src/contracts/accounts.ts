import { type Hex, toHex } from 'viem'
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { LendingMarketName } from './lendingMarkets.ts'

/** Known to everyone and to anvil itself: never send anything of value to its accounts. */
export const mnemonic = 'test test test test test test test test test test test junk'

const traderCount = 50
const borrowerCount = 10

/** Signers with funds on every devnet chain. */
export type DevnetAccounts = {
  /** Deployed everything and owns what has an owner. */
  readonly deployer: PrivateKeyAccount
  /** Ether, every token, and on Ethereum unlimited approvals to all routers, Permit2 and the Aave pool. */
  readonly traders: readonly PrivateKeyAccount[]
  /** Each holds one Aave position, from a health factor near 1.02 to near 2. */
  readonly borrowers: readonly PrivateKeyAccount[]
  /** The same of every lending market; those of Aave v3 are `borrowers`. Aave v3.6 is on `startAaveV36`'s chain only. */
  readonly borrowersOf: Readonly<Record<LendingMarketName, readonly PrivateKeyAccount[]>>
}

type Key = { readonly privateKey: Hex; readonly account: PrivateKeyAccount }

let keys: readonly Key[] | undefined
let accounts: DevnetAccounts | undefined

/** The same at every call: signers have no state. */
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

/** Keys of all accounts, in the order of their paths. Derived once in a process: it takes a third of a second. */
export function deriveKeys(): readonly Key[] {
  keys ??= derive()
  return keys
}

function derive(): readonly Key[] {
  // One key stretching for all of them: it takes longer than everything else here.
  const parent = mnemonicToAccount(mnemonic, { path: "m/44'/60'/0'/0" }).getHdKey()
  return Array.from({ length: 1 + traderCount + borrowerCount * 7 }, (_, index) => {
    const privateKey = toHex(parent.deriveChild(index).privateKey ?? new Uint8Array())
    return { privateKey, account: privateKeyToAccount(privateKey) }
  })
}
