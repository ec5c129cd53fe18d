import { type Address, concatHex, keccak256, numberToHex, toRlp } from 'viem'
import { maxS, recoverSigner } from './recoverSigner.ts'

/** An authorization of a set-code transaction (EIP-7702). */
export type SignedAuthorization = {
  /** Chain id. An authorization with 0 is valid on every chain. */
  readonly chainId: bigint
  /** Contract whose code the account gets. The zero address removes the code. */
  readonly address: Address
  readonly nonce: bigint
  readonly yParity: number
  readonly r: bigint
  readonly s: bigint
}

/** EIP-2681. */
export const maxNonce = 2n ** 64n - 1n

/**
 * Returns the account that signed an authorization, in lower case, or null if the authorization is not valid on the chain.
 * The account's nonce rises by one if it equals the authorization's nonce and the account has no code of its own.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7702#behavior
 * @example
 * toAuthority(authorization, 1) // '0x…'
 */
export function toAuthority(authorization: SignedAuthorization, chainId: number): Address | null {
  const { address, nonce, yParity, r, s } = authorization
  const isOfChain = authorization.chainId === 0n || authorization.chainId === BigInt(chainId)
  if (!isOfChain || nonce >= maxNonce || yParity > 1 || s > maxS) return null
  const fields = toRlp([toField(authorization.chainId), address, toField(nonce)])
  try {
    return recoverSigner({ parity: BigInt(yParity), r, s, digest: keccak256(concatHex(['0x05', fields])) })
  } catch {
    return null
  }
}

const toField = (value: bigint) =>
  value === 0n ? '0x' : numberToHex(value, { size: Math.ceil(value.toString(16).length / 2) })
