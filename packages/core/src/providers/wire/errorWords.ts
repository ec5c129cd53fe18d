/** The error that a node sent: its code, its message, and its data. */
export type SaidError = { readonly code: number; readonly message: string; readonly data?: unknown }

const maxDataLength = 300
const hex = /^0x[0-9a-f]*$/i

/**
 * Returns the message of an error, including words in `data`. Nethermind, Tenderly and jsonrpsee put the reason
 * there.
 */
export function toErrorWords({ message, data }: SaidError): string {
  const words = toDataWords(data)
  return words === '' || message.includes(words) ? message : `${message} (${words})`
}

function toDataWords(data: unknown): string {
  if (data === undefined || data === null || data === '') return ''
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  return hex.test(text) ? '' : text.slice(0, maxDataLength)
}

const revertWords = /\brevert(?:ed)?\b|VM Exception while processing transaction/i

/**
 * Returns whether the call was executed and failed: code 3 (geth), -32015 (Parity, Nethermind), or the words of any
 * client.
 */
export function isRevert(error: SaidError): boolean {
  return error.code === 3 || error.code === -32015 || revertWords.test(toErrorWords(error))
}

// Parity and Nethermind write `Reverted 0x…`.
const prefixedHex = /^(?:Reverted )?(0x(?:[0-9a-f]{2})*)$/i
// Members in which Hardhat, Ganache and wallets nest the data.
const nestedNames = ['data', 'result', 'return', 'output', 'originalError', 'error', 'cause']
const maxDepth = 5

/** Returns the revert data of an error, in any of the forms that nodes use. Undefined if the error has no revert data. */
export function toRevertData(error: SaidError): `0x${string}` | undefined {
  return isRevert(error) ? findRevertData(error.data, 0) : undefined
}

function findRevertData(data: unknown, depth: number): `0x${string}` | undefined {
  if (typeof data === 'string') return prefixedHex.exec(data.trim())?.[1] as `0x${string}` | undefined
  if (typeof data !== 'object' || data === null || depth > maxDepth) return undefined
  const fields = data as Readonly<Record<string, unknown>>
  // Ganache 6 lists the outcomes by transaction hash.
  const byHash = Object.keys(fields).filter((name) => /^0x[0-9a-f]{64}$/i.test(name))
  for (const name of [...nestedNames, ...byHash]) {
    const found = findRevertData(fields[name], depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
