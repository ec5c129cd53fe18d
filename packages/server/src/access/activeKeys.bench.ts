import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '@outrigger/core/internal'
import { createSqliteStore } from '@outrigger/core/store/sqlite'
import { createKeyring, type Keyring } from './keyring.ts'
import { type Ledger, openLedger } from './ledger/ledger.ts'
import { withUsage } from './withUsage.ts'

/** Run by `npm run bench -- activeKeys`: measures how long 1,000 keys that call constantly block the event loop. */
export const suite = { name: 'activeKeys', run }

const keyCount = 1000
const methods = ['eth_call', 'eth_getBalance', 'eth_blockNumber']
const warmUpMs = 2000
const measureMs = 10_000

async function run() {
  const dataDir = await mkdtemp(join(tmpdir(), 'outrigger-keys-'))
  try {
    await using store = await createSqliteStore({ path: join(dataDir, 'outrigger.db') })
    const keys = createKeyring(store)
    const ledger = await openLedger({ store, clock: systemClock, dataDir, onFault: raise })
    const secrets: string[] = []
    for (let count = 0; count < keyCount; count += 1) secrets.push((await keys.create({ name: `${count}` })).secret)
    const caller = createCaller(withUsage(keys, ledger), ledger, secrets)
    await caller.callFor(warmUpMs)
    const turns = watchTurns()
    await caller.callFor(measureMs)
    const folding = turns.read()
    // The keyring also writes once a minute when and from where each key was last used.
    await keys.close()
    await turns.next()
    const lastUses = turns.end()
    await ledger.close()
    const longest = (what: string, { wallMs, cpuMs }: Turns) => [
      { name: `${what}: longest turn`, value: wallMs, unit: 'ms', bar: { atMost: 10 } },
      { name: `${what}: CPU of the dearest turn`, value: cpuMs, unit: 'ms', bar: { atMost: 10 } },
    ]
    return [
      { name: `${keyCount} keys`, value: (1000 * caller.calls()) / (warmUpMs + measureMs), unit: 'calls/s' },
      ...longest('calls and their way into the store', folding),
      ...longest('last uses of all keys', lastUses),
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function raise(error: unknown): never {
  throw error
}

/** Calls with each key in turn, so that every flush of the ledger includes every key. */
function createCaller(keyring: Keyring, ledger: Ledger, secrets: readonly string[]) {
  let calls = 0
  return {
    calls: () => calls,
    async callFor(durationMs: number): Promise<void> {
      for (const endMs = performance.now() + durationMs; performance.now() < endMs; ) {
        const key = await keyring.verify(secrets[calls % secrets.length] ?? '', '127.0.0.1')
        if (key === undefined) throw new RangeError('A key was refused.')
        const method = methods[calls % methods.length] ?? ''
        ledger.charge({ keyId: key.id, chain: 'ethereum', method, pool: 'cu', cu: 26 })
        calls += 1
        await nextTurn()
      }
    },
  }
}

/** The longest turn and the turn with the most CPU time since the last reading. */
type Turns = { readonly wallMs: number; readonly cpuMs: number }

/** Times turns of the event loop. The CPU time of a turn does not depend on other load on the machine. */
function watchTurns(): { read(): Turns; next(): Promise<void>; end(): Turns } {
  let longest = { wallMs: 0, cpuMs: 0 }
  let isEnded = false
  let startedMs = performance.now()
  let cpu = process.cpuUsage()
  const toMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  function look(): void {
    const now = performance.now()
    const spent = process.cpuUsage()
    longest = {
      wallMs: Math.max(longest.wallMs, now - startedMs),
      // Other threads compile and collect garbage in the meantime, so the CPU time of a turn is capped at its duration.
      cpuMs: Math.max(longest.cpuMs, Math.min(now - startedMs, toMs(spent) - toMs(cpu))),
    }
    startedMs = now
    cpu = spent
    if (!isEnded) setImmediate(look)
  }
  const read = () => {
    const result = longest
    longest = { wallMs: 0, cpuMs: 0 }
    return result
  }
  look()
  return {
    read,
    /** Resolves when the current turn has been measured. */
    async next() {
      await nextTurn()
      await nextTurn()
    },
    end() {
      isEnded = true
      return read()
    },
  }
}
