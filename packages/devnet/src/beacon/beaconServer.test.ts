import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFaultProxy } from '../faults/index.ts'
import { type BeaconServer, createBeaconServer } from './beaconServer.ts'
import { computeValidators, validatorStatuses } from './validators.ts'

const genesisTimeMs = 1_606_824_023_000
let nowMs: number
let beacon: BeaconServer

beforeEach(async () => {
  nowMs = genesisTimeMs + (5 * 32 + 7) * 12_000 + 500
  beacon = await createBeaconServer({ clock: { genesisTimeMs, slotSeconds: 12, getNowMs: () => nowMs } })
})
afterEach(() => beacon.close())

// biome-ignore lint/suspicious/noExplicitAny: wire answers are read freely in tests
type Json = any
const read = async (path: string, init?: RequestInit): Promise<{ status: number; body: Json }> => {
  const answer = await fetch(`${beacon.url}/eth/v1/${path}`, init)
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

test('node, genesis and spec match the standard', async () => {
  expect((await read('node/syncing')).body).toEqual({
    data: { head_slot: '167', sync_distance: '0', is_syncing: false, is_optimistic: false, el_offline: false },
  })
  expect((await read('node/version')).body.data.version).toMatch(/^[\w-]+\/v\d/)
  expect(await read('node/health')).toEqual({ status: 200, body: undefined })
  expect((await read('beacon/genesis')).body.data.genesis_time).toBe('1606824023')
  expect((await read('config/spec')).body.data).toMatchObject({
    CONFIG_NAME: 'mainnet',
    SECONDS_PER_SLOT: '12',
    SLOTS_PER_EPOCH: '32',
    DEPOSIT_NETWORK_ID: '1',
  })
})

test('a syncing node says so everywhere and its head lags', async () => {
  beacon.setSyncing({ distanceSlots: 100 })
  expect((await read('node/syncing')).body.data).toMatchObject({
    head_slot: '67',
    sync_distance: '100',
    is_syncing: true,
  })
  expect((await read('node/health')).status).toBe(206)
  expect((await read('node/health?syncing_status=503')).status).toBe(503)
  expect((await read('node/health?syncing_status=7')).status).toBe(400)
  expect((await read('beacon/headers/head')).body.data.header.message.slot).toBe('67')
  expect((await read('beacon/headers/100')).status).toBe(404)
  beacon.setSyncing({ distanceSlots: 0, isOptimistic: true })
  expect((await read('beacon/headers/head')).body.execution_optimistic).toBe(true)
  expect((await read('node/health')).status).toBe(206)
})

test('headers and finality follow the clock', async () => {
  const { body: head } = await read('beacon/headers/head')
  const { body: parent } = await read('beacon/headers/166')
  expect(head).toMatchObject({ execution_optimistic: false, finalized: false, data: { canonical: true } })
  expect(head.data.header.message).toMatchObject({ slot: '167', parent_root: parent.data.root })
  expect(head.data.header.signature).toMatch(/^0x[0-9a-f]{192}$/)
  expect((await read(`beacon/headers/${head.data.root}`)).body).toEqual(head)
  const { data } = (await read('beacon/states/head/finality_checkpoints')).body
  expect([data.previous_justified.epoch, data.current_justified.epoch, data.finalized.epoch]).toEqual(['3', '4', '3'])
  const { body: final } = await read('beacon/headers/finalized')
  expect([final.finalized, final.data.header.message.slot, final.data.root]).toEqual([true, '96', data.finalized.root])
  nowMs += 32 * 12_000
  expect((await read('beacon/states/head/finality_checkpoints')).body.data.finalized.epoch).toBe('4')
  expect((await read('beacon/states/genesis/finality_checkpoints')).body.data.finalized).toEqual({
    epoch: '0',
    root: `0x${'0'.repeat(64)}`,
  })
})

describe('validators', () => {
  test('filters by id and status, by GET and POST', async () => {
    const { data } = (await read('beacon/states/head/validators')).body
    expect(data).toHaveLength(4000)
    const one = data[44]
    for (const id of ['44', one.validator.pubkey]) {
      expect((await read(`beacon/states/head/validators?id=${id}`)).body.data).toEqual([one])
      const init = { method: 'POST', body: JSON.stringify({ ids: [id] }) }
      expect((await read('beacon/states/head/validators', init)).body.data).toEqual([one])
    }
    const count = async (query: string) => (await read(`beacon/states/head/validators?${query}`)).body.data.length
    const of = (prefix: string) => data.filter((item: Json) => item.status.startsWith(prefix)).length
    expect(await count('status=pending')).toBe(of('pending'))
    expect(await count('status=pending_queued,active_exiting')).toBe(of('pending_queued') + of('active_exiting'))
    expect(await count('status=pending_queued&status=active_exiting')).toBe(of('pending_queued') + of('active_exiting'))
    const counts = (await read('beacon/states/head/validator_count?status=active')).body.data
    expect(counts).toEqual([{ status: 'active', count: String(of('active')) }])
    expect((await read('beacon/states/head/validator_count')).body.data).toHaveLength(9)
  })

  test('every status occurs and matches its epochs', () => {
    const validators = computeValidators(5, 3000)
    expect(computeValidators(5, 3000)).toEqual(validators)
    expect(computeValidators(6, 3000)).not.toEqual(validators)
    expect(new Set(validators.map(({ status }) => status))).toEqual(new Set(validatorStatuses))
    const never = 2 ** 64
    for (const { status, validator, balance } of validators) {
      const [eligibility, activation, exit, withdrawable] = [
        validator.activation_eligibility_epoch,
        validator.activation_epoch,
        validator.exit_epoch,
        validator.withdrawable_epoch,
      ].map(Number) as [number, number, number, number]
      // The definition of hackmd.io/ofFJ5gOmQpu1jjHilHbdQQ, at epoch 5.
      const expected =
        activation > 5
          ? eligibility === never
            ? 'pending_initialized'
            : 'pending_queued'
          : exit > 5
            ? exit === never
              ? 'active_ongoing'
              : validator.slashed
                ? 'active_slashed'
                : 'active_exiting'
            : withdrawable > 5
              ? validator.slashed
                ? 'exited_slashed'
                : 'exited_unslashed'
              : balance === '0'
                ? 'withdrawal_done'
                : 'withdrawal_possible'
      expect(status).toBe(expected)
    }
  })
})

test('invalid requests are rejected like in the standard', async () => {
  expect(await read('beacon/states/current/finality_checkpoints')).toEqual({
    status: 400,
    body: { code: 400, message: 'Invalid state ID: current' },
  })
  expect((await read('beacon/states/99999/validators')).status).toBe(404)
  expect((await read(`beacon/states/0x${'11'.repeat(32)}/validators`)).status).toBe(404)
  expect((await read('beacon/states/head/validators?status=sleepy')).status).toBe(400)
  const ids = Array.from({ length: 65 }, (_, index) => index).join()
  expect((await read(`beacon/states/head/validators?id=${ids}`)).status).toBe(414)
  expect((await read('beacon/states/head/validators', { method: 'POST', body: '{' })).status).toBe(400)
  expect((await read('nothing')).status).toBe(404)
  expect((await read('events?topics=attestation')).status).toBe(400)
})

test('head events arrive each slot, also through a fault proxy, and closing ends the stream', async () => {
  const live = await createBeaconServer({ clock: { genesisTimeMs: Date.now(), slotSeconds: 0.1 } })
  const proxy = await createFaultProxy({ target: live.url })
  const { body } = await fetch(`${proxy.url}/eth/v1/events?topics=head`)
  const decoder = new TextDecoder()
  let text = ''
  const reading = (async () => {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) text += decoder.decode(chunk)
  })().catch((error: Error) => error.message)
  while (text.split('\n\n').length < 5) await new Promise((resolve) => setTimeout(resolve, 10))
  const events = text.split('\n\n').slice(0, 4)
  const slots = events.map((event) => {
    expect(event.startsWith('event: head\ndata: ')).toBe(true)
    return Number(JSON.parse(event.slice('event: head\ndata: '.length)).slot)
  })
  expect(slots).toEqual([0, 1, 2, 3].map((step) => (slots[0] ?? 0) + step))
  await live.close()
  expect(await reading).toMatch(/terminated/)
  await proxy.close()
})
