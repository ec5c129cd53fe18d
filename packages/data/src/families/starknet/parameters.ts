import type { Hex } from 'viem'
import { InvalidAddressError, InvalidBlockError, InvalidHashError } from '../../errors.ts'
import type { BlockReference } from '../familyReader.ts'
import { prime, toFelt } from './felt.ts'

const isFelt = (text: string): text is Hex => /^0x[\da-f]{1,64}$/i.test(text) && BigInt(text) < prime

/** Returns the address in the form that nodes require, without leading zeros. @throws {InvalidAddressError} */
export function parseAddress(text: string): Hex {
  if (isFelt(text)) return toFelt(text)
  throw new InvalidAddressError(text, 'expected 0x and up to 64 hexadecimal digits, below 2^251')
}

/** Returns the hash in the form that nodes require, without leading zeros. @throws {InvalidHashError} */
export function parseHash(text: string): Hex {
  if (isFelt(text)) return toFelt(text)
  throw new InvalidHashError(text, '0x and up to 64 hexadecimal digits')
}

/** A block reference in the form of Starknet's JSON-RPC. */
export type RpcBlockId = { readonly block_number: number } | { readonly block_hash: Hex } | string

const tags: Readonly<Record<string, RpcBlockId>> = {
  latest: 'latest',
  safe: 'latest',
  finalized: 'l1_accepted',
  earliest: { block_number: 0 },
  pre_confirmed: 'pre_confirmed',
}

/** Parses a number (in hexadecimal up to 13 digits), a hash or a tag. @throws {InvalidBlockError} */
export function parseBlock(block: BlockReference): RpcBlockId {
  const tag = tags[String(block)]
  if (tag !== undefined) return tag
  if (typeof block === 'bigint' || /^(?:\d{1,15}|0x[\da-f]{1,13})$/i.test(block)) return { block_number: Number(block) }
  if (isFelt(block)) return { block_hash: toFelt(block) }
  throw new InvalidBlockError(block, 'a number, a hash, latest, safe, finalized, earliest or pre_confirmed')
}
