import { nativeToken } from '@outrigger/calldata/internal'
import { type Address, zeroAddress } from 'viem'

/** Protocols write native currency as zero, or as sixteen times `ee` and four. */
export const toToken = (token: Address, wrappedNative: Address): Address =>
  token === nativeToken || token === zeroAddress ? wrappedNative : token
