import { sleep } from '@outrigger/core'
import { startReceiver } from '../../packages/alerts/src/delivery/fixtures/receiver.ts'
import { rpc } from '../../packages/core/src/providers/fixtures/questions.ts'
import type { Site } from './clients.ts'

/** Long enough for the base fee to fall below the threshold again, by an eighth per block of two seconds. */
const everyMs = 60_000
const thresholdGwei = 300
const raisedBaseFee = 10n ** 12n
/** Time after the last crossing during which a notification may be retried. */
const settleMs = 45_000

export type Crossings = {
  /** Number of times that the price has crossed the threshold. */
  readonly count: number
  /** Ids of the notifications that have arrived. */
  readonly ids: ReadonlySet<string>
  readonly done: Promise<void>
}

/**
 * Raises the base fee of the chain above the threshold of an alert every minute. The receiver rejects every third attempt.
 * Each crossing must arrive, under one id.
 */
export function raiseFees(site: Site, anvilUrl: string, endsAtMs: number): Crossings {
  const ids = new Set<string>()
  const crossings = { count: 0, ids }
  const run = async () => {
    await using receiver = await startReceiver(({ headers }, count) => {
      if (count % 3 === 0) return { status: 503 }
      ids.add(String(headers['webhook-id']))
      return { status: 200 }
    })
    const id = await createAlert(site, receiver.url)
    while (!site.signal.aborted && performance.now() < endsAtMs - everyMs - settleMs) {
      await rpc(anvilUrl, 'anvil_setNextBlockBaseFeePerGas', [`0x${raisedBaseFee.toString(16)}`])
      crossings.count += 1
      const before = { fault: site.fault(), arrived: ids.size }
      await sleep(everyMs, site.signal)
      if (ids.size === before.arrived && !site.signal.aborted)
        site.tally.words.push(
          `alert ${crossings.count} had not arrived after a minute (${before.fault} → ${site.fault()}): ${await describe(site, id)}`,
        )
    }
    await sleep(settleMs, site.signal)
  }
  return Object.assign(crossings, { done: run() })
}

async function createAlert({ rest, apiKey, chain }: Site, url: string): Promise<string> {
  const rule = { alert_type: 'gas', chain_id: chain, threshold: thresholdGwei, condition: 'above' }
  const response = await fetch(`${rest}/v1/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ name: 'soak', ...rule, webhook_url: url }),
  })
  if (!response.ok) throw new TypeError(`status ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { readonly id: string }).id
}

/** Describes the last events and pending deliveries of an alert. */
async function describe({ rest, apiKey }: Site, id: string): Promise<string> {
  const response = await fetch(`${rest}/v1/alerts/${id}`, { headers: { 'x-api-key': apiKey } })
  const { history, deliveries } = (await response.json()) as { history: readonly unknown[]; deliveries: unknown }
  return JSON.stringify({ history: history.slice(-4), deliveries })
}
