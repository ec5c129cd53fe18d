import { toHex } from 'viem'
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

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
}

export function toDevnetAccounts(): DevnetAccounts {
  const [deployer, ...rest] = deriveAccounts(1 + traderCount + borrowerCount)
  return {
    deployer: deployer as PrivateKeyAccount,
    traders: rest.slice(0, traderCount),
    borrowers: rest.slice(traderCount),
  }
}

function deriveAccounts(count: number): PrivateKeyAccount[] {
  // One key stretching for all of them: it takes longer than everything else here.
  const parent = mnemonicToAccount(mnemonic, { path: "m/44'/60'/0'/0" }).getHdKey()
  return Array.from({ length: count }, (_, index) => {
    const { privateKey } = parent.deriveChild(index)
    return privateKeyToAccount(toHex(privateKey ?? new Uint8Array()))
  })
}
