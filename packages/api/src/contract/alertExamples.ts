const at = '2026-01-05T12:00:00.000Z'

export const alertExample = {
  id: 'alert_0123456789abcdef01',
  name: 'gas is high',
  alert_type: 'gas',
  threshold: 50,
  condition: 'above',
  chain_id: '1',
  metric: 'standard',
  rearm_percent: 1,
  cooldown_seconds: 0,
  webhook_url: 'https://example.com/hook',
  webhook_format: 'standard',
  webhook_open: true,
  enabled: true,
  state: 'active',
  created_at: '2026-01-01T00:00:00.000Z',
  last_triggered: at,
  trigger_count: 3,
} as const

export const alertHistoryExample = {
  ...alertExample,
  history: [{ event: 'triggered' as const, at, value: 61.2 }],
  deliveries: [
    {
      webhook_id: 'alert_0123456789abcdef01_3',
      channel: 'webhook',
      state: 'pending',
      attempts: 2,
      next_attempt_at: '2026-01-05T12:05:05.000Z',
      last_error: 'the receiver answered 503',
      created_at: at,
    } as const,
  ],
}
