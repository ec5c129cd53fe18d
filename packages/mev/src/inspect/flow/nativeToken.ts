import { nativeToken } from '@outrigger/calldata/internal'
import { type Address, zeroAddress } from 'viem'

/** Maps native currency to the wrapped token. Protocols represent native currency by the zero address or `0xeeee…eeee`. */
export const toToken = (token: Address, wrappedNative: Address): Address =>
  token === nativeToken || token === zeroAddress ? wrappedNative : token
