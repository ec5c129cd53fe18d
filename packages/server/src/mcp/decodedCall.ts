import { ApiAnswerError, type ApiClient } from '@outrigger/api'
import { mempoolChains } from '@outrigger/api/contract'
import { type ChainName, isChainName } from '@outrigger/core'
import { createTokenRegistry, parseRawTransaction, toTransactionCall } from '@outrigger/mempool'
import * as t from 'typebox'
import type { Address, Hex } from 'viem'
import { createCallDescriber } from '../api/describeCall.ts'
import { InvalidChainError } from '../node/chainErrors.ts'
import { evmChains } from '../node/evmChains.ts'
import { orNull, Text } from './tool.ts'
import { toSafeValue } from './untrusted.ts'

const maxActions = 20

/** Decoded calldata. */
export const DecodedCall = t.Object({
  type: t.String({ description: 'swap, liquidation, transfer, flashloan, bridge, nft, contract_deploy or other' }),
  rule: t.String({ description: 'Rule that determined the type' }),
  actions: t.Array(
    t.Object({
      kind: Text,
      protocol: Text,
      function: Text,
      fields: t.Record(t.String(), t.Unknown(), { description: 'Amounts are in smallest units' }),
    }),
  ),
  undecoded: t.Array(t.Object({ reason: Text, what: orNull(Text) }), { description: 'Parts that are not decoded' }),
  tokens: t.Record(t.String(), t.Object({ symbol: Text, decimals: orNull(t.Integer()) }), {
    description: 'Known tokens of the actions, by address',
  }),
})
export type DecodedCall = t.Static<typeof DecodedCall>

/** Fields of an unsigned or mined call. */
export type Call = { readonly from?: string; readonly to?: string; readonly data?: string; readonly value?: string }
type Detail = Awaited<ReturnType<ApiClient['mempoolTransaction']>>

/** Reads the mempool's knowledge of a transaction: null if it does not know it. */
export async function readPending(chain: string, hash: string, api: ApiClient): Promise<Detail | null> {
  const watched = mempoolChains.find((name) => name === chain)
  if (watched === undefined) return null
  return orAbsent(api.mempoolTransaction({ chain: watched, hash }))
}

/** Returns null if the node answers that it does not have something, or that the key may not read it. */
export async function orAbsent<value>(answer: Promise<value>): Promise<value | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiAnswerError && [400, 403, 404, 501, 503].includes(error.status)) return null
    throw error
  }
}

export function toDecodedPending({ transaction, rule, actions, undecoded, tokens }: Detail): DecodedCall {
  return {
    type: transaction.tx_type,
    rule,
    actions: actions
      .slice(0, maxActions)
      .map(({ kind, protocol, function: name, fields }) => ({ kind, protocol, function: name, fields })),
    undecoded: undecoded.slice(0, maxActions).map(({ reason, what }) => ({ reason, what })),
    tokens,
  }
}

/** Decodes signed bytes. @throws {InvalidTransactionError} @throws {InvalidChainError} */
export function decodeRaw(chain: string, raw: string): DecodedCall {
  return describe(chain, parseRawTransaction(raw as Hex))
}

/** Decodes a call. @throws {InvalidChainError} */
export function decodeCall(chain: string, { from, to, data = '0x', value = '0' }: Call): DecodedCall {
  return describe(chain, toTransactionCall({ from: from ?? null, to: to ?? null, input: data, value }))
}

function describe(chain: string, call: ReturnType<typeof toTransactionCall>): DecodedCall {
  if (!isChainName(chain) || !evmChains.includes(chain as never)) throw new InvalidChainError(chain, evmChains)
  const { tx_type, rule, actions, undecoded } = createCallDescriber(chain)(call)
  const listed = actions
    .slice(0, maxActions)
    .map(({ kind, protocol, function: name, target: _, depth: __, ...fields }) => ({
      kind: String(kind),
      protocol: String(protocol),
      function: String(name),
      fields: toSafeValue(fields),
    }))
  return {
    type: tx_type,
    rule,
    actions: listed,
    undecoded: undecoded.slice(0, maxActions).map(({ reason, what }) => ({
      reason: String(reason),
      what: typeof what === 'string' ? what : null,
    })),
    tokens: findTokens(chain, JSON.stringify(listed)),
  }
}

/** Finds the addresses of listed tokens in a text. */
function findTokens(chain: ChainName, text: string): DecodedCall['tokens'] {
  const registry = createTokenRegistry({ chain })
  const addresses = new Set(text.match(/\b0x[\da-f]{40}\b/g))
  return Object.fromEntries(
    [...addresses].flatMap((address) => {
      const token = registry.peek(address as Address)
      return token ? [[address, { symbol: token.symbol, decimals: token.decimals }]] : []
    }),
  )
}
