import { numberToHex } from 'viem'
import { AllProvidersFailedError, EndpointError } from '../errors.ts'
import type { Answer, RpcRequest } from '../poolTypes.ts'
import { maxResponseBytes } from '../wire/connection.ts'
import { isSizeError, toSuggestedBlocks } from '../wire/refusals.ts'
import { type Payload, type RpcCall, toCall } from '../wire/rpcCall.ts'
import { toLogsRange } from './blockReference.ts'

const parallel = 4
// Beyond this the range is too large for one answer; the caller has to scan it in parts.
const maxPieces = 1024n

type Range = { readonly from: bigint; readonly to: bigint }
export type Ask = (call: RpcCall) => Promise<Answer<Payload>>

/**
 * `eth_getLogs` over a range that no endpoint takes at once, asked in parts and put together in order. `maxBlocks` is
 * what is known to be taken; a part that is still refused is made smaller.
 *
 * @throws {EndpointError} of kind `answer` when it would take more than 1024 parts, or is longer than one answer may be
 */
export async function askLogs(call: RpcCall, maxBlocks: bigint | null, ask: Ask): Promise<Answer<Payload>> {
  const whole = toLogsRange(call)
  const blocks = whole === null ? 0n : whole.to - whole.from + 1n
  if (whole === null || blocks < 2n) return ask(call)
  const answers: (Range & { readonly answer: Answer<Payload> })[] = []
  let failed = false
  let length = 0
  const left = cut(whole, maxBlocks ?? blocks)

  function cut(range: Range, size: bigint): Range[] {
    if (blocks / size > maxPieces) giveUp()
    const ranges: Range[] = []
    for (let from = range.from; from <= range.to; from += size)
      ranges.push({ from, to: from + size - 1n < range.to ? from + size - 1n : range.to })
    return ranges
  }
  function giveUp(): never {
    failed = true
    throw new EndpointError('pool', 'answer', message, { answer: tooLarge })
  }
  async function work(): Promise<void> {
    for (let range = left.shift(); range !== undefined && !failed; range = left.shift()) {
      const size = range.to - range.from + 1n
      try {
        const answer = await ask(size === blocks ? call : toCall(withRange(call, range)))
        answers.push({ ...range, answer })
        if (size < blocks) length += answer.result.text().length
        if (length > maxResponseBytes) giveUp()
      } catch (error) {
        const refusal = toSizeRefusal(error)
        failed = refusal === undefined || size === 1n
        if (refusal === undefined || size === 1n) throw error
        left.unshift(...cut(range, toSuggestedBlocks(refusal.message, range) ?? size / 2n))
        // The whole range has been cut: its parts are asked in parallel.
        if (size === blocks) await Promise.all(Array.from({ length: parallel }, work))
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return join(answers.sort((a, b) => (a.from < b.from ? -1 : 1)).map(({ answer }) => answer))
}

const message = `The range would take more than ${maxPieces} requests or ${maxResponseBytes} bytes. Ask for fewer blocks at once.`
const tooLarge = { code: -32005, message, text: JSON.stringify({ code: -32005, message }) }

/** The refusal of a range as too large, where no endpoint gave it. One of those that failed may take its parts. */
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
