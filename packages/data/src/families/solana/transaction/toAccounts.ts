import type { RpcAccountKey, RpcEncodedTransaction, RpcHeader, RpcMeta } from '../rpcTypes.ts'

/** An account a transaction names. */
export type SolanaAccount = {
  readonly address: string
  readonly signer: boolean
  readonly writable: boolean
  /** Whether the transaction carries the address itself, or an address lookup table gives it. */
  readonly source: 'transaction' | 'lookupTable'
}

/**
 * The accounts of a transaction in the order that indexes and balances follow: its own, then those that lookup tables give,
 * the writable ones first.
 */
export function toAccounts({ message }: RpcEncodedTransaction, meta: RpcMeta): readonly SolanaAccount[] {
  const { accountKeys, header } = message
  const own = accountKeys.map((key, index) =>
    typeof key === 'string' ? toOwnAccount(key, index, accountKeys.length, header) : toParsedAccount(key),
  )
  // With `jsonParsed` the list has those of lookup tables already.
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

/** Of one whose header is missing it is known only that the first account signs and pays. */
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
