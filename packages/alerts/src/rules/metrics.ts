/** The types of alerts, and the figures that an alert of each type can watch. The first is the default. A source may support fewer. */
export const alertMetrics = {
  gas: ['standard', 'slow', 'fast', 'instant', 'base_fee'],
  monitoring: ['overall_health_score', 'performance_factor', 'chain_outages'],
  performance: [
    'p95_response_time_ms',
    'p99_response_time_ms',
    'avg_response_time_ms',
    'error_percent',
    'provider_latency_ms',
    'provider_success_percent',
  ],
  price: ['usd'],
  system: [
    'disk_used_percent',
    'memory_used_percent',
    'rss_mb',
    'event_loop_lag_ms',
    'endpoints_behind',
    'store_errors',
    'dead_letters',
  ],
} as const
