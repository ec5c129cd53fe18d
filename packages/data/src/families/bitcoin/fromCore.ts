import { toAddress } from './address.ts'
import { toSatoshi } from './amount.ts'
import type { BitcoinInput, BitcoinOutput, Decoded } from './decoded.ts'
import { sum } from './movements.ts'
import type { BitcoinNetwork } from './networks.ts'
import { classifyScript } from './script.ts'

type CoreScript = {
  readonly hex?: string
  /** Core 22 and later. */
  readonly address?: string
  /** Before Core 22: one address, or the keys of a multisig. */
  readonly addresses?: readonly string[]
}
export type CoreOutput = {
  /** Absent, like the other fields, from an output inside Litecoin's extension block. */
  readonly value?: string | number
  readonly n?: number
  readonly scriptPubKey?: CoreScript
  readonly ismweb?: boolean
}
export type CoreInput = {
  readonly txid?: string
  readonly vout?: number
  readonly sequence?: number
  readonly coinbase?: string
  /** The input spends an output inside Litecoin's extension block, which has its own kind of id. */
  readonly ismweb?: boolean
  readonly txinwitness?: readonly string[]
  /** Reported by `getblock 3` and `getrawtransaction 2`. */
  readonly prevout?: Omit<CoreOutput, 'n'>
}
/** A transaction as `getrawtransaction` prints it. */
export type CoreTransaction = {
  readonly txid: string
  readonly hash?: string
  readonly version?: number
  readonly size?: number
  readonly vsize?: number
  readonly weight?: number
  readonly locktime?: number
  readonly vin: readonly CoreInput[]
  readonly vout: readonly CoreOutput[]
  readonly fee?: string | number
  /** Kernels of Litecoin's extension block, printed while the transaction is pending. Each pays a fee. */
  readonly vkern?: readonly { readonly fee?: string | number }[]
  /** Null in bcoin's answer while the transaction is pending. */
  readonly blockhash?: string | null
  readonly confirmations?: number
  readonly blocktime?: number
  readonly time?: number
}

/** Returns the output that an input spends. Undefined if the output is unknown. */
export type FindPrevout = (input: CoreInput) => Omit<CoreOutput, 'n'> | undefined

/** Converts a transaction from Core's form. */
export function fromCore(tx: CoreTransaction, network: BitcoinNetwork, findPrevout: FindPrevout): Decoded {
  const { size = null, weight = computeWeight(tx) } = tx
  const inputs = tx.vin.map((input) => toInput(input, network, findPrevout))
  const outputs = tx.vout.map((output, index) => toOutput(output, index, network))
  return {
    txid: tx.txid,
    wtxid: tx.hash ?? null,
    version: tx.version ?? 1,
    lockTime: tx.locktime ?? 0,
    size,
    weight,
    vsize: tx.vsize ?? (weight === null ? null : Math.ceil(weight / 4)),
    coinbase: tx.vin.some(({ coinbase }) => coinbase !== undefined),
    inputs,
    outputs,
    feeSat: tx.fee === undefined ? toKernelFee(tx, inputs, outputs) : toSatoshi(tx.fee),
  }
}

/**
 * Returns the fee by LIP 3: the amount that the plain part leaves over, plus the fees of the kernels. Null without
 * kernels, or if an amount is unknown.
 */
function toKernelFee(
  { vin, vkern }: CoreTransaction,
  inputs: readonly BitcoinInput[],
  outputs: readonly BitcoinOutput[],
) {
  if (vkern === undefined || vin.some(({ ismweb }, index) => !ismweb && inputs[index]?.valueSat === null)) return null
  let fee = sum(inputs) - sum(outputs)
  for (const kernel of vkern) {
    if (kernel.fee === undefined) return null
    fee += toSatoshi(kernel.fee)
  }
  return fee
}

/**
 * Computes the weight of a transaction by BIP 141. Each witness byte counts once, and every other byte counts four
 * times. Nodes that do not print the weight print the witnesses.
 */
function computeWeight({ txid, hash = txid, size, vin }: CoreTransaction): number | null {
  if (size === undefined) return null
  if (hash === txid) return 4 * size
  const witnesses = vin.map(({ txinwitness = [] }) => txinwitness)
  if (witnesses.every(({ length }) => length === 0)) return null
  const sizes = witnesses.flatMap((items) => [
    countBytes(items.length),
    ...items.map(({ length }) => countBytes(length / 2) + length / 2),
  ])
  return 4 * size - 3 * sizes.reduce((sum, one) => sum + one, markerBytes)
}

const markerBytes = 2
/** Returns the length of Bitcoin's compact size, in bytes. */
const countBytes = (count: number) => (count < 0xfd ? 1 : count <= 0xffff ? 3 : 5)

function toInput(input: CoreInput, network: BitcoinNetwork, findPrevout: FindPrevout): BitcoinInput {
  const { txid = null, vout = null, sequence = null } = input
  const spent = txid === null ? undefined : (input.prevout ?? findPrevout(input))
  return {
    txid,
    vout,
    sequence,
    address: spent === undefined ? null : toOutput(spent, 0, network).address,
    valueSat: spent?.value === undefined ? null : toSatoshi(spent.value),
  }
}

/**
 * Converts an output. Only scripts that pay to one address have an address, even if the node prints addresses for
 * others. Without a script the node's address is used.
 */
function toOutput(
  output: Omit<CoreOutput, 'n'> & { n?: number },
  index: number,
  network: BitcoinNetwork,
): BitcoinOutput {
  const { n = index, value, scriptPubKey: { hex, address, addresses } = {}, ismweb = false } = output
  const valueSat = value === undefined ? null : toSatoshi(value)
  const printed = address ?? (addresses?.length === 1 ? addresses[0] : undefined)
  if (hex === undefined) return { n, address: printed ?? null, type: ismweb ? 'mweb' : 'nonstandard', valueSat }
  const { type, to } = classifyScript(hex, network.hasMweb)
  const own = network.ownAddresses ? undefined : printed
  return { n, address: to && (own ?? toAddress(to, network)), type, valueSat }
}
