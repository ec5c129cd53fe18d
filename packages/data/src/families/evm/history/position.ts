import type { Hex } from 'viem'
import { InvalidCursorError } from '../../../errors.ts'

/** Where a transaction is in the chain. */
export type Position = { readonly block: bigint; readonly index: number }

/** A transaction that has to do with an address. */
export type Sighting = Position & { readonly hash: Hex }

/** The newer one first. */
export const comparePositions = (a: Position, b: Position): number =>
  a.block === b.block ? b.index - a.index : a.block < b.block ? 1 : -1

/** Before which position the next page begins. Unlike an offset it stays right when blocks are added or replaced. */
export const toCursor = ({ block, index }: Position): string => `${block}.${index}`

/** @throws {InvalidCursorError} */
export function parseCursor(cursor: string): Position {
  const [, block, index] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? []
  if (block === undefined) throw new InvalidCursorError()
  return { block: BigInt(block), index: Number(index) }
}
