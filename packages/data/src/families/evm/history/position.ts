import type { Hex } from 'viem'
import { InvalidCursorError } from '../../../errors.ts'

/** The position of a transaction in the chain. */
export type Position = { readonly block: bigint; readonly index: number }

/** A transaction that involves an address. */
export type Sighting = Position & { readonly hash: Hex }

/** Compares two positions. The newer one comes first. */
export const comparePositions = (a: Position, b: Position): number =>
  a.block === b.block ? b.index - a.index : a.block < b.block ? 1 : -1

/**
 * Returns the position before which the next page begins. Unlike an offset, a position stays valid when blocks are
 * added or replaced.
 */
export const toCursor = ({ block, index }: Position): string => `${block}.${index}`

/** @throws {InvalidCursorError} */
export function parseCursor(cursor: string): Position {
  const [, block, index] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? []
  if (block === undefined) throw new InvalidCursorError()
  return { block: BigInt(block), index: Number(index) }
}
