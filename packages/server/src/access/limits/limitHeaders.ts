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

/** Lines for a key whose pool of traces and end of month are these. */
export type PoolLines = Pick<PoolFigures, 'traceUsed' | 'resetMs'> & { write(cuUsed: number): string }

/** Names and values in turn, in lower case. */
export type HeaderList = readonly string[]

/** No limit, where a header must have a number. */
const endless = String(Number.MAX_SAFE_INTEGER)

const toLimit = (limit: number): string => (limit === Number.POSITIVE_INFINITY ? endless : String(limit))
const toRemaining = (limit: number, used: number, toText: (count: number) => string = String): string =>
  limit === Number.POSITIVE_INFINITY ? endless : toText(Math.max(0, limit - used))

/** The six headers of the interface. */
export const toPoolHeaders = (figures: PoolFigures): string[] => [
  ...toSteadyHeaders(figures),
  ...['x-ratelimit-cu-used', String(figures.cuUsed)],
  ...['x-ratelimit-cu-remaining', toRemaining(figures.cuLimit, figures.cuUsed)],
]

/** Those that calls without traces do not change. */
const toSteadyHeaders = ({ cuLimit, traceLimit, traceUsed, resetMs }: Omit<PoolFigures, 'cuUsed'>): string[] => [
  ...['x-ratelimit-cu-limit', toLimit(cuLimit), 'x-ratelimit-cu-reset', String(resetMs / 1000)],
  ...['x-ratelimit-trace-cu-limit', toLimit(traceLimit)],
  ...['x-ratelimit-trace-cu-remaining', toRemaining(traceLimit, traceUsed)],
]

/**
 * The same as lines of a head. What a call does not change is written once for a key and kept: an answer from the cache
 * costs little more than its head.
 */
export function createPoolLines(figures: Omit<PoolFigures, 'cuUsed'>): PoolLines {
  const { cuLimit, traceUsed, resetMs } = figures
  const steady = `${toLines(toSteadyHeaders(figures))}x-ratelimit-cu-used: `
  const toUsed = createCounterText()
  const toLeft = createCounterText()
  const write = (cuUsed: number) =>
    `${steady}${toUsed(cuUsed)}\r\nx-ratelimit-cu-remaining: ${toRemaining(cuLimit, cuUsed, toLeft)}\r\n`
  return { traceUsed, resetMs, write }
}

const lastDigits = Array.from({ length: 1000 }, (_, digits) => String(digits).padStart(3, '0'))

/** Writes a number that changes by little from one call to the next: only its last three digits are looked at anew. */
function createCounterText(): (count: number) => string {
  let thousands = 0
  let leading = ''
  return (count) => {
    const found = Math.floor(count / 1000)
    if (found !== thousands) {
      thousands = found
      leading = String(found)
    }
    const last = lastDigits[count - found * 1000]
    return found === 0 || last === undefined ? String(count) : leading + last
  }
}

/** Headers as lines of a head. */
export function toLines(headers: HeaderList): string {
  let lines = ''
  for (let index = 0; index < headers.length; index += 2) lines += `${headers[index]}: ${headers[index + 1]}\r\n`
  return lines
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
