import { playLifecycle } from './fixtures/lifecycle.ts'

const wantedDisconnects = 100

async function run() {
  const { transitions, lost, surplus, disordered, disconnects, rounds } = await playLifecycle(wantedDisconnects)
  const row = (name: string, value: number) => ({ name, value, unit: '' })
  return [
    { ...row('forced disconnects', disconnects), bar: { atLeast: wantedDisconnects } },
    row('rounds of speed-up, cancel, drop, gap, fail, 3-block reorg', rounds),
    row('transitions', transitions),
    { ...row('transitions never told', lost), bar: { atMost: 0 } },
    { ...row('transitions reported twice or without cause', surplus), bar: { atMost: 0 } },
    { ...row('events out of order', disordered), bar: { atMost: 0 } },
  ]
}

/** Benchmark: follows transactions on a real chain from pending to their end while sockets are cut. */
export const suite = { name: 'lifecycle', run }
