import { keccak_256 } from '@noble/hashes/sha3'
import { type DexFactories, dexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, bytesToHex, concatBytes, type Hex, hexToBytes } from 'viem'

/** Tokens in the order of the pool. `token0` is the lower address. */
export type PoolTokens = { readonly token0: Address; readonly token1: Address }

/** A factory that derives pool addresses from their tokens (CREATE2). */
type PoolFactory = Pick<DexFactories, 'form' | 'fees'> & {
  readonly factory: Address
  readonly initCodeHash: Hex
}

export function toPoolFactories(chain: ChainName): readonly PoolFactory[] {
  return dexFactories.flatMap(({ form, fees, factories, initCodeHash }) => {
    const factory = factories[chain]
    return factory === undefined || initCodeHash === undefined ? [] : [{ form, fees, factory, initCodeHash }]
  })
}

/** Computes `keccak256(0xff ++ factory ++ salt ++ initCodeHash)[12:]` (EIP-1014), one address per fee tier of V3. */
export function computePoolAddresses(factory: PoolFactory, { token0, token1 }: PoolTokens): readonly Address[] {
  const [first, second] = [hexToBytes(token0), hexToBytes(token1)]
  const preimage = concatBytes([
    new Uint8Array([0xff]),
    hexToBytes(factory.factory),
    new Uint8Array(32),
    hexToBytes(factory.initCodeHash),
  ])
  const toPool = (salt: Uint8Array): Address => {
    preimage.set(salt, 21)
    // The text is already lower case, but consists of many concatenated pieces. This flattens it to save memory.
    return bytesToHex(keccak_256(preimage).subarray(12)).toLowerCase() as Address
  }
  if (factory.form === 'pair') return [toPool(keccak_256(concatBytes([first, second])))]
  const words = new Uint8Array(96)
  words.set(first, 12)
  words.set(second, 44)
  return factory.fees.map((fee) => {
    words.set([fee >> 16, fee >> 8, fee & 0xff], 93)
    return toPool(keccak_256(words))
  })
}
