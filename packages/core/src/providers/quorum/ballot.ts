import type { RpcAnswer } from '../errors.ts'

// The fields of blocks, transactions, receipts and logs that all kinds of nodes return alike. Sizes, difficulties,
// `blockTimestamp` of logs, fields of a single L2, and the author that some nodes put into `miner` are left out.
const essential = [
  ...['number', 'hash', 'parentHash', 'timestamp', 'baseFeePerGas', 'gasUsed', 'gasLimit', 'logsBloom'],
  ...['stateRoot', 'transactionsRoot', 'receiptsRoot', 'transactions'],
  ...['blockNumber', 'blockHash', 'transactionHash', 'transactionIndex', 'from', 'to', 'value', 'input', 'nonce'],
  ...['status', 'cumulativeGasUsed', 'effectiveGasPrice', 'contractAddress', 'logs'],
  ...['address', 'topics', 'data', 'logIndex'],
]
const bytes = new Set(['data', 'input', 'eth_call', 'eth_getCode'])

/** Returns a text that is equal for results with the same meaning, whatever kinds of nodes returned them. */
export function toBallot(method: string, result: unknown): string {
  return JSON.stringify(result, (key, part: unknown) => {
    if (typeof part === 'string') return toBallotText(part, bytes.has(key === '' ? method : key))
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return toBallotFields(part as Readonly<Record<string, unknown>>)
  })
}

function toBallotText(text: string, isBytes: boolean): string {
  const lower = text.toLowerCase()
  // Turbo-Geth, and Nethermind in proofs, pad quantities differently from Geth.
  return isBytes ? lower : lower.replace(/^0x0*/, '0x')
}

function toBallotFields(fields: Readonly<Record<string, unknown>>) {
  const keys = 'hash' in fields || 'blockHash' in fields ? essential : Object.keys(fields).sort()
  const present = keys.flatMap((name) => ((fields[name] ?? null) === null ? [] : [[name, fields[name]]]))
  return Object.fromEntries(fields['removed'] === true ? [...present, ['removed', true]] : present)
}

/**
 * Returns a text that is equal for errors with the same meaning. A revert has code 3 in Geth, and -32000 in
 * Nethermind and older Geths, which omit empty data. Out of gas is -32000 or -32003. The messages differ between all
 * nodes.
 */
export function toErrorBallot({ code, data }: RpcAnswer): string {
  const isRefused = code === -32602 || code === -32600
  const [, revertData = ''] = /0x([0-9a-f]*)/i.exec(typeof data === 'string' ? data : '') ?? []
  return `${isRefused ? 'refused' : 'failed'} ${revertData.toLowerCase()}`
}
