import type { Address, Hex } from 'viem'
import type { SignedAuthorization } from './authorization.ts'
import { InvalidTransactionError } from './invalidTransactionError.ts'
import type { Transaction } from './transaction.ts'

/**
 * Parses a transaction in JSON-RPC form. Fields that only some providers send may be missing.
 *
 * @throws {InvalidTransactionError} hash or sender is missing, or a field has an invalid form
 * @see https://ethereum.github.io/execution-apis/
 * @example
 * const transaction = toTransaction(await client.request({ method: 'eth_getTransactionByHash', params: [hash] }))
 */
export function toTransaction(rpc: Readonly<Record<string, unknown>>): Transaction {
  const maxFeePerGas = quantity(rpc, 'maxFeePerGas') ?? quantity(rpc, 'gasPrice') ?? 0n
  const authorizations = toAuthorizations(rpc['authorizationList'])
  const type = Number(quantity(rpc, 'type') ?? 0n)
  const createsContract = rpc['to'] === null || rpc['to'] === undefined
  if (createsContract && (type === 3 || type === 4))
    throw new InvalidTransactionError(`A type ${type} transaction needs a recipient.`)
  return {
    hash: hex(rpc, 'hash', 66),
    from: hex(rpc, 'from', 42) as Address,
    to: createsContract ? null : (hex(rpc, 'to', 42) as Address),
    input: calldata(rpc),
    value: quantity(rpc, 'value') ?? 0n,
    nonce: Number(quantity(rpc, 'nonce') ?? 0n),
    gas: quantity(rpc, 'gas') ?? 0n,
    type,
    maxFeePerGas,
    maxPriorityFeePerGas: quantity(rpc, 'maxPriorityFeePerGas') ?? maxFeePerGas,
    ...(authorizations.length > 0 && { authorizations }),
  }
}

/** Skips malformed authorizations, because the rest of the transaction is still meaningful. */
function toAuthorizations(entries: unknown): readonly SignedAuthorization[] {
  return Array.isArray(entries) ? entries.flatMap(toAuthorization) : []
}

function toAuthorization(entry: Readonly<Record<string, unknown>>): readonly SignedAuthorization[] {
  try {
    return [
      {
        chainId: quantity(entry, 'chainId') ?? 0n,
        address: hex(entry, 'address', 42) as Address,
        nonce: quantity(entry, 'nonce') ?? 0n,
        yParity: Number(quantity(entry, 'yParity') ?? 0n),
        r: quantity(entry, 'r') ?? 0n,
        s: quantity(entry, 's') ?? 0n,
      },
    ]
  } catch {
    return []
  }
}

/** The fields of a transaction that determine its meaning, as in a recorded call. */
export type TransactionCall = Pick<Transaction, 'to' | 'input' | 'value' | 'authorizations'> & {
  readonly from: Address | null
  readonly gas?: bigint
}

/**
 * Like `toTransaction` for calls that may be unsigned. Requires only calldata and recipient.
 *
 * @throws {InvalidTransactionError}
 * @example
 * toTransactionCall({ to: null, input: '0x6080' }).to // null: a deployment
 */
export function toTransactionCall(rpc: Readonly<Record<string, unknown>>): TransactionCall {
  if (rpc['to'] === undefined)
    throw new InvalidTransactionError('"to" of the transaction is missing; null deploys a contract.')
  const gas = quantity(rpc, 'gas')
  const authorizations = toAuthorizations(rpc['authorizationList'])
  return {
    from: rpc['from'] === undefined || rpc['from'] === null ? null : (hex(rpc, 'from', 42) as Address),
    to: rpc['to'] === null ? null : (hex(rpc, 'to', 42) as Address),
    input: calldata(rpc),
    value: quantity(rpc, 'value') ?? 0n,
    ...(gas !== undefined && { gas }),
    ...(authorizations.length > 0 && { authorizations }),
  }
}

function calldata(rpc: Readonly<Record<string, unknown>>): Hex {
  const field = rpc['input'] === undefined && rpc['data'] !== undefined ? 'data' : 'input'
  if (rpc[field] === undefined) throw new InvalidTransactionError('"input" of the transaction is missing.')
  const input = hex(rpc, field)
  if (input.length % 2 === 0) return input
  throw new InvalidTransactionError(`"${field}" of the transaction must be hex of whole bytes.`)
}

const isHex = /^0x[0-9a-fA-F]*$/

function hex(rpc: Readonly<Record<string, unknown>>, field: string, length?: number): Hex {
  const value = rpc[field]
  const isRight = typeof value === 'string' && isHex.test(value) && (length ?? value.length) === value.length
  if (!isRight)
    throw new InvalidTransactionError(
      `"${field}" of the transaction must be 0x-prefixed hex${length === undefined ? '' : ` of ${length / 2 - 1} bytes`}.`,
    )
  return value.toLowerCase() as Hex
}

const isQuantity = /^(?:0x[0-9a-fA-F]{1,64}|\d{1,78})$/

/** Values, gas limits and tips repeat, so stored transactions share one bigint for equal values. */
const quantities = new Map<string, bigint>()
const maxQuantities = 4096

function share(text: string, value: bigint): bigint {
  if (quantities.size >= maxQuantities) quantities.clear()
  quantities.set(text, value)
  return value
}

function quantity(rpc: Readonly<Record<string, unknown>>, field: string): bigint | undefined {
  const value = rpc[field]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') {
    const known = quantities.get(value)
    if (known !== undefined) return known
    if (isQuantity.test(value)) return share(value, BigInt(value))
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw new InvalidTransactionError(`"${field}" of the transaction must be a quantity such as "0x5208".`)
}
