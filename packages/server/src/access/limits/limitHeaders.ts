/** How full a bucket is. */
export type BucketLevel = {
  readonly name: string
  /** What it holds; `Infinity` for no limit. */
  readonly quota: number
  readonly windowSeconds: number
  /** What is counted where that is not requests. */
  readonly unit?: 'compute-units'
  readonly level: number
}

/** What a key has of a month. `Infinity` for no limit. */
export type PoolFigures = {
  readonly cuLimit: number
  readonly cuUsed: number
  readonly traceLimit: number
  readonly traceUsed: number
  readonly resetMs: number
}

/** Names and values in turn, in lower case. */
export type HeaderList = readonly string[]

/** No limit, where a header must have a number. */
const endless = String(Number.MAX_SAFE_INTEGER)

const toText = (limit: number): string => (limit === Number.POSITIVE_INFINITY ? endless : String(limit))
const toRemaining = (limit: number, used: number): string =>
  limit === Number.POSITIVE_INFINITY ? endless : String(Math.max(0, limit - used))

/** The six headers of the interface. */
export function toPoolHeaders({ cuLimit, cuUsed, traceLimit, traceUsed, resetMs }: PoolFigures): string[] {
  return [
    'x-ratelimit-cu-limit',
    toText(cuLimit),
    'x-ratelimit-cu-remaining',
    toRemaining(cuLimit, cuUsed),
    'x-ratelimit-cu-used',
    String(cuUsed),
    'x-ratelimit-cu-reset',
    String(resetMs / 1000),
    'x-ratelimit-trace-cu-limit',
    toText(traceLimit),
    'x-ratelimit-trace-cu-remaining',
    toRemaining(traceLimit, traceUsed),
  ]
}

/** `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers, of the buckets that have a limit. */
export function toPolicyText(buckets: readonly Omit<BucketLevel, 'level'>[]): string {
  return buckets
    .filter(({ quota }) => quota !== Number.POSITIVE_INFINITY)
    .map(
      ({ name, quota, windowSeconds, unit }) =>
        `"${name}";q=${Math.floor(quota)};w=${windowSeconds}${unit ? `;qu="${unit}"` : ''}`,
    )
    .join(',')
}

/** `RateLimit` of the same draft: what is left, and seconds until the bucket is full. */
export function toLevelText(buckets: readonly BucketLevel[]): string {
  let text = ''
  for (const { name, quota, windowSeconds, level } of buckets) {
    if (quota === Number.POSITIVE_INFINITY) continue
    const seconds = Math.ceil(((quota - level) / Math.max(1, quota)) * windowSeconds)
    text += `${text && ','}"${name}";r=${Math.max(0, Math.floor(level))};t=${seconds}`
  }
  return text
}
