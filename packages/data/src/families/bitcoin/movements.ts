import type { Decoded } from './decoded.ts'

/** Payer, payee and amount, as far as it is known what the inputs spend. */
export type Movements = {
  /** The address with the largest sum of inputs; null where there is none, as in a coinbase. */
  readonly from: string | null
  /** The largest output that pays none of the inputs' addresses; null where there is none. */
  readonly to: string | null
  /**
   * The sum of all outputs that pay none of the inputs' addresses, in satoshis. Hidden amounts are left out, and so is what
   * stays in Litecoin's extension block: the transaction that ends each block hands on all of it.
   */
  readonly value: bigint
  /** Null in a coinbase, and where it is not known what an input spends and the node does not say. */
  readonly fee: bigint | null
  /** Net satoshis of each address; null where it is not known what an input spends. */
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

/** Net satoshis of each address over some transactions; those without a change are left out. */
export function computeDeltas(transactions: readonly Pick<Decoded, 'inputs' | 'outputs'>[]): Map<string, bigint> {
  const deltas = sumByAddress(transactions.flatMap(({ outputs }) => outputs))
  for (const [address, value] of sumByAddress(transactions.flatMap(({ inputs }) => inputs)))
    deltas.set(address, (deltas.get(address) ?? 0n) - value)
  return new Map([...deltas].filter(([, value]) => value !== 0n))
}

/** The largest first. */
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
