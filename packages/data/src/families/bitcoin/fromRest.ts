import { toAddress } from './address.ts'
import type { Decoded } from './decoded.ts'
import type { BitcoinNetwork } from './networks.ts'
import { classifyScript } from './script.ts'

type Piece = {
  readonly script?: string | undefined
  readonly address?: string | undefined
  /** In satoshis. */
  readonly value?: string | number | undefined
}

/** The fields of a transaction that the REST interfaces report. Amounts are in satoshis. */
export type RestTransaction = {
  readonly txid: string
  readonly version?: number | undefined
  readonly lockTime?: number | undefined
  readonly size?: number | undefined
  readonly weight?: number | undefined
  readonly vsize?: number | undefined
  readonly fee?: string | undefined
  /** An input without a `txid` belongs to a coinbase. */
  readonly inputs: readonly (Piece & {
    readonly txid?: string | undefined
    readonly vout?: number | undefined
    readonly sequence?: number | undefined
  })[]
  readonly outputs: readonly Piece[]
}

export function fromRest(tx: RestTransaction, network: BitcoinNetwork): Decoded {
  const { txid, size = null, weight = null, version = 1, lockTime = 0 } = tx
  const coinbase = tx.inputs.some((input) => input.txid === undefined)
  return {
    txid,
    wtxid: null,
    version,
    lockTime,
    size,
    weight,
    coinbase,
    vsize: tx.vsize ?? (weight === null ? null : Math.ceil(weight / 4)),
    inputs: tx.inputs.map(({ txid: spent = null, vout = null, sequence = null, ...piece }) => ({
      txid: spent,
      vout,
      sequence,
      address: spent === null ? null : toPieceAddress(piece, network),
      valueSat: spent === null || piece.value === undefined ? null : BigInt(piece.value),
    })),
    outputs: tx.outputs.map((piece, n) => ({
      n,
      address: toPieceAddress(piece, network),
      type: classifyScript(piece.script ?? '', network.hasMweb).type,
      valueSat: piece.value === undefined ? null : BigInt(piece.value),
    })),
    feeSat: tx.fee === undefined ? null : BigInt(tx.fee),
  }
}

/** Only scripts that pay to one address have one. Without a script the node's address is used. */
function toPieceAddress({ script, address }: Piece, network: BitcoinNetwork): string | null {
  if (script === undefined) return address ?? null
  const { to } = classifyScript(script, network.hasMweb)
  return to && (address ?? toAddress(to, network))
}
