const buckets = 4_096

/** A map that never changes; `edit` makes the next version, which shares with it all that is the same. */
export type VersionedMap<value> = {
  readonly size: number
  get(key: string): value | undefined
  keys(): IterableIterator<string>
  values(): IterableIterator<value>
  edit(): MapEdit<value>
  /** Entries that another version does not have like that; undefined for those that only the other one has. */
  changesSince(before: VersionedMap<value>): Iterable<readonly [key: string, value: value | undefined]>
  /** Shared with other versions where they are the same. */
  readonly buckets: readonly (Bucket<value> | undefined)[]
}

/** Changes on the way to the next version. They are visible to others after `done` only. */
export type MapEdit<value> = {
  get(key: string): value | undefined
  set(key: string, value: value): void
  delete(key: string): void
  /** The next version, or the one before where nothing was changed. The edit is over. */
  done(): VersionedMap<value>
}

type Bucket<value> = ReadonlyMap<string, value>

/**
 * An empty map whose versions are cheap: an edit copies the list of buckets once and each bucket it touches, some dozen
 * entries of a hundred thousand.
 *
 * @example
 * const one = createVersionedMap<number>()
 * const edit = one.edit()
 * edit.set('a', 1)
 * const two = edit.done() // two.get('a') is 1, one.get('a') undefined
 */
export function createVersionedMap<value>(): VersionedMap<value> {
  return toVersion(new Array<Bucket<value> | undefined>(buckets).fill(undefined), 0)
}

function toVersion<value>(table: readonly (Bucket<value> | undefined)[], size: number): VersionedMap<value> {
  const version: VersionedMap<value> = {
    size,
    get: (key) => table[toBucket(key)]?.get(key),
    *keys() {
      for (const bucket of table) if (bucket) yield* bucket.keys()
    },
    *values() {
      for (const bucket of table) if (bucket) yield* bucket.values()
    },
    edit: () => createEdit(version, table),
    changesSince: ({ buckets }) => compare(buckets, table),
    buckets: table,
  }
  return version
}

/** Takes as long as what has changed, and one look at each bucket. */
function* compare<value>(
  before: readonly (Bucket<value> | undefined)[],
  after: readonly (Bucket<value> | undefined)[],
): Iterable<readonly [string, value | undefined]> {
  for (const [index, bucket] of after.entries()) {
    const former = before[index]
    if (bucket === former) continue
    for (const [key, value] of bucket ?? []) if (former?.get(key) !== value) yield [key, value]
    for (const key of former?.keys() ?? []) if (!bucket?.has(key)) yield [key, undefined]
  }
}

function createEdit<value>(before: VersionedMap<value>, table: readonly (Bucket<value> | undefined)[]): MapEdit<value> {
  let next: (Bucket<value> | undefined)[] | undefined
  const own = new Map<number, Map<string, value>>()
  let { size } = before

  function openBucket(index: number): Map<string, value> {
    const opened = own.get(index)
    if (opened) return opened
    const bucket = new Map(table[index])
    own.set(index, bucket)
    next ??= [...table]
    next[index] = bucket
    return bucket
  }

  return {
    get(key) {
      const index = toBucket(key)
      return (own.get(index) ?? table[index])?.get(key)
    },
    set(key, value) {
      const bucket = openBucket(toBucket(key))
      if (!bucket.has(key)) size += 1
      bucket.set(key, value)
    },
    delete(key) {
      const index = toBucket(key)
      if (!(own.get(index) ?? table[index])?.has(key)) return
      openBucket(index).delete(key)
      size -= 1
    },
    done: () => (next ? toVersion(next, size) : before),
  }
}

/** FNV-1a. An attacker who makes many keys of one bucket only makes its copies longer. */
function toBucket(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 16)) & (buckets - 1)
}
