import { secp256k1 } from '@noble/curves/secp256k1'
import { type Address, type Hex, keccak256 } from 'viem'

/** Half the order of secp256k1. A larger s is invalid since Homestead (EIP-2), and in authorizations (EIP-7702). */
export const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

type Signature = { readonly parity: bigint; readonly r: bigint; readonly s: bigint; readonly digest: Hex }

/**
 * Returns the address of the signer of a digest, in lower case.
 * @throws the signature is invalid
 */
export function recoverSigner({ parity, r, s, digest }: Signature): Address {
  const point = new secp256k1.Signature(r, s).addRecoveryBit(Number(parity)).recoverPublicKey(digest.slice(2))
  return `0x${keccak256(point.toRawBytes(false).subarray(1)).slice(26)}`
}
