import type { Decoded } from './decoded.ts'

/** Payer, payee and amount, as far as the outputs that the inputs spend are known. */
export type Movements = {
  /** The address with the largest sum of inputs. Null if no input has a known address, for example in a coinbase. */
  readonly from: string | null
  /**
   * The address of the largest output that does not pay an address of the inputs. Null if no such output has an
   * address.
   */
  readonly to: string | null
  /**
   * The sum in satoshis of all outputs that do not pay an address of the inputs. It excludes hidden amounts. It also excludes
   * coins that stay in Litecoin's extension block, which the last transaction of each block passes on in full.
   */
  readonly value: bigint
  /** The fee. Null in a coinbase. Also null if a spent output is unknown and the node does not report the fee. */
  readonly fee: bigint | null
  /** Net satoshis of each address. Null if a spent output is unknown. */
  readonly addressDeltas: ReadonlyMap<string, bigint> | null
}

export function computeMovements({ inputs, outputs, coinbase, feeSat }: Decoded): Movements {
  const spent = sumByAddress(inputs)
  const [from = null] = [...spent].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0)).map(([address]) => address)
  const paid = outputs.filter(
    ({ address, type }) => type !== 'witness_mweb_hogaddr' && (address === null || !spent.has(address)),
  )
  const [largest] = paid.filter(({ address }) => address !== null).toSorted(byValue)
  const isKnown = coinbase || inputs.every(({ valueSat }) => valueSat !== null)
  const isHidden = outputs.some(({ valueSat }) => valueSat === null)
  return {
    from,
    to: largest?.address ?? null,
    value: sum(paid),
    fee: coinbase ? null : isKnown && !isHidden ? sum(inputs) - sum(outputs) : feeSat,
    addressDeltas: isKnown ? computeDeltas([{ inputs, outputs }]) : null,
  }
}

/** Returns the net satoshis of each address over some transactions, without addresses that did not change. */
export function computeDeltas(transactions: readonly Pick<Decoded, 'inputs' | 'outputs'>[]): Map<string, bigint> {
  const deltas = sumByAddress(transactions.flatMap(({ outputs }) => outputs))
  for (const [address, value] of sumByAddress(transactions.flatMap(({ inputs }) => inputs)))
    deltas.set(address, (deltas.get(address) ?? 0n) - value)
  return new Map([...deltas].filter(([, value]) => value !== 0n))
}

/** Sorts the largest first. */
export const byValue = ({ valueSat: a }: Piece, { valueSat: b }: Piece): number => {
  const [one, other] = [a ?? 0n, b ?? 0n]
  return one < other ? 1 : one > other ? -1 : 0
}

type Piece = { readonly address: string | null; readonly valueSat: bigint | null }

export const sum = (pieces: readonly Piece[]): bigint =>
  pieces.reduce((total, { valueSat }) => total + (valueSat ?? 0n), 0n)

function sumByAddress(pieces: readonly Piece[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { address, valueSat } of pieces)
    if (address !== null) sums.set(address, (sums.get(address) ?? 0n) + (valueSat ?? 0n))
  return sums
}
