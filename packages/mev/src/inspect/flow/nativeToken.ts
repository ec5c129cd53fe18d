import type { Address } from 'viem'

/** Protocols write native currency as zero, or as sixteen times `ee` and four. */
export const toToken = (token: Address, wrappedNative: Address): Address =>
  token === '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' || token === '0x0000000000000000000000000000000000000000'
    ? wrappedNative
    : token
