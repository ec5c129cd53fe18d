import { numberToHex } from 'viem'
import { AllProvidersFailedError, EndpointError } from '../errors.ts'
import type { Answer, RpcRequest } from '../poolTypes.ts'
import { maxResponseBytes } from '../wire/connection.ts'
import { isSizeError, toSuggestedBlocks } from '../wire/refusals.ts'
import { type Payload, type RpcCall, toCall } from '../wire/rpcCall.ts'
import { toLogsRange } from './blockReference.ts'

const parallel = 4
// A longer range is too large for one answer. The caller must scan it in parts.
const maxPieces = 1024n

type Range = { readonly from: bigint; readonly to: bigint }
export type ReadCall = (call: RpcCall) => Promise<Answer<Payload>>

/**
 * Reads `eth_getLogs` over a range that may be too long for the endpoints. It reads the range in parts and joins them
 * in order. `maxBlocks` is the known limit. A part that is still too large is split again.
 *
 * @throws {EndpointError} of kind `answer` if it takes more than 1024 parts, or is longer than one answer may be
 */
export async function readLogs(call: RpcCall, maxBlocks: bigint | null, read: ReadCall): Promise<Answer<Payload>> {
  const whole = toLogsRange(call)
  if (whole === null || whole.to <= whole.from) return read(call)
  const answers = await new LogSplit(call, whole, read).run(maxBlocks)
  return join([...answers].sort((a, b) => (a.from < b.from ? -1 : 1)).map(({ answer }) => answer))
}

type Part = Range & { readonly answer: Answer<Payload> }

const toSize = ({ from, to }: Range): bigint => to - from + 1n

/** One `eth_getLogs` request while its parts are read. */
class LogSplit {
  readonly #call: RpcCall
  readonly #whole: Range
  readonly #read: ReadCall
  readonly #parts: Part[] = []
  #waiting: Range[] = []
  #hasFailed = false
  #length = 0

  constructor(call: RpcCall, whole: Range, read: ReadCall) {
    this.#call = call
    this.#whole = whole
    this.#read = read
  }

  async run(maxBlocks: bigint | null): Promise<readonly Part[]> {
    this.#waiting = this.#split(this.#whole, maxBlocks ?? toSize(this.#whole))
    await this.#readParts()
    return this.#parts
  }

  async #readParts(): Promise<void> {
    await Promise.all(Array.from({ length: parallel }, () => this.#readNext()))
  }

  async #readNext(): Promise<void> {
    for (let range = this.#waiting.shift(); range !== undefined && !this.#hasFailed; range = this.#waiting.shift()) {
      const isWhole = range === this.#whole
      const answer = await this.#readRange(range, isWhole)
      if (answer === undefined) continue
      this.#parts.push({ ...range, answer })
      if (!isWhole) this.#length += answer.result.text().length
      if (this.#length > maxResponseBytes) this.#giveUp()
    }
  }

  /** Returns undefined if the range was too large. It is then read in smaller parts. */
  async #readRange(range: Range, isWhole: boolean): Promise<Answer<Payload> | undefined> {
    try {
      return await this.#read(isWhole ? this.#call : toCall(withRange(this.#call, range)))
    } catch (error) {
      this.#waiting.unshift(...this.#splitRefused(range, error))
      // The whole range was split, so its parts are now read in parallel.
      if (isWhole) await this.#readParts()
      return undefined
    }
  }

  /** @throws the error if it is not a refusal because of the size, or the range cannot be split */
  #splitRefused(range: Range, error: unknown): readonly Range[] {
    const size = toSize(range)
    const refusal = toSizeRefusal(error)
    if (refusal === undefined || size === 1n) {
      this.#hasFailed = true
      throw error
    }
    return this.#split(range, toSuggestedBlocks(refusal.message, range) ?? size / 2n)
  }

  #split(range: Range, size: bigint): Range[] {
    if (toSize(this.#whole) / size > maxPieces) this.#giveUp()
    if (size >= toSize(range)) return [range]
    const ranges: Range[] = []
    for (let from = range.from; from <= range.to; from += size)
      ranges.push({ from, to: from + size - 1n < range.to ? from + size - 1n : range.to })
    return ranges
  }

  #giveUp(): never {
    this.#hasFailed = true
    throw new EndpointError('pool', 'answer', message, { answer: tooLarge })
  }
}

const message = `The range would take more than ${maxPieces} requests or ${maxResponseBytes} bytes. Request fewer blocks at once.`
const tooLarge = { code: -32005, message, text: JSON.stringify({ code: -32005, message }) }

/**
 * Returns the refusal of a range as too large, if no endpoint has answered. Endpoints that failed otherwise may still
 * accept the parts.
 */
function toSizeRefusal(error: unknown): EndpointError | undefined {
  const failures = error instanceof AllProvidersFailedError ? error.failures : [error]
  return failures.find(
    (failure): failure is EndpointError =>
      failure instanceof EndpointError && ['answer', 'doubtful'].includes(failure.kind) && isSizeError(failure.message),
  )
}

function withRange({ method, params }: RpcRequest, { from, to }: Range): RpcRequest {
  const [filter] = params as readonly [object]
  return { method, params: [{ ...filter, fromBlock: numberToHex(from), toBlock: numberToHex(to) }] }
}

function join(answers: readonly Answer<Payload>[]): Answer<Payload> {
  const last = answers.at(-1) as Answer<Payload>
  if (answers.length === 1) return last
  const values = answers.flatMap(({ result }) => result.value as readonly unknown[])
  const text = () =>
    `[${answers
      .map(({ result }) => result.text().trim().slice(1, -1).trim())
      .filter((part) => part !== '')
      .join(',')}]`
  return {
    ...last,
    // One unconfirmed part makes the whole unconfirmed.
    ...(answers.some(({ unconfirmed }) => unconfirmed) && { unconfirmed: true as const }),
    result: { value: values, text },
    attempts: answers.reduce((sum, { attempts }) => sum + attempts, 0),
    hedged: answers.some(({ hedged }) => hedged),
    role: answers.some(({ role }) => role === 'backup') ? 'backup' : 'primary',
    latencyMs: answers.reduce((sum, { latencyMs }) => Math.max(sum, latencyMs), 0),
  }
}
