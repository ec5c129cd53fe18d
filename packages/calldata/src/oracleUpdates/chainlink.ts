import type { Args } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/**
 * Decodes new answers of price feeds. Sources: contract/ and contract2/ of https://github.com/smartcontractkit/libocr
 * (OCR 1 and 2), DualAggregator of https://github.com/smartcontractkit/chainlink.
 */
export const oracleUpdates = defineProtocol({
  id: 'oracle',
  name: 'Oracle updates',
  source: 'https://docs.chain.link/architecture-overview/off-chain-reporting',
  contracts: [],
  atAnyAddress: defineFunctions({
    // OCR 1; the report: context, observers, observations
    'transmit(bytes,bytes32[],bytes32[],bytes32)': (call) => {
      const observations = call.inside(call.bytes(0)).list(2)
      emitMedian(call, isSorted(observations) ? observations : null)
    },
    // OCR 2; the report: time, observers, observations, juels per coin
    'transmit(bytes32[3],bytes,bytes32[],bytes32[],bytes32)': (call) =>
      emitMedian(call, call.inside(call.bytes(3)).list(2)),
    'transmitSecondary(bytes32[3],bytes,bytes32[],bytes32[],bytes32)': (call) =>
      emitMedian(call, call.inside(call.bytes(3)).list(2), { secondary: true }),
    // Mocks.
    'updateAnswer(int256)': (call) => emitAnswer(call, call.int(0)),
  }),
})

/** Emits the median observation (`observations[observations.length / 2]`), which is the answer in OCR 1 and 2. */
function emitMedian(call: Call, observations: Args | null, mark: { readonly secondary?: true } = {}): void {
  if (observations === null || observations.length === 0) notAnUpdate(call)
  else emitAnswer(call, observations.int(observations.length >> 1), mark)
}

function emitAnswer(call: Call, answer: bigint, mark: { readonly secondary?: true } = {}): void {
  call.emit({ kind: 'oracleUpdate', aggregator: call.to, answer, ...mark })
}

/** Decodes reports of another kind (CCIP), and reports that the aggregator rejects. */
const notAnUpdate: Decode = (call) => otherAction(call)

/** Returns whether the observations are sorted. An aggregator of OCR 1 reverts if they are not. */
function isSorted(observations: Args): boolean {
  for (let i = 1; i < observations.length; i++) if (observations.int(i - 1) > observations.int(i)) return false
  return true
}
