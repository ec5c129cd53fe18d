import type { RpcAccountKey, RpcEncodedTransaction, RpcHeader, RpcMeta } from '../rpcTypes.ts'

/** An account that a transaction contains. */
export type SolanaAccount = {
  readonly address: string
  readonly signer: boolean
  readonly writable: boolean
  /** `transaction` if the transaction contains the address, `lookupTable` if it comes from an address lookup table. */
  readonly source: 'transaction' | 'lookupTable'
}

/**
 * Returns the accounts of a transaction in the order that indexes and balances use: its own accounts, then those from lookup
 * tables, writable ones first.
 */
export function toAccounts({ message }: RpcEncodedTransaction, meta: RpcMeta): readonly SolanaAccount[] {
  const { accountKeys, header } = message
  const own = accountKeys.map((key, index) =>
    typeof key === 'string' ? toOwnAccount(key, index, accountKeys.length, header) : toParsedAccount(key),
  )
  // With `jsonParsed` the list already includes the accounts from lookup tables.
  if (own.some(({ source }) => source === 'lookupTable')) return own
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  return [...own, ...writable.map((one) => toLoaded(one, true)), ...readonly.map((one) => toLoaded(one, false))]
}

function toOwnAccount(address: string, index: number, count: number, header: RpcHeader | undefined): SolanaAccount {
  const { numRequiredSignatures: signers, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header ?? noHeader
  const signer = index < signers
  const writable = signer ? index < signers - numReadonlySignedAccounts : index < count - numReadonlyUnsignedAccounts
  return { address, signer, writable, source: 'transaction' }
}

/** Header used if the node returns none. It is then only known that the first account signs and pays. */
const noHeader: RpcHeader = { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 0 }

const toParsedAccount = ({ pubkey, signer, writable, source }: RpcAccountKey): SolanaAccount => ({
  address: pubkey,
  signer,
  writable,
  source: source ?? 'transaction',
})

const toLoaded = (address: string, writable: boolean): SolanaAccount => ({
  address,
  signer: false,
  writable,
  source: 'lookupTable',
})
