import { OutriggerError } from '@outrigger/core'
import { type Hex, isHex } from 'viem'
import { checkRawTransaction } from './checkRawTransaction.ts'
import { InvalidTransactionError } from './invalidTransactionError.ts'
import { readRawTransaction } from './readRawTransaction.ts'
import { recoverSigner } from './recoverSigner.ts'
import type { Transaction } from './transaction.ts'

/**
 * Parses a signed transaction of types 0-4: as sent (`eth_sendRawTransaction`), wrapped in an RLP string as on the
 * peer-to-peer network, or a blob transaction with its blobs. Rejects transactions that no chain can include: bytes that are
 * not canonical RLP, an `s` in the upper half (EIP-2), a tip above the fee cap, a blob (EIP-4844) or set-code (EIP-7702)
 * transaction without a recipient or with an empty list.
 *
 * @throws {InvalidTransactionError} not a valid signed transaction of these types
 * @see https://eips.ethereum.org/EIPS/eip-2718
 * @example
 * const { hash, from, to } = parseRawTransaction('0x02f8…')
 */
export function parseRawTransaction(raw: Hex): Transaction {
  if (!isHex(raw) || raw.length % 2 === 1 || raw.length < 4)
    throw new InvalidTransactionError('The raw transaction is not 0x-prefixed hex of whole bytes.')
  try {
    return parse(raw)
  } catch (cause) {
    if (cause instanceof OutriggerError) throw cause
    throw new InvalidTransactionError(
      'The raw transaction cannot be read. Pass the signed bytes, as for eth_sendRawTransaction.',
      { cause },
    )
  }
}

function parse(raw: Hex): Transaction {
  const read = readRawTransaction(raw)
  checkRawTransaction(read)
  const { signature, nonce, authorizations, ...fields } = read
  if (signature === null) throw new InvalidTransactionError('The raw transaction is not signed.')
  const { hash, to, input, value, gas, type, maxFeePerGas, maxPriorityFeePerGas } = fields
  return {
    hash,
    from: recoverSigner(signature),
    to,
    input,
    value,
    nonce: Number(nonce),
    gas,
    type,
    maxFeePerGas,
    maxPriorityFeePerGas,
    ...(authorizations.length > 0 && { authorizations }),
  }
}
