import { expect, it } from 'vitest'
import { type Alert, describeRule, emptyDraft, toChange, toDraft, toNewAlert, toUnit } from './alertRules.ts'

const alert: Alert = {
  id: 'alert_1',
  name: 'gas',
  alert_type: 'gas',
  threshold: 30,
  condition: 'above',
  chain_id: 'base',
  metric: 'fast',
  rearm_percent: 1,
  cooldown_seconds: 0,
  enabled: true,
  state: 'watching',
  webhook_url: 'https://hook.example/x',
  created_at: '2026-01-01T00:00:00.000Z',
  last_triggered: null,
  trigger_count: 0,
}

it('asks for what the form says, without what is left empty or of another type', () => {
  const draft = { ...emptyDraft, name: 'a', threshold: '1.5', symbol: 'WETH' }
  expect(toNewAlert(draft)).toEqual({
    name: 'a',
    alert_type: 'gas',
    metric: 'standard',
    condition: 'above',
    threshold: 1.5,
    enabled: true,
    rearm_percent: 1,
    cooldown_seconds: 0,
    chain_id: 'ethereum',
  })
  expect(toNewAlert({ ...draft, type: 'price', metric: 'usd' })).toMatchObject({ symbol: 'WETH', chain_id: 'ethereum' })
  expect(toNewAlert({ ...draft, type: 'system', metric: 'rss_mb' })).not.toHaveProperty('chain_id')
})

it('leaves a receiver alone that nobody touched, and takes an emptied one away', () => {
  const draft = toDraft(alert, (name) => name)
  expect(toChange(draft, alert)).not.toHaveProperty('webhook_url')
  expect(toChange({ ...draft, webhook: '' }, alert)).toMatchObject({ alert_id: 'alert_1', webhook_url: null })
  expect(toChange({ ...draft, email: 'a@b.example' }, alert)).toMatchObject({ email: 'a@b.example' })
})

it('says a rule in a line', () => {
  expect(describeRule(alert, (name) => name)).toBe('fast above 30, base')
})

it.each([
  ['gas', 'fast', 'gwei'],
  ['price', 'usd', 'US dollars'],
  ['performance', 'p95_response_time_ms', 'ms'],
  ['performance', 'error_percent', '%'],
  ['system', 'rss_mb', 'MB'],
  ['system', 'dead_letters', ''],
] as const)('%s %s is in %s', (type, metric, unit) => expect(toUnit({ type, metric })).toBe(unit))
