import type { ApiClient } from '@outrigger/api'
import * as t from 'typebox'
import { InvalidParameterError } from '../../errors/serviceError.ts'
import { type Call, DecodedCall, decodeCall, decodeRaw, readPending, toDecodedPending } from '../decodedCall.ts'
import { Address, Calldata, Chain, defineTool, Hash, orNull, RawTransaction, Text, Wei } from '../tool.ts'

export const decodeTransaction = defineTool({
  name: 'decode_transaction',
  title: 'Decode a transaction or calldata',
  description:
    'What a transaction or calldata does: swaps, transfers, loans, approvals and so on, with protocols, tokens and amounts, and the parts that are not decoded. Give exactly one of: hash, raw_transaction, or to and data (with value). explain_transaction tells what became of a transaction.',
  input: t.Object({
    chain: Chain,
    hash: t.Optional(Hash),
    raw_transaction: t.Optional(RawTransaction),
    from: t.Optional(Address),
    to: t.Optional(Address),
    data: t.Optional(Calldata),
    value: t.Optional(Wei),
  }),
  output: t.Object({ chain: Text, hash: orNull(Text), decoded: DecodedCall }),
  endpoints: ['mempoolTransaction', 'blockchainTraceTransaction'],
  async ask({ chain, hash, raw_transaction, ...call }, api) {
    const forms = [hash, raw_transaction, call.data].filter((form) => form !== undefined)
    if (forms.length !== 1)
      throw new InvalidParameterError([
        { path: 'arguments', message: 'need exactly one of hash, raw_transaction or data' },
      ])
    if (raw_transaction !== undefined)
      return { data: { chain, hash: null, decoded: decodeRaw(chain, raw_transaction) } }
    if (hash === undefined) return { data: { chain, hash: null, decoded: decodeCall(chain, call) } }
    const pending = await readPending(chain, hash, api)
    if (pending !== null) return { data: { chain, hash, decoded: toDecodedPending(pending) } }
    return {
      data: { chain, hash, decoded: decodeCall(chain, await readMinedCall(chain, hash, api)) },
      notes: ['The mempool does not know the transaction, so its calldata was read from a trace, which costs 1000 CU.'],
    }
  },
  toText: ({ decoded: { type, actions, undecoded } }) =>
    `${type}: ${actions.map(({ kind, protocol, function: name }) => `${kind} by ${protocol}.${name}`).join(', ') || 'no decoded action'}.${undecoded.length > 0 ? ` ${undecoded.length} parts are not decoded.` : ''}`,
})

/** Reads the outermost call of a mined transaction. */
async function readMinedCall(chain: string, hash: string, api: ApiClient): Promise<Call> {
  const { data } = await api.blockchainTraceTransaction({ chain, hash })
  const [outermost] = (Array.isArray(data) ? data : []) as readonly { readonly action?: Action }[]
  const { from, to, input, init, value = '0x0' } = outermost?.action ?? {}
  if (from === undefined)
    throw new InvalidParameterError([
      { path: 'arguments.hash', message: 'has no trace here. Give to and data of the transaction instead' },
    ])
  return { from, ...(to && { to }), data: input ?? init ?? '0x', value: String(BigInt(value)) }
}

type Action = {
  readonly from?: string
  readonly to?: string
  readonly input?: string
  readonly init?: string
  readonly value?: string
}
