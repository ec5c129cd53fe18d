/** The fill level of a bucket. */
export type BucketLevel = {
  readonly name: string
  /** The size of the bucket. `Infinity` for no limit. */
  readonly quota: number
  readonly windowSeconds: number
  /** The unit, unless the bucket counts requests. */
  readonly unit?: 'compute-units'
  readonly level: number
}

/** The pools of a key and its usage this month. `Infinity` for no limit. */
export type PoolFigures = {
  readonly cuLimit: number
  readonly cuUsed: number
  readonly traceLimit: number
  readonly traceUsed: number
  readonly resetMs: number
}

/** Alternating names and values. Names are in lower case. */
export type HeaderList = readonly string[]

/** Used for no limit, because the header requires a number. */
const endless = String(Number.MAX_SAFE_INTEGER)

const toLimit = (limit: number): string => (limit === Number.POSITIVE_INFINITY ? endless : String(limit))
const toRemaining = (limit: number, used: number): string =>
  limit === Number.POSITIVE_INFINITY ? endless : String(Math.max(0, limit - used))

/** Returns the six headers of the pools. */
export const toPoolHeaders = ({ cuLimit, cuUsed, traceLimit, traceUsed, resetMs }: PoolFigures): HeaderList => [
  'x-ratelimit-cu-limit',
  toLimit(cuLimit),
  'x-ratelimit-cu-reset',
  String(resetMs / 1000),
  'x-ratelimit-trace-cu-limit',
  toLimit(traceLimit),
  'x-ratelimit-trace-cu-remaining',
  toRemaining(traceLimit, traceUsed),
  'x-ratelimit-cu-used',
  String(cuUsed),
  'x-ratelimit-cu-remaining',
  toRemaining(cuLimit, cuUsed),
]

/** Formats headers as lines of an HTTP head. */
export function toLines(headers: HeaderList): string {
  let lines = ''
  for (let index = 0; index < headers.length; index += 2) lines += `${headers[index]}: ${headers[index + 1]}\r\n`
  return lines
}

/** Formats `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers for the buckets with a limit. */
export function toPolicyText(buckets: readonly Omit<BucketLevel, 'level'>[]): string {
  return buckets
    .filter(({ quota }) => quota !== Number.POSITIVE_INFINITY)
    .map(
      ({ name, quota, windowSeconds, unit }) =>
        `"${name}";q=${Math.floor(quota)};w=${windowSeconds}${unit ? `;qu="${unit}"` : ''}`,
    )
    .join(',')
}

/** Formats `RateLimit` of the same draft: the tokens left and the seconds until the bucket is full. */
export function toLevelText(buckets: readonly BucketLevel[]): string {
  let text = ''
  for (const { name, quota, windowSeconds, level } of buckets) {
    if (quota === Number.POSITIVE_INFINITY) continue
    const seconds = Math.ceil(((quota - level) / Math.max(1, quota)) * windowSeconds)
    text += `${text && ','}"${name}";r=${Math.max(0, Math.floor(level))};t=${seconds}`
  }
  return text
}
