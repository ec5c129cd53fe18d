import type { ApiClient } from '@outrigger/api'
import { mempoolChains } from '@outrigger/api/contract'
import * as t from 'typebox'
import { parseGwei } from 'viem'
import { NotOnChainError } from '../../node/chainData.ts'
import { DecodedCall, orAbsent, readPending, toDecodedPending } from '../decodedCall.ts'
import { Chain, defineTool, Hash, orNull, Text, toDataTime } from '../tool.ts'

export const explainTransaction = defineTool({
  name: 'explain_transaction',
  title: 'What became of a transaction',
  description:
    'Explains a transaction: pending, mined, failed, replaced or dropped, and when; what it paid; what it does; and the MEV findings that depend on it. decode_transaction decodes a mined one that the mempool does not know.',
  input: t.Object({ chain: Chain, hash: Hash }),
  output: t.Object({
    chain: Text,
    hash: Text,
    status: t.String({
      description: 'pending, success, failed, unknown, or the last step of one that is not on chain',
    }),
    block_number: orNull(t.Integer()),
    time: orNull(t.String({ description: 'Time of the block' })),
    from: orNull(Text),
    to: orNull(Text),
    value: Text,
    gas_used: orNull(t.Integer()),
    gas_price: orNull(t.String({ description: 'Paid per gas; while pending the maximum' })),
    fee_eth: orNull(
      t.Number({ description: 'Gas used times its price, in ETH or the native currency, without L1 fees' }),
    ),
    nonce_state: orNull(t.String({ description: 'queued: an earlier nonce of the sender is missing' })),
    steps: t.Array(
      t.Object({
        timestamp: Text,
        kind: t.String({ description: 'pending, mined, failed, replaced, cancelled, dropped or reorged' }),
        by: orNull(t.String({ description: 'Hash of the transaction that replaced it' })),
        reason: orNull(Text),
        block_number: orNull(t.Integer()),
      }),
      { description: 'What the node saw, oldest first' },
    ),
    decoded: orNull(DecodedCall),
    findings: t.Array(
      t.Object({ id: Text, type: Text, estimated_profit_eth: t.Number(), confidence: t.Number(), first_seen: Text }),
      { description: 'Current MEV findings that depend on it' },
    ),
  }),
  endpoints: ['blockchainTransaction', 'mempoolTransaction', 'mevFindings'],
  async ask({ chain, hash }, api) {
    const [onChain, pending, findings] = await Promise.all([
      readOnChain(chain, hash, api),
      readPending(chain, hash, api),
      readFindings(chain, hash, api),
    ])
    if (onChain === null && pending === null)
      throw new NotOnChainError(`Neither the chain nor the mempool of ${chain} knows the transaction ${hash}.`)
    const { transaction, nonce_state = null, steps = [] } = pending ?? {}
    const gasUsed = onChain?.data.gas_used ?? null
    const gasPrice = onChain?.data.gas_price ?? null
    return {
      data: {
        chain,
        hash,
        status: onChain?.data.status ?? steps.at(-1)?.kind ?? 'pending',
        block_number: onChain?.data.block_number ?? null,
        time: onChain?.data.timestamp ?? null,
        from: onChain?.data.from ?? transaction?.from ?? null,
        to: onChain?.data.to ?? transaction?.to ?? null,
        value: onChain?.data.value ?? `${transaction?.value_eth ?? 0} ETH`,
        gas_used: gasUsed,
        gas_price: gasPrice,
        fee_eth: toFee(gasUsed, gasPrice),
        nonce_state,
        steps: steps.map(({ timestamp, kind, by = null, reason = null, block_number = null }) => ({
          timestamp,
          kind,
          by,
          reason,
          block_number,
        })),
        decoded: pending && toDecodedPending(pending),
        findings,
      },
      ...(onChain && { asOf: toDataTime(onChain.metadata) }),
    }
  },
  toText: ({ status, block_number, fee_eth, decoded, findings }) =>
    `The transaction is ${status}${block_number === null ? '' : ` in block ${block_number}`}.${fee_eth === null ? '' : ` It paid ${fee_eth} ETH for gas.`}${decoded === null ? '' : ` It is a ${decoded.type}.`} ${findings.length} current findings depend on it.`,
})

const readOnChain = (chain: string, hash: string, api: ApiClient) =>
  api.blockchainTransaction({ chain, hash }).catch((error: unknown) => {
    if ((error as { readonly code?: string }).code === 'NOT_FOUND') return null
    throw error
  })

async function readFindings(chain: string, hash: string, api: ApiClient) {
  const watched = mempoolChains.find((name) => name === chain)
  const answer = watched && (await orAbsent(api.mevFindings({ chain: watched, limit: 500 })))
  return (answer?.data.findings ?? [])
    .filter(({ transactions }) => transactions.includes(hash.toLowerCase()))
    .slice(0, 10)
    .map(({ id, type, estimated_profit_eth, confidence, first_seen }) => ({
      id,
      type,
      estimated_profit_eth,
      confidence,
      first_seen,
    }))
}

/** The price has its unit, such as "1.5 gwei". */
function toFee(gasUsed: number | null, gasPrice: string | null): number | null {
  const gwei = /^([\d.]+) gwei$/.exec(gasPrice ?? '')?.[1]
  return gasUsed === null || gwei === undefined ? null : Number(BigInt(gasUsed) * parseGwei(gwei)) / 1e18
}
