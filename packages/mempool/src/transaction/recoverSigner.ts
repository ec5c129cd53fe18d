import { secp256k1 } from '@noble/curves/secp256k1'
import { type Address, type Hex, keccak256 } from 'viem'

/** Half the order of secp256k1: a larger s is not accepted since Homestead (EIP-2), nor in authorizations (EIP-7702). */
export const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export type Signature = { readonly parity: bigint; readonly r: bigint; readonly s: bigint; readonly digest: Hex }

/**
 * Returns who has signed a digest, in lower case.
 * @throws a signature that belongs to nobody
 */
export function recoverSigner({ parity, r, s, digest }: Signature): Address {
  const point = new secp256k1.Signature(r, s).addRecoveryBit(Number(parity)).recoverPublicKey(digest.slice(2))
  return `0x${keccak256(point.toRawBytes(false).subarray(1)).slice(26)}`
}
