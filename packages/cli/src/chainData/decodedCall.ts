import type { ChainName } from '@outrigger/core'
import type { EvmTransaction } from '@outrigger/data'
import { createTokenRegistry, toTransactionCall } from '@outrigger/mempool'
import { createCallDescriber, type DescribedCall } from '@outrigger/server/internal'
import { numberToHex } from 'viem'
import { toTable } from '../output/table.ts'

/** Decodes what a mined or pending transaction calls, as `outrigger classify` does. */
export function decodeCall({ chain, transaction }: EvmTransaction): DescribedCall {
  const { from, to, input, value, gas, authorizationList = [] } = transaction
  const authorizations = authorizationList.map(({ address, chainId, nonce, r, s, yParity = 0 }) => ({
    address,
    chainId: numberToHex(chainId),
    nonce: numberToHex(nonce),
    r,
    s,
    yParity: numberToHex(yParity),
  }))
  const call = { from, to, input, value: numberToHex(value), gas: numberToHex(gas), authorizationList: authorizations }
  return createCallDescriber(chain as ChainName)(toTransactionCall(call))
}

/** Formats a decoded call: one line for each action, with the symbols of known tokens. */
export function toCallLines(chain: ChainName, { rule, actions, undecoded }: DescribedCall): readonly string[] {
  const tokens = createTokenRegistry({ chain })
  const toText = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(toText).join(' / ')
    if (typeof value === 'object' && value !== null) return Object.values(value).map(toText).join(' ')
    return tokens.peek(String(value) as `0x${string}`)?.symbol ?? String(value)
  }
  const columns = [{ title: 'action' }, { title: 'protocol' }, { title: 'details', text: true }] as const
  const rows = actions.map(({ kind, protocol, function: name, target: _, depth: __, ...fields }) => {
    const details = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
    const text = details.map(([field, value]) => `${field.replaceAll('_', ' ')} ${toText(value)}`)
    return [String(kind), `${protocol}.${name}`, text.join(', ')]
  })
  const rest = undecoded.length === 0 ? [] : [`not decoded: ${undecoded.length} parts (--json shows them)`]
  return ['', `decoded as ${rule}`, ...(rows.length === 0 ? [] : toTable(columns, rows)), ...rest]
}
