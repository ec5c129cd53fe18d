// What nodes and providers say when they refuse a request that they understand. No standard covers this, so the words decide.
// fixtures/refusals.ts lists the wordings of about sixty providers and nodes with their sources.

// Method names contain words such as "Logs" and "block".
const methodName = /\b(?:eth|debug|trace|arbtrace|erigon|overlay|ots|net|web3|txpool|parity|zks|bor|alchemy|qn)_\w+/gi
const noSizeWords =
  /out ?of ?range|\b(?:last|latest|recent|past) [\d,]+ blocks|(?:addresses|topics|filters)\b.*(?:limit|per|exceed)|exceed.*(?:addresses|topics|filters)/gi
const limit =
  '(?:exceed|too (?:large|wide|big|high|long|many|broad)|(?:larg|bigg|great|wid|long|high|small|low|few)er than|(?:more|less) than|' +
  'smaller|\\bover\\b|limit|\\bmax(?:imum)?\\b|up to|at most|\\bcap\\b|threshold|narrow|reduc|not supported|allowed|should work)'
const rangeSubject =
  /\branges?\b|\b(?:block|epoch|height)s?\b[^.;]{0,24}\b(?:span|distance|gap|interval|window|count|difference)\b|\bmany (?:\w+ )?blocks\b|\bnumber of (?:\w+ )?blocks\b|\d ?[km]? (?:\w+ )?blocks?\b|\b(?:from|to) block\b/i
const limitWords = new RegExp(limit, 'i')
const content = '\\b(?:logs?|results?|responses?|events?|records?|entries|rows|query set)\\b'
const contentLimit = new RegExp(`${content}[^.;]{0,60}${limit}|${limit}[^.;]{0,60}${content}`, 'i')
const slowQuery = /\bquery (?:time ?out|timed out|duration|execution time|exceeds (?:the )?limit)/i
// A limit stated as a field, as in `{"limit":10000,"requested":20000}`.
const limitField = /"(?:\w+ )*(?:limit|max(?:imum)?|allowed)(?: \w+)*"\s*:\s*"?\d/i
const rangeField = /"(?:\w+ )*(?:range|blocks?|from|requested|got|actual)(?: \w+)*"\s*:|\bblocks?\b/i
const unrelated = /\bgas\b|\bfee\b|\bnonce\b/i

// Rates, quotas and money.
const rateWords =
  /rate.?limit|too many requests|quota|throttl|compute.?units?|\bcups?\b|\bcredits?\b|\bqps\b|\brps\b|daily|monthly|requests? (?:limit|count|rate)|requests limited to|per (?:second|minute|day|month)\b/i
const usageWords =
  /(?:usage|capacity)\b[^.]{0,40}(?:limit|exceed|reached|count)|(?:limit|exceeded|reached)\b[^.]{0,40}\b(?:capacity|usage|free tier|plan)\b|\bover (?:its|your|the) (?:plan|limit|allowance)/i

// A method or feature that the caller's plan lacks, or that is switched off.
const planWords =
  /\b(?:tier|plans?)\b|upgrade|pay as you go|paid|personal token|premium|dedicated (?:full )?node|\badd-?ons?\b|white-?list|allow-?list|subscription (?:is )?required/i
const methodWords =
  /method\b.{0,60}\b(?:not (?:be )?(?:supported|available|allowed|enabled|found|permitted)|unsupported|disabled|does not exist)|unsupported method|(?:module|namespace)\b.{0,30}\b(?:disabled|not (?:enabled|available|supported))|no backends? available for method|not allowed to access method/i
const archiveWords = /archiv|histor|specify an address/i
const timeWords = /time(?:d )? ?out/i

function toPlain(words: string): string {
  return words
    .replace(methodName, ' ')
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(noSizeWords, ' ')
}

/**
 * Returns whether the message refuses the size of the request. Another endpoint may allow more, and no endpoint is at
 * fault.
 */
export function isSizeError(words: string): boolean {
  const plain = toPlain(words)
  if (rateWords.test(plain)) return false
  return isOfContent(plain) || isOfRange(plain)
}

/**
 * Returns whether the message refuses the length of the block range, so that every other range of this length is
 * refused too.
 */
export function isRangeError(words: string): boolean {
  return isSizeError(words) && !isOfContent(toPlain(words))
}

function isOfContent(plain: string): boolean {
  return contentLimit.test(plain) || slowQuery.test(plain)
}

function isOfRange(plain: string): boolean {
  if (rangeSubject.test(plain) && limitWords.test(plain)) return true
  return limitField.test(plain) && rangeField.test(plain) && !unrelated.test(plain)
}

/** Returns whether the message says that the caller has used up its requests, credits or rate. */
export function isQuotaError(words: string): boolean {
  return rateWords.test(words) || usageWords.test(words)
}

/** Returns whether the message refuses something that the caller's plan or the endpoint's configuration excludes. */
export function isPlanRefusal(words: string): boolean {
  return (planWords.test(words) || methodWords.test(words)) && !timeWords.test(words)
}

/** Returns whether the message refuses old state or one form of a request, although the endpoint has the method. */
export function isPartialRefusal(words: string): boolean {
  return archiveWords.test(words)
}

/** Returns whether the message alone shows a refusal, under any code or HTTP status. */
export function isRefusal(words: string): boolean {
  return isSizeError(words) || isQuotaError(words) || isPlanRefusal(words)
}

type Range = { readonly from: bigint; readonly to: bigint }

const quantity = '(0x[0-9a-f]+|\\d+)'
const suggestedPairs = [
  new RegExp(`\\[${quantity}, ?${quantity}\\]`, 'i'),
  new RegExp(`range ${quantity} ?(?:-|to) ?${quantity}`, 'i'),
  new RegExp(`"from(?:Block)?": ?"?${quantity}"?.*"to(?:Block)?": ?"?${quantity}`, 'i'),
]
const noLimitNumbers = /^error -?\d+: |0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|https?:\S+/gi
const number = /\d[\d,_]*(?:\.\d+)?\s?[km]?\b/gi
const limitNumber = new RegExp(`${limit}[^\\d]{0,30}(\\d[\\d,_]*(?:\\.\\d+)?\\s?[km]?)\\b`, 'gi')

/**
 * Returns the number of blocks that a refusal would accept: the range it suggests, or the limit it states. Null if
 * that number is not smaller than the refused range.
 */
export function toSuggestedBlocks(words: string, { from, to }: Range): bigint | null {
  const asked = to - from + 1n
  for (const pair of suggestedPairs) {
    const [, start, end] = pair.exec(words) ?? []
    if (start === undefined || end === undefined || BigInt(start) !== from) continue
    const blocks = BigInt(end) - from + 1n
    if (blocks > 0n && blocks < asked) return blocks
  }
  if (!isRangeError(words)) return null
  const text = words.replace(noLimitNumbers, ' ')
  const isLimit = (blocks: bigint) => blocks > 0n && blocks < asked && blocks !== from && blocks !== to
  const stated = [...text.matchAll(limitNumber)].map(([, digits]) => toCount(digits as string)).filter(isLimit)
  const any = [...text.matchAll(number)].map(([digits]) => toCount(digits)).filter(isLimit)
  return toLargest(stated) ?? toLargest(any)
}

/** Reads a number such as `10,000` or `2K`. */
function toCount(text: string): bigint {
  const unit = { k: 1e3, m: 1e6 }[text.at(-1)?.toLowerCase() ?? ''] ?? 1
  return BigInt(Math.floor(Number.parseFloat(text.replaceAll(/[,_]/g, '')) * unit))
}

function toLargest(counts: readonly bigint[]): bigint | null {
  return counts.reduce<bigint | null>((most, count) => (most === null || count > most ? count : most), null)
}
