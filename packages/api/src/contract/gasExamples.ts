const timestamp = '2026-11-21T12:00:00.000Z'
const tiers = { slow: 1.25, standard: 1.3, fast: 1.7, instant: 2.2 }
const coverage = { share: 1, blocks: 300, gaps: [] as { from: string; to: string }[] }
const age = { stale: false, age_seconds: 0.8 }
const metadata = { chain: 'ethereum', cached: true, cache_ttl: 3, response_time_ms: 1 }

const calibration = {
  blocks: 5,
  stated: 0.95,
  realized: 0.957,
  samples: 1480,
  expected: { low: 0.925, high: 0.975 },
  cap_short: 0,
}

export const gasExamples = {
  now: { chain: 'ethereum', ...tiers, timestamp, unit: 'gwei' as const, ...age },
  compare: {
    comparison: [
      { chain: 'ethereum', standard: 1.3, unit: 'gwei' as const, ...age },
      { chain: 'base', standard: 0.006, unit: 'gwei' as const, ...age },
    ],
    cheapest: 'base',
    most_expensive: 'ethereum',
    timestamp,
  },
  inclusion: {
    chain: 'ethereum',
    block_number: 23_850_000,
    timestamp,
    source: 'primary' as const,
    stale: false,
    ttl_seconds: 3,
    next_base_fee_per_gas: '1200000000',
    within_seconds: 60,
    confidence: 0.95,
    max_priority_fee_per_gas: '500000000',
    max_fee_per_gas: '2622000000',
    cap_rule: 'worst_case' as const,
    tip_rule: 'model' as const,
    calibration: { samples: 1017, coverage: 0.957, regime: { name: 'room-1', samples: 351, coverage: 0.963 } },
  },
  backtest: {
    chain: 'ethereum',
    known: 2000,
    needed: 166,
    result: {
      first_block: 23_848_001,
      last_block: 23_850_000,
      judged: 1499,
      timestamp,
      tiers: [{ tier: 'fast' as const, within_seconds: 60, ...calibration }],
      calibration: [calibration],
      estimators: [{ name: 'Outrigger 95 %', inclusion: 0.951, median_overpaid: 0.02, mean_overpaid: 0.11 }],
    },
  },
  history: {
    chain: 'ethereum',
    history: [{ timestamp, ...tiers }],
    average: tiers,
    min: tiers,
    max: tiers,
    coverage,
  },
  optimize: {
    chain: 'ethereum',
    block_number: 23_850_000,
    current_gas: { standard: 1.3 },
    recommendation: 'wait' as const,
    reasoning:
      'The standard tier costs 1.30 gwei now. Waiting 6 hours is expected to save 31 %; it saved something at 88 % of 100 moments like this one.',
    suggested_action: 'Wait 6 hours, then send.',
    predicted_trend: 'falling' as const,
    optimal_time_window: '2026-11-21T18:00:00.000Z/2026-11-21T19:00:00.000Z',
    expected_saving_percent: 31,
    confidence_score: 0.88,
    ...age,
  },
  unified: {
    success: true as const,
    data: {
      chain: 'ethereum',
      block_number: 23_850_000,
      timestamp,
      ...tiers,
      base_fee: 1.2,
      suggested_tip: { slow: 0.05, standard: 0.1, fast: 0.5, instant: 1 },
      ...age,
    },
    metadata,
  },
  unifiedHistory: {
    success: true as const,
    data: {
      chain: 'ethereum',
      history: [{ timestamp, avg_gas: 1.3, min_gas: 1.1, max_gas: 1.6, base_fee: 1.2 }],
      coverage,
    },
    metadata: { ...metadata, cached: false, cache_ttl: 0 },
  },
}

export const estimateExamples = {
  core: {
    chain_id: 'ethereum',
    estimated_gas_limit: 21_000,
    gas_estimates: {
      slow: { gas_price: 1.25, total_cost_eth: '0.00002625', estimated_time: '5 minutes' },
      standard: { gas_price: 1.3, total_cost_eth: '0.0000273', estimated_time: '3 minutes' },
      fast: { gas_price: 1.7, total_cost_eth: '0.0000357', estimated_time: '1 minute' },
    },
    optimization_tips: [] as string[],
    confidence_score: 0.95,
    timestamp,
    ...age,
  },
}
