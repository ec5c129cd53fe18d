import { ApiAnswerError, type ApiClient } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'
import * as t from 'typebox'
import { parseEther } from 'viem'
import { InvalidParameterError } from '../../errors/serviceError.ts'
import { Address, Calldata, Chain, defineTool, orNull, RawTransaction, Text, Wei } from '../tool.ts'

const Result = t.Object({
  hash: orNull(Text),
  success: t.Boolean(),
  error: orNull(t.String({ description: 'Reason of the failure, which can be text from a contract' })),
  gas: orNull(t.Integer({ description: 'Gas used, or for an unsigned transaction the gas limit to use' })),
  builder_payment_eth: orNull(t.Number({ description: 'Priority fees and payments to the builder. Only if signed' })),
  state_changes: orNull(
    t.Integer({ description: 'Number of changed storage slots, balances and nonces. Only if signed' }),
  ),
})

export const simulateTransaction = defineTool({
  name: 'simulate_transaction',
  title: 'Simulate transactions',
  description:
    'Executes transactions on the latest state without sending them: whether they succeed, why they fail, and their gas. Give `transactions` (1 to 10 signed ones, executed in order; the node needs the setting mev.relays), or from, to, data and value of one unsigned transaction. It never signs and never sends.',
  input: t.Object({
    chain: Chain,
    transactions: t.Optional(t.Array(RawTransaction, { minItems: 1, maxItems: 10 })),
    from: t.Optional(Address),
    to: t.Optional(Address),
    data: t.Optional(Calldata),
    value: t.Optional(Wei),
  }),
  output: t.Object({
    chain: Text,
    success: t.Boolean({ description: 'True if all succeed' }),
    method: t.String({ description: 'eth_callBundle, eth_simulateV1 or eth_estimateGas' }),
    results: t.Array(Result),
  }),
  endpoints: ['mevSimulate', 'gasEstimateChain', 'blockchainBalance'],
  async ask({ chain, transactions, ...call }, api) {
    const isUnsigned = Object.keys(call).length > 0
    if (isUnsigned === (transactions !== undefined) || (isUnsigned && call.to === undefined && call.data === undefined))
      throw new InvalidParameterError([
        {
          path: 'arguments',
          message: 'need either transactions, or to or data (with from and value) of an unsigned one',
        },
      ])
    if (transactions === undefined) return { data: { chain, ...(await estimate(chain, call, api)) } }
    const simulation = await api.mevSimulate({
      chain,
      transactions: transactions.map((signed_tx) => ({ signed_tx, can_revert: true })),
    })
    const results = simulation.results.map(toResult)
    return {
      data: { chain, success: results.every(({ success }) => success), method: simulation.method, results },
      asOf: { block_number: simulation.state_block },
    }
  },
  toText: ({ success, results }) =>
    success
      ? `All ${results.length} transactions succeed.`
      : results
          .map(
            ({ success: isOk, error }, index) => `Transaction ${index + 1} ${isOk ? 'succeeds' : `fails: ${error}`}.`,
          )
          .join(' '),
})

type Call = Omit<Parameters<ApiClient['gasEstimateChain']>[0], 'chain'>

/** Estimates the gas of an unsigned transaction, for which a node executes it. */
async function estimate(chain: string, call: Call, api: ApiClient) {
  const unknown = { hash: null, builder_payment_eth: null, state_changes: null }
  const toAnswer = (success: boolean, error: string | null, gas: number | null) => ({
    success,
    method: 'eth_estimateGas',
    results: [{ ...unknown, success, error, gas }],
  })
  try {
    const { estimated_gas_limit } = await api.gasEstimateChain({ chain, ...call })
    const lacking = await findLacking(chain, call, api)
    return toAnswer(lacking === undefined, lacking ?? null, estimated_gas_limit)
  } catch (error) {
    const reason = toReason(error)
    if (reason === undefined) throw error
    return toAnswer(false, reason, null)
  }
}

/** Returns what the sender lacks. Some nodes estimate a plain transfer without a look at the balance. */
async function findLacking(chain: string, { from, value }: Call, api: ApiClient): Promise<string | undefined> {
  const sent = BigInt(value ?? 0)
  if (from === undefined || sent === 0n) return
  const { balance } = (await api.blockchainBalance({ chain, address: from })).data
  const [amount = '0'] = balance.split(' ')
  return parseEther(amount) < sent ? `the sender has only ${balance}` : undefined
}

/** Returns why the chain refuses a transaction, or undefined if another parameter is wrong. */
function toReason(error: unknown): string | undefined {
  if (!(error instanceof ApiAnswerError) || !Array.isArray(error.details)) return undefined
  const faults = error.details as readonly { readonly path?: string; readonly message?: string }[]
  return faults.find(({ path }) => path === 'body')?.message
}

function toResult(result: Response<'mevSimulate'>['results'][number]) {
  const { tx_hash, success, error, gas_used, coinbase_diff, state_changes } = result
  return {
    hash: tx_hash,
    success,
    error,
    gas: gas_used,
    builder_payment_eth: Number(coinbase_diff) / 1e18,
    state_changes: state_changes === null ? null : Object.keys(state_changes).length,
  }
}
