import type { Response } from '@outrigger/api/contract'
import * as t from 'typebox'
import { Chain, defineTool, orNull } from '../tool.ts'

const Gwei = t.Number({ description: 'gwei' })
const Tier = t.Object({ max_fee_gwei: Gwei, priority_fee_gwei: Gwei })

const Advice = t.Object({
  recommendation: t.String({ description: 'send_now, wait or use_slow' }),
  reasoning: t.String(),
  window: t.String({ description: 'now, or one hour as an ISO 8601 interval' }),
  expected_saving_percent: t.Number(),
  confidence: orNull(t.Number({ description: 'Share of similar past moments at which the advice was right, 0 to 1' })),
})

export const getFees = defineTool({
  name: 'get_fees',
  title: 'Current fees, and what to send',
  description:
    'Current gas fees of an EVM chain, and the fees to send for inclusion before a deadline. Use `send` for a transaction: it is what the node recommends for the deadline and the probability asked for. With `advice`, also whether to send now or wait, from the fees of past days.',
  input: t.Object({
    chain: Chain,
    within_seconds: t.Optional(
      t.Number({ minimum: 0.25, maximum: 86_400, description: 'Deadline in seconds. Default: 60' }),
    ),
    confidence: t.Optional(
      t.Number({ minimum: 0.5, maximum: 0.999, description: 'Probability of inclusion before it. Default: 0.95' }),
    ),
    advice: t.Optional(t.Boolean({ description: 'True adds whether to send now or wait. Default: false' })),
  }),
  output: t.Object({
    chain: t.String(),
    base_fee_gwei: t.Number({ description: 'Base fee of the latest block, gwei' }),
    tiers: t.Object(
      { slow: Tier, standard: Tier, fast: Tier, instant: Tier },
      { description: 'slow: 5 minutes, standard: 2 to 3 minutes, fast: 1 minute, instant: 30 seconds' },
    ),
    send: t.Object({
      within_seconds: t.Number(),
      confidence: t.Number({ description: 'Probability of inclusion before the deadline, 0 to 1' }),
      max_fee_per_gas_wei: t.String(),
      max_priority_fee_per_gas_wei: t.String(),
      max_fee_gwei: Gwei,
      priority_fee_gwei: Gwei,
      past_coverage: orNull(
        t.Number({ description: 'Share of past windows in which such a tip was enough; null if not measured' }),
      ),
    }),
    advice: t.Optional(Advice),
    network_congestion: t.String(),
    provider_status: t.String(),
  }),
  endpoints: ['oracleGas', 'gasInclusion', 'gasOptimize'],
  async ask({ chain, within_seconds, confidence, advice = false }, api) {
    const [gas, inclusion, optimize] = await Promise.all([
      api.oracleGas({ chain }),
      api.gasInclusion({
        chain,
        ...(within_seconds !== undefined && { within_seconds }),
        ...(confidence !== undefined && { confidence }),
      }),
      advice ? api.gasOptimize({ chain }) : undefined,
    ])
    const { slow, standard, fast, instant, base_fee_gwei, network_congestion, provider_status } = gas
    const { max_fee_per_gas, max_priority_fee_per_gas } = inclusion
    return {
      data: {
        chain: gas.chain,
        base_fee_gwei,
        tiers: { slow: toTier(slow), standard: toTier(standard), fast: toTier(fast), instant: toTier(instant) },
        send: {
          within_seconds: inclusion.within_seconds,
          confidence: inclusion.confidence,
          max_fee_per_gas_wei: max_fee_per_gas,
          max_priority_fee_per_gas_wei: max_priority_fee_per_gas,
          max_fee_gwei: Number(max_fee_per_gas) / 1e9,
          priority_fee_gwei: Number(max_priority_fee_per_gas) / 1e9,
          past_coverage: inclusion.calibration?.coverage ?? null,
        },
        ...(optimize && { advice: toAdvice(optimize) }),
        network_congestion,
        provider_status,
      },
      asOf: { timestamp: gas.timestamp, block_number: gas.block_number, stale: gas.stale },
    }
  },
  toText: ({ chain, send, base_fee_gwei, advice }) =>
    `To be included on ${chain} within ${send.within_seconds} s with probability ${send.confidence}, send max fee ${send.max_fee_gwei} gwei and priority fee ${send.priority_fee_gwei} gwei. Base fee: ${base_fee_gwei} gwei.${advice ? ` Advice: ${advice.recommendation}.` : ''}`,
})

const toTier = ({ max_fee_gwei, priority_fee_gwei }: t.Static<typeof Tier>) => ({ max_fee_gwei, priority_fee_gwei })

function toAdvice(optimize: Response<'gasOptimize'>): t.Static<typeof Advice> {
  const { recommendation, reasoning, optimal_time_window, expected_saving_percent, confidence_score } = optimize
  return {
    recommendation,
    reasoning,
    window: optimal_time_window,
    expected_saving_percent,
    confidence: confidence_score,
  }
}
