const buckets = 4_096

/** An immutable map. `edit` creates the next version, which shares all unchanged parts with it. */
export type VersionedMap<value> = {
  readonly size: number
  get(key: string): value | undefined
  keys(): IterableIterator<string>
  values(): IterableIterator<value>
  edit(): MapEdit<value>
  /** Yields entries that differ from another version. Undefined for entries that only the other version has. */
  changesSince(before: VersionedMap<value>): Iterable<readonly [key: string, value: value | undefined]>
  /** Buckets are shared with other versions if unchanged. */
  readonly buckets: readonly (Bucket<value> | undefined)[]
}

/** Changes for the next version. They are invisible to others until `done`. */
export type MapEdit<value> = {
  get(key: string): value | undefined
  set(key: string, value: value): void
  delete(key: string): void
  /** Returns the next version, or the same version if nothing changed. Ends the edit. */
  done(): VersionedMap<value>
}

type Bucket<value> = ReadonlyMap<string, value>

/**
 * Creates an empty map with cheap versions: an edit copies the list of buckets once and each changed bucket, which has
 * a few dozen entries in a map of a hundred thousand.
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

/** Takes time in proportion to the changes, plus one comparison per bucket. */
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

/** FNV-1a. An attacker who creates many keys of one bucket only makes its copies slower. */
function toBucket(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 16)) & (buckets - 1)
}
