import type { Regime } from './regime.ts'

/**
 * Needs after blocks of one regime, as ratios to their level (`Regime.room` or `Regime.full`). `order` is oldest
 * first. `room` and `full` are ascending. A need is in `full` if a full block determined it.
 */
export type NeedBook = {
  readonly order: readonly Need[]
  readonly room: readonly number[]
  readonly full: readonly number[]
}

/** The lowest tip that was enough for inclusion in a window, as a ratio to its level and in wei. */
export type Need = { readonly ratio: number; readonly wei: number; readonly full: boolean }

export const emptyNeedBook: NeedBook = { order: [], room: [], full: [] }

/** Adds a need to the book. Drops the oldest need if the book contains more than `size` needs. */
export function addNeed(book: NeedBook = emptyNeedBook, need: Need, size: number): NeedBook {
  const { ratio, full } = need
  const oldest = book.order.length >= size ? book.order[0] : undefined
  const change = (list: readonly number[], isFull: boolean): readonly number[] => {
    const added = full === isFull
    const removed = oldest?.full === isFull
    if (!added && !removed) return list
    const next = list.slice()
    if (removed) next.splice(findFirst(next, oldest.ratio), 1)
    if (added) next.splice(findFirst(next, ratio), 0, ratio)
    return next
  }
  return {
    order: [...(oldest === undefined ? book.order : book.order.slice(1)), need],
    room: change(book.room, false),
    full: change(book.full, true),
  }
}

/** Returns the needs of a book at the levels of a regime, in wei and ascending. */
export function toNeeds(book: NeedBook, { room, full }: Pick<Regime, 'room' | 'full'>): readonly number[] {
  const roomLevel = Math.exp(room)
  const fullLevel = Math.exp(full)
  const needs: number[] = []
  let i = 0
  let j = 0
  while (i < book.room.length || j < book.full.length) {
    const inRoom = i < book.room.length ? (book.room[i] as number) * roomLevel : Infinity
    const inFull = j < book.full.length ? (book.full[j] as number) * fullLevel : Infinity
    needs.push(Math.min(inRoom, inFull))
    if (inRoom <= inFull) i++
    else j++
  }
  return needs
}

/** Returns the largest need of a book, in wei. */
export const toLargest = ({ order }: NeedBook): number => order.reduce((largest, { wei }) => Math.max(largest, wei), 0)

/** Returns the index of the first value of an ascending list that is not below `value`. */
function findFirst(ascending: readonly number[], value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
