import type { Address, Hex } from 'viem'
import { Args, type Span } from '../calldata/args.ts'
import type { OracleUpdate } from './priceSource.ts'

const maxDepth = 4
const maxItems = 1_000

type Found = { readonly target: Address; readonly args: Args; readonly depth: number }
type Decode = (found: Found) => readonly OracleUpdate[]

/** By selector. Sources: contract/ and contract2/ of https://github.com/smartcontractkit/libocr, AuthorizedForwarder and DualAggregator of https://github.com/smartcontractkit/chainlink. */
const decoders: Readonly<Record<string, Decode>> = {
  // transmit(bytes report, bytes32[] rs, bytes32[] ss, bytes32 rawVs) of OCR 1; the report: context, observers, observations
  '0xc9807539': ({ target, args }) => {
    const observations = args.inside(args.bytes(0)).list(2)
    const isSorted = Array.from({ length: observations.length }, (_, i) => observations.int(i)).every(
      (answer, i, all) => i === 0 || (all[i - 1] as bigint) <= answer,
    )
    return isSorted ? toUpdates(target, observations) : []
  },
  // transmit(bytes32[3] context, bytes report, …) of OCR 2; the report: time, observers, observations, juels per coin
  '0xb1dc65a4': ({ target, args }) => toUpdates(target, args.inside(args.bytes(3)).list(2)),
  // transmitSecondary, likewise, of a DualAggregator
  '0xba0cb29e': ({ target, args }) =>
    toUpdates(target, args.inside(args.bytes(3)).list(2)).map((update) => ({ ...update, secondary: true })),
  // forward(address to, bytes data), ownerForward and multiForward(address[] tos, bytes[] datas) of an AuthorizedForwarder
  '0x6fadcf72': ({ args, depth }) => decodeCall(args, args.address(0), args.bytes(1), depth),
  '0x033f49f7': ({ args, depth }) => decodeCall(args, args.address(0), args.bytes(1), depth),
  '0xb64fa9e6': ({ args, depth }) => {
    const [targets, calls] = [args.list(0), args.list(1)]
    return Array.from({ length: Math.min(targets.length, calls.length) }, (_, i) =>
      decodeCall(calls, targets.address(i), calls.bytes(i), depth),
    ).flat()
  },
  // updateAnswer(int256) of mocks
  '0xa87a20ce': ({ target, args }) => [{ aggregator: target, answer: args.int(0) }],
}

/**
 * What a transaction makes aggregators answer if they accept it: their own checks, of signatures and of who sends, are not
 * made here. Calldata that is not of a form known, or broken, gives none; nothing throws.
 *
 * @example
 * decodeOracleUpdate({ to: aggregator, input: transmit }) // [{ aggregator, answer: 257846174800n }]
 */
export function decodeOracleUpdate(call: {
  readonly to: Address | null
  readonly input: Hex
}): readonly OracleUpdate[] {
  const { to, input } = call
  if (to === null || decoders[input.slice(0, 10)] === undefined) return []
  const source = { hex: input, fault: -1, budget: maxItems }
  const updates = decodeCall(new Args(source, 2, input.length), to, { start: 2, end: input.length }, 0)
  return source.fault < 0 ? updates : []
}

function decodeCall(around: Args, target: Address, span: Span, depth: number): readonly OracleUpdate[] {
  const decode = decoders[`0x${around.digits({ start: span.start, end: Math.min(span.end, span.start + 8) })}`]
  if (decode === undefined || depth > maxDepth) return []
  return decode({ target: target.toLowerCase() as Address, args: around.inside(span, 4), depth: depth + 1 })
}

/** What both kinds answer: the middle one, the later of two (`observations[observations.length / 2]`). */
function toUpdates(aggregator: Address, observations: Args): readonly OracleUpdate[] {
  if (observations.length === 0) return []
  return [{ aggregator, answer: observations.int(observations.length >> 1) }]
}
