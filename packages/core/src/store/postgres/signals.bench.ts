import { startPostgres } from '@outrigger/devnet/postgres'
import { quantile } from '../../math/quantile.ts'
import { sleep } from '../../time/sleep.ts'
import { createPostgresStore } from '../postgres.ts'
import type { StoreSignals } from '../signals.ts'
import type { Store } from '../store.ts'

/** Measures the time that a signal takes from one node's store to another's. */
export const suite = { name: 'signals', run }

const rounds = 500
const documents = 100
/** A signal that takes longer counts as lost. */
const longestWaitMs = 10_000

async function run() {
  await using cluster = await startPostgres({ fsync: true })
  const url = cluster.createDatabase()
  await using near = await createPostgresStore({ url })
  await using far = await createPostgresStore({ url })
  if (near.signals === undefined || far.signals === undefined) throw new TypeError('The store has no signals.')
  const question = { from: near.signals, to: far.signals }
  await warmUp(question)
  const quiet = await measure(question)
  const control = new AbortController()
  const writing = writeUntil(near, control.signal)
  const loaded = await measure(question)
  control.abort()
  await writing
  return [
    ...toRows('nothing else written', quiet),
    ...toRows(`${documents} documents written at a time beside it`, loaded),
  ]
}

type Question = { readonly from: StoreSignals; readonly to: StoreSignals }

/** Sends signals until the other store receives one. */
async function warmUp(question: Question): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) if ((await ask(question, `warm${attempt}`, 100)) !== null) return
  throw new RangeError('No signal was heard.')
}

async function measure(question: Question): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const time = await ask(question, `round${round}`, longestWaitMs)
    if (time === null) throw new RangeError('A signal was lost.')
    times.push(time)
  }
  return times.sort((a, b) => a - b)
}

/** @returns milliseconds from `send` to the listener of the other store, or null if the signal was not received */
async function ask({ from, to }: Question, about: string, waitMs: number): Promise<number | null> {
  const control = new AbortController()
  let heardAtMs: number | null = null
  const stop = to.on('keys', (heard) => {
    if (heard !== about) return
    heardAtMs = performance.now()
    control.abort()
  })
  const startedMs = performance.now()
  from.send('keys', about)
  await sleep(waitMs, control.signal)
  stop()
  return heardAtMs === null ? null : heardAtMs - startedMs
}

async function writeUntil(store: Store, signal: AbortSignal): Promise<void> {
  for (let count = 0; !signal.aborted; count += 1)
    await store.commit(
      Array.from({ length: documents }, (_, key) => ({ collection: 'bench', key: `${key}`, change: () => count })),
    )
}

function toRows(when: string, times: readonly number[]) {
  const row = (name: string, q: number) => ({
    name: `${when}: ${name}`,
    value: quantile(times, q) ?? Number.NaN,
    unit: 'ms',
  })
  return [row('p50', 0.5), row('p99', 0.99)]
}
