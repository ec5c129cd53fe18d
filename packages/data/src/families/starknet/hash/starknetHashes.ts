import { OutriggerError } from '@outrigger/core'
import { stringToHex } from 'viem'
import { createPedersen } from './pedersen.ts'

/** The library that computes Starknet's hashes is not installed. */
export class HashLibraryMissingError extends OutriggerError {
  readonly code = 'HASH_LIBRARY_MISSING'
  constructor(options: ErrorOptions) {
    super('Starknet hashes need the optional package @scure/starknet. Install it: npm install @scure/starknet', options)
  }
}

/** Starknet's two hash functions, over pairs and lists of field elements. */
export type StarknetHashes = {
  readonly pedersen: (one: bigint, other: bigint) => bigint
  /** Hashes a list. It starts with 0, adds each value from left to right, and adds the length last. */
  readonly pedersenMany: (values: readonly bigint[]) => bigint
  readonly poseidon: (one: bigint, other: bigint) => bigint
  readonly poseidonMany: (values: readonly bigint[]) => bigint
}

let pedersenOf: StarknetHashes['pedersen'] | undefined

/** Loads `@scure/starknet` on first use. @throws {HashLibraryMissingError} */
export async function loadStarknetHashes(): Promise<StarknetHashes> {
  const library = await import('@scure/starknet').catch((cause: unknown) => {
    throw new HashLibraryMissingError({ cause })
  })
  const pedersen = (one: bigint, other: bigint) => {
    pedersenOf ??= createPedersen(library)
    return pedersenOf(one, other)
  }
  return {
    pedersen,
    pedersenMany: (values) => pedersen(values.reduce(pedersen, 0n), BigInt(values.length)),
    poseidon: (one, other) => library.poseidonHash(one, other),
    poseidonMany: (values) => library.poseidonHashMany([...values]),
  }
}

/** Converts a short text to a field element. */
export const toShortString = (text: string): bigint => BigInt(stringToHex(text))
