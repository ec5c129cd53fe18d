const firstCapacity = 1024

/** Terms of all accounts, side by side: the amounts, and which weight each is multiplied with. */
export type EntryArena = {
  /** Replaced when it grows. */
  readonly amounts: Float64Array
  readonly slots: Uint16Array
  /** First index of as many places. */
  allocate(count: number): number
  free(start: number, count: number): void
}

/** Whether as many terms fit where others were. */
export const haveSameRoom = (count: number, other: number): boolean => toRoom(count) === toRoom(other)

/** Rooms are powers of two, so that one that is left fits whoever comes next. */
const toRoom = (count: number): number => (count <= 1 ? count : 2 ** (32 - Math.clz32(count - 1)))

export function createEntryArena(): EntryArena {
  const free = new Map<number, number[]>()
  let amounts = new Float64Array(firstCapacity)
  let slots = new Uint16Array(firstCapacity)
  let used = 0
  return {
    get amounts() {
      return amounts
    },
    get slots() {
      return slots
    },
    allocate(count) {
      const room = toRoom(count)
      const left = free.get(room)?.pop()
      if (left !== undefined) return left
      const start = used
      used += room
      if (used > amounts.length) {
        const capacity = Math.max(used, 2 * amounts.length)
        const [smallAmounts, smallSlots] = [amounts, slots]
        amounts = new Float64Array(capacity)
        slots = new Uint16Array(capacity)
        amounts.set(smallAmounts)
        slots.set(smallSlots)
      }
      return start
    },
    free(start, count) {
      const room = toRoom(count)
      const starts = free.get(room)
      if (starts === undefined) free.set(room, [start])
      else starts.push(start)
    },
  }
}
