import { randomBytes } from 'node:crypto'
import { createEmitter, type Unwatch } from '../../events/emitter.ts'
import { sleep } from '../../time/sleep.ts'
import { type SignalTopic, type StoreSignals, signalTopics } from '../signals.ts'
import type { PostgresPool } from './pool.ts'

const channelPrefix = 'outrigger_'
const firstPauseMs = 50
const longestPauseMs = 5000

/**
 * Creates signals that use NOTIFY. Signals are sent over the pool after the transaction that they announce, because NOTIFY locks
 * the whole server until its commit. One connection receives signals. It opens with the first listener and reopens if it breaks.
 */
export function createPostgresSignals(
  pool: Pick<PostgresPool, 'query' | 'connectAlone'>,
): StoreSignals & { close(): Promise<void> } {
  const self = randomBytes(6).toString('hex')
  const heard = createEmitter<Record<SignalTopic, string | null>>()
  const control = new AbortController()
  const waiting = new Set<string>()
  let sending: Promise<void> | undefined
  let listening: Promise<void> | undefined

  /**
   * Sends all waiting signals in one statement. Signals that arrive while a statement runs share the next one. Equal
   * signals are sent once.
   */
  async function sendAll(): Promise<void> {
    await Promise.resolve()
    while (waiting.size > 0) {
      const batch = [...waiting].map((text) => text.split(' ', 2))
      waiting.clear()
      const columns = [0, 1].map((column) => batch.map((parts) => parts[column] ?? ''))
      await pool.query(notifySql, [channelPrefix, ...columns, `${self} `]).catch(() => {})
    }
    sending = undefined
  }
  function hear(channel: string, payload: string): void {
    const [by, about = ''] = payload.split(' ', 2)
    const topic = signalTopics.find((one) => channel === channelPrefix + one)
    if (topic !== undefined && by !== self) heard.emit(topic, about)
  }
  /** Listens until the connection breaks. */
  async function listenOnce(isAgain: boolean): Promise<void> {
    const client = await pool.connectAlone()
    const broken = new Promise<void>((resolve) => {
      client.once('end', resolve)
      client.once('error', () => resolve())
      control.signal.addEventListener('abort', () => resolve(), { once: true })
      if (control.signal.aborted) resolve()
    })
    client.on('notification', ({ channel, payload = '' }) => hear(channel, payload))
    try {
      for (const topic of signalTopics) await client.query(`LISTEN ${channelPrefix}${topic}`)
      // Signals sent in the meantime are lost, so every listener must read the store.
      if (isAgain) for (const topic of signalTopics) heard.emit(topic, null)
      await broken
    } finally {
      await client.end().catch(() => {})
    }
  }
  async function listen(): Promise<void> {
    let pauseMs = firstPauseMs
    for (let isAgain = false; !control.signal.aborted; isAgain = true) {
      pauseMs = await listenOnce(isAgain).then(
        () => firstPauseMs,
        () => Math.min(2 * pauseMs, longestPauseMs),
      )
      await sleep(pauseMs, control.signal)
    }
  }
  return {
    send(topic, about = '') {
      waiting.add(`${topic} ${about}`)
      sending ??= sendAll()
    },
    on(topic, listener): Unwatch {
      listening ??= listen()
      return heard.on(topic, listener)
    },
    async close() {
      control.abort()
      heard.clear()
      await Promise.all([sending, listening])
    },
  }
}

const notifySql = `SELECT pg_notify($1 || topic, $4 || about) FROM unnest($2::text[], $3::text[]) AS s (topic, about)`
