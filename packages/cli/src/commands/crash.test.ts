import { scopes } from '@outrigger/api/contract'
import { createKeyring, openStore, tiers } from '@outrigger/server'
import { expect, it } from 'vitest'
import { createDirectory, startCli } from '../fixtures/cliProcess.ts'

const kills = 50
const lanes = 4

// A server makes the key of its run as it starts, `keys create` makes one and ends: both are killed around that moment.
const subjects = [
  ['keys', 'create', '--name', 'bot', '--json'],
  ['up', '--rpc', 'ethereum=http://127.0.0.1:9', '--port', '0', '--json'],
] as const

it('loses no printed key and writes no half key, whenever its makers are killed', { timeout: 300_000 }, async () => {
  const dataDir = createDirectory()
  const printed: string[] = []
  const outcomes = { before: 0, after: 0 }

  /** Kills a maker after a time, unless it ends before; says whether it had printed its key. */
  async function kill(args: readonly string[], afterMs: number): Promise<boolean> {
    const maker = startCli([...args, '--data-dir', dataDir])
    const timer = setTimeout(() => maker.child.kill('SIGKILL'), afterMs)
    const { stdout } = await maker.ended
    clearTimeout(timer)
    if (!stdout.includes('\n')) return false
    const { secret, api_key } = JSON.parse(stdout) as { secret?: string; api_key?: string }
    printed.push(secret ?? api_key ?? '')
    return true
  }

  const startedAt = performance.now()
  await kill(subjects[0], 60_000)
  // When keys are made depends on the machine and on the other lanes: too early a kill moves the next one later, and
  // the other way round, so that half of them come before the key and half after it.
  const middleMs = subjects.map(() => performance.now() - startedAt)
  let next = 0
  const lane = async () => {
    while (next < kills) {
      const index = next++ % subjects.length
      const middle = middleMs[index] ?? 0
      const done = await kill(subjects[index] ?? subjects[0], middle - 150 + Math.random() * 300)
      outcomes[done ? 'after' : 'before'] += 1
      middleMs[index] = (middleMs[index] ?? 0) * (done ? 0.87 : 1.15)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))

  expect(outcomes.before + outcomes.after).toBe(kills)
  // Kills that all come too early or too late would prove nothing.
  expect(outcomes.before).toBeGreaterThan(5)
  expect(outcomes.after).toBeGreaterThan(5)

  await using store = await openStore({ dataDir })
  const keyring = createKeyring(store)
  const keys = await keyring.list()
  for (const secret of printed) {
    const id = secret.split('_')[1]
    const key = keys.find((candidate) => candidate.id === id)
    expect(key, `${id} was printed`).toBeDefined()
    const verified = await keyring.verify(secret, '127.0.0.1')
    // The key of a run ends with it.
    if (key?.ofRun) expect(verified).toBeUndefined()
    else expect(verified).toMatchObject({ id })
  }
  for (const { value } of await store.collection<Record<string, unknown>>('keys').list())
    expect(value).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      hash: expect.stringMatching(/^(?:[0-9a-f]{64})?$/),
      name: expect.stringMatching(/^(?:bot|run:\d+)$/),
      tier: expect.toSatisfy((tier: string) => Object.hasOwn(tiers, tier)),
      scopes: expect.toSatisfy(
        (list: string[]) => list.length > 0 && list.every((scope) => Object.hasOwn(scopes, scope)),
      ),
      createdAt: expect.any(String),
    })
})
