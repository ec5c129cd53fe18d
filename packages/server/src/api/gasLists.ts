import type { FeeRequest } from '@outrigger/oracle'
import { type Hex, pad } from 'viem'
import { toEvmAddress } from '../node/evmAddress.ts'

type Quantity = number | string

/** Access list and authorizations of a transaction in the API. */
export type Lists = {
  readonly authorization_list?:
    | readonly {
        readonly chain_id: Quantity
        readonly address: string
        readonly nonce: Quantity
        readonly y_parity: Quantity
        readonly r: string
        readonly s: string
      }[]
    | undefined
  readonly access_list?: readonly { readonly address: string; readonly storage_keys: readonly string[] }[] | undefined
}

/** Returns the lists of a request. Omits empty lists. @throws {InvalidAddressError} */
export function toLists({
  authorization_list: authorizations,
  access_list: accesses,
}: Lists): Pick<FeeRequest, 'accessList' | 'authorizationList'> {
  return {
    ...(authorizations?.length && {
      authorizationList: authorizations.map(({ chain_id, address, nonce, y_parity, r, s }) => ({
        chainId: Number(chain_id),
        address: toEvmAddress(address),
        nonce: Number(nonce),
        yParity: Number(y_parity),
        r: pad(r as Hex),
        s: pad(s as Hex),
      })),
    }),
    ...(accesses?.length && {
      accessList: accesses.map(({ address, storage_keys }) => ({
        address: toEvmAddress(address),
        storageKeys: storage_keys.map((key) => pad(key as Hex)),
      })),
    }),
  }
}
