import { decodeAbiParameters } from 'viem'

/** A call of a trace in the form of Parity, as returned by `trace_transaction`. */
type TracedCall = {
  readonly action?: { readonly to?: string; readonly input?: string }
  readonly error?: string
  readonly result?: { readonly output?: string } | null
  readonly traceAddress?: readonly number[]
}

/** The call in which a transaction failed. */
export type Revert = {
  /** Null if the trace does not name it, such as for a contract creation. */
  readonly target: string | null
  /** First four bytes of the calldata. */
  readonly selector: string
  readonly why: string
}

const errorSelector = '0x08c379a0'
const panicSelector = '0x4e487b71'

/**
 * Finds the call that made a transaction fail. A caller that returns the error of an inner call passes it on; with another
 * error, it failed itself. Undefined if the transaction did not fail.
 *
 * @throws {TypeError} the trace has another form
 */
export function findRevert(trace: unknown): Revert | undefined {
  if (!Array.isArray(trace)) throw new TypeError('The trace of the provider has an unknown form.')
  const failed = (trace as readonly TracedCall[]).filter(({ error }) => error !== undefined)
  const outer = failed.find(({ traceAddress = [] }) => traceAddress.length === 0)
  if (outer === undefined) return
  const { action, result, error = '' } = findOrigin(failed, outer)
  return {
    target: action?.to ?? null,
    selector: action?.input?.slice(0, 10) ?? '',
    why: describeError(result?.output ?? '', error),
  }
}

const outputOf = ({ result }: TracedCall) => result?.output ?? '0x'

function findOrigin(failed: readonly TracedCall[], call: TracedCall): TracedCall {
  const path = call.traceAddress ?? []
  const isInside = ({ traceAddress = [] }: TracedCall) =>
    traceAddress.length === path.length + 1 && path.every((step, index) => traceAddress[index] === step)
  const cause = failed.findLast((one) => isInside(one) && outputOf(one) === outputOf(call))
  return cause === undefined ? call : findOrigin(failed, cause)
}

/** Describes what a failed call returned: the text of `Error(string)`, the code of `Panic(uint256)`, or the selector of another error. */
function describeError(output: string, error: string): string {
  try {
    if (output.startsWith(errorSelector))
      return `“${decodeAbiParameters([{ type: 'string' }], `0x${output.slice(10)}`)[0].slice(0, 200)}”`
    if (output.startsWith(panicSelector)) return `panic ${BigInt(`0x${output.slice(10)}`)} of Solidity`
  } catch {
    // Malformed data is shown like an unknown error.
  }
  return output.length >= 10 ? `error ${output.slice(0, 10)} of the contract` : error.slice(0, 200)
}
