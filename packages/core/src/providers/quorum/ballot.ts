import type { RpcAnswer } from '../errors.ts'

// The fields of blocks, transactions, receipts and logs that every kind of node gives alike. Sizes,
// difficulties, `blockTimestamp` of logs, fields of one L2 and the author that some put in `miner` are left out.
const essential = [
  ...['number', 'hash', 'parentHash', 'timestamp', 'baseFeePerGas', 'gasUsed', 'gasLimit', 'logsBloom'],
  ...['stateRoot', 'transactionsRoot', 'receiptsRoot', 'transactions'],
  ...['blockNumber', 'blockHash', 'transactionHash', 'transactionIndex', 'from', 'to', 'value', 'input', 'nonce'],
  ...['status', 'cumulativeGasUsed', 'effectiveGasPrice', 'contractAddress', 'logs'],
  ...['address', 'topics', 'data', 'logIndex'],
]
const bytes = new Set(['data', 'input', 'eth_call', 'eth_getCode'])

/** Two results with the same ballot say the same of the chain, whatever kinds of nodes gave them. */
export function toBallot(method: string, result: unknown): string {
  return JSON.stringify(result, (key, part: unknown) => {
    if (typeof part === 'string') {
      const text = part.toLowerCase()
      // Turbo-Geth, and Nethermind in proofs, pad quantities otherwise than Geth.
      return bytes.has(key === '' ? method : key) ? text : text.replace(/^0x0*/, '0x')
    }
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const all = part as Readonly<Record<string, unknown>>
    const keys = 'hash' in part || 'blockHash' in part ? essential : Object.keys(all).sort()
    const said = keys.flatMap((name) => (all[name] === undefined || all[name] === null ? [] : [[name, all[name]]]))
    return Object.fromEntries(all['removed'] === true ? [...said, ['removed', true]] : said)
  })
}

/**
 * Two errors with the same ballot say the same. A revert is code 3 at Geth, -32000 at Nethermind and older Geths, which
 * leave out data that is empty; running out of gas is -32000 or -32003; and everyone has other words.
 */
export function toErrorBallot({ code, data }: RpcAnswer): string {
  const isRefused = code === -32602 || code === -32600
  const [, revertData = ''] = /0x([0-9a-f]*)/i.exec(typeof data === 'string' ? data : '') ?? []
  return `${isRefused ? 'refused' : 'failed'} ${revertData.toLowerCase()}`
}
