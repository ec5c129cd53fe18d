import type { Args, Span } from './args.ts'
import { Call } from './call.ts'
import type { Decode } from './protocol.ts'

export type Step = {
  readonly name: string
  readonly decode: Decode
  /** Whether a flag can allow the step to fail. Other steps always revert the whole plan if they fail. */
  readonly mayFail: boolean
}

/** The step of each code, and the bits of a byte that form the code. The other bits are flags such as allow-revert. */
export type Steps = { readonly mask: number; readonly byCode: ReadonlyMap<number, Step> }

/** The bit that lets a step of a plan fail. */
const allowsFailure = 0x80

/** Limit of nested plans. The decoder's own depth limit does not count them. */
const maxDepth = 16

/** Creates a table of steps. `fallible` lists the codes of the steps that may fail if their flag allows it. */
export function defineSteps(
  mask: number,
  table: { readonly [code: number]: readonly [string, Decode] },
  fallible: readonly number[] = [],
): Steps {
  const steps = Object.entries(table).map(([text, [name, decode]]): [number, Step] => {
    const code = Number(text)
    return [code, { name, decode, mayFail: fallible.includes(code) }]
  })
  return { mask, byCode: new Map(steps) }
}

/** Returns the table with some codes added or replaced. */
export function extendSteps({ mask, byCode }: Steps, more: Steps): Steps {
  return { mask: more.mask | mask, byCode: new Map([...byCode, ...more.byCode]) }
}

/**
 * Decodes a plan. Each byte of `codes` is a step, and its arguments are at the same index of `inputs`. Each step is
 * decoded as a separate call to the same contract, so a malformed step does not affect the others.
 */
export function decodePlan(call: Call, codes: Span, inputs: Args, steps: Steps): void {
  const { state } = call
  if (call.frame.depth >= maxDepth) {
    call.undecoded('tooDeep', codes)
    return
  }
  const count = (codes.end - codes.start) / 2
  if (count !== inputs.length) call.reject()
  for (let item = 0; item < count && state.fault < 0; item++) {
    const byte = Number(call.packedUint(codes, item, 1))
    const code = byte & steps.mask
    const span = inputs.bytes(item)
    if (state.fault >= 0) return
    const step = steps.byCode.get(code)
    const what = step?.name ?? `0x${code.toString(16).padStart(2, '0')}`
    if (step === undefined) {
      call.undecoded('unknownCommand', span, what)
      continue
    }
    const actionsBefore = state.actions.length
    const isPart = step.mayFail && (byte & allowsFailure & ~steps.mask) !== 0
    const { frame } = isPart ? call.asPart() : call
    step.decode(new Call(state, { ...frame, ...span, base: span.start, depth: frame.depth + 1, function: step.name }))
    if (state.fault < 0) continue
    state.actions.length = actionsBefore
    state.fault = -1
    call.undecoded('malformed', span, what)
  }
}
