import type { Args, Span } from './args.ts'
import { Call } from './call.ts'
import type { Decode } from './protocol.ts'

export type Step = { readonly name: string; readonly decode: Decode }

/** What each code of a plan means, and which bits of a byte are the code (the others are flags, as allow-revert). */
export type Steps = { readonly mask: number; readonly byCode: ReadonlyMap<number, Step> }

/** Plans within plans do not go through the decoder's own bound. */
const maxDepth = 16

export function defineSteps(mask: number, table: { readonly [code: number]: readonly [string, Decode] }): Steps {
  return {
    mask,
    byCode: new Map(Object.entries(table).map(([code, [name, decode]]) => [Number(code), { name, decode }])),
  }
}

/** The older table with some codes added or given another meaning. */
export function extendSteps({ mask, byCode }: Steps, more: Steps): Steps {
  return { mask: more.mask | mask, byCode: new Map([...byCode, ...more.byCode]) }
}

/**
 * Reads a plan: one byte of `codes` a step, its arguments at the same place in `inputs`. Each step is a call of its own
 * to the same contract, so that one that cannot be read leaves the others standing.
 */
export function decodePlan(call: Call, codes: Span, inputs: Args, steps: Steps): void {
  const { frame, site } = call
  if (site.depth >= maxDepth) {
    call.undecoded('tooDeep', codes)
    return
  }
  const count = (codes.end - codes.start) / 2
  if (count !== inputs.length) call.reject()
  for (let item = 0; item < count && frame.fault < 0; item++) {
    const code = Number(call.packedUint(codes, item, 1)) & steps.mask
    const span = inputs.bytes(item)
    if (frame.fault >= 0) return
    const step = steps.byCode.get(code)
    const what = step?.name ?? `0x${code.toString(16).padStart(2, '0')}`
    if (step === undefined) {
      call.undecoded('unknownCommand', span, what)
      continue
    }
    const said = frame.actions.length
    step.decode(new Call(frame, { ...site, ...span, base: span.start, depth: site.depth + 1, function: step.name }))
    if (frame.fault < 0) continue
    frame.actions.length = said
    frame.fault = -1
    call.undecoded('malformed', span, what)
  }
}
