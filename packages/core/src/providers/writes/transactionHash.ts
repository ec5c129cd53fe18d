import { concat, fromRlp, type Hex, isHex, keccak256, toRlp } from 'viem'

const blobType = '0x03'
/** Type of zkSync's EIP-712 transactions, which have their own hash rule. */
const zkSyncType = '0x71'

/** Returns the hash of a signed raw transaction, its keccak256. Null for other input, and for zkSync's transaction type. */
export function toTransactionHash(raw: unknown): Hex | null {
  if (!isHex(raw) || raw.length < 4 || raw.length % 2 !== 0) return null
  const type = raw.slice(0, 4).toLowerCase()
  if (type === zkSyncType) return null
  return type === blobType ? toBlobHash(raw) : keccak256(raw)
}

/** Returns the hash of a blob transaction, which does not include the blobs that it is sent with (EIP-4844, EIP-7594). */
function toBlobHash(raw: Hex): Hex | null {
  try {
    const fields = fromRlp(`0x${raw.slice(4)}`, 'hex')
    if (!Array.isArray(fields)) return null
    const [body] = fields
    return keccak256(Array.isArray(body) ? concat([blobType, toRlp(body)]) : raw)
  } catch {
    return null
  }
}
