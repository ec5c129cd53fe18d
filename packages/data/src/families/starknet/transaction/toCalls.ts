import type { Felt } from '../rpcTypes.ts'

/** A call from an account to a contract. */
export type StarknetCall = { readonly to: Felt; readonly selector: Felt; readonly calldata: readonly Felt[] }

/**
 * Decodes the calls in the calldata of an account's `__execute__` from either of its two layouts. Cairo 1 puts each call's
 * calldata beside it. Cairo 0 lists all calls with offsets into one shared calldata at the end. Returns null if the calldata
 * matches neither layout.
 *
 * @example toCalls(['0x1', strk, transferSelector, '0x3', to, amount, '0x0'])
 */
export function toCalls(calldata: readonly Felt[]): readonly StarknetCall[] | null {
  return readInline(calldata) ?? readIndexed(calldata)
}

function readInline(calldata: readonly Felt[]): readonly StarknetCall[] | null {
  const count = toCount(calldata[0])
  const calls: StarknetCall[] = []
  let at = 1
  for (let call = 0; call < count; call += 1) {
    const [to, selector, length] = calldata.slice(at, at + 3)
    const end = at + 3 + toCount(length)
    if (to === undefined || selector === undefined || !(end <= calldata.length)) return null
    calls.push({ to, selector, calldata: calldata.slice(at + 3, end) })
    at = end
  }
  return at === calldata.length && count > 0 ? calls : null
}

function readIndexed(calldata: readonly Felt[]): readonly StarknetCall[] | null {
  const count = toCount(calldata[0])
  const dataStart = 2 + 4 * count
  const length = toCount(calldata[dataStart - 1])
  if (count === 0 || !(dataStart + length <= calldata.length)) return null
  const calls: StarknetCall[] = []
  for (let at = 1; at < dataStart - 1; at += 4) {
    const [to, selector, offset, size] = calldata.slice(at, at + 4) as [Felt, Felt, Felt, Felt]
    const end = toCount(offset) + toCount(size)
    if (!(end <= length)) return null
    calls.push({ to, selector, calldata: calldata.slice(dataStart + toCount(offset), dataStart + end) })
  }
  return calls
}

/** Returns NaN if the value cannot be a length of calldata. */
const toCount = (felt: Felt | undefined): number => {
  const value = felt === undefined ? Number.NaN : Number(felt)
  return Number.isSafeInteger(value) ? value : Number.NaN
}
