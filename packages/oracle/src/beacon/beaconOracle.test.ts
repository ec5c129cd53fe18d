import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRestPool, type RestPool } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BeaconServer, createBeaconServer } from '../../../devnet/src/beacon/index.ts'
import { BeaconUnavailableError, createBeaconOracle, getBeaconStatus } from './beaconOracle.ts'
import { BeaconAnswerError, createBeaconReader } from './sources/beacon.ts'
import { type BeaconGet, getValidatorCounts, getValidatorCountsByCommittees } from './sources/validators.ts'

const probePath = '/eth/v1/node/syncing'
let node: BeaconServer
let primary: FaultProxy
let backup: FaultProxy
let pool: RestPool

beforeAll(async () => {
  // Slots of 250 ms, a little more than 100 epochs after genesis.
  node = await createBeaconServer({ clock: { genesisTimeMs: Date.now() - 3210 * 250, slotSeconds: 0.25 } })
  primary = await createFaultProxy({ target: node.url })
  backup = await createFaultProxy({ target: node.url })
})
afterAll(async () => {
  await Promise.all([primary.close(), backup.close()])
  await node.close()
})
beforeEach(() => {
  pool = createRestPool({ name: 'beacon', endpoints: [primary.url, backup.url], probePath })
})
afterEach(async () => {
  await pool.close()
  node.setSyncing({ distanceSlots: 0 })
  await Promise.all([primary.setFault({ kind: 'none' }), backup.setFault({ kind: 'none' })])
})

const get: BeaconGet = async (path, decode) =>
  decode((await pool.get<{ data: Parameters<typeof decode>[0] }>(path)).result.data)

/** The node, with other responses for some paths. */
async function createLiar(lies: Record<string, unknown>) {
  const server = createServer(async ({ url = '/' }, response) => {
    const lie = lies[url]
    const { status, body } = lie === undefined ? await fetch(`${node.url}${url}`) : Response.json(lie)
    response.writeHead(status).end(await new Response(body).text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: close }
}

describe('one shot', () => {
  test('reads slot, epochs, validators and network', async () => {
    const status = await getBeaconStatus(pool)
    expect(status).toMatchObject({
      source: 'primary',
      stale: false,
      ttlMs: 12_000,
      syncStatus: 'synced',
      syncDistance: 0,
      network: 'mainnet',
    })
    const { slot, epoch, finalizedEpoch, justifiedEpoch } = status.slot
    expect(slot).toBeGreaterThanOrEqual(3210)
    expect(slot).toBeLessThan(3300)
    expect(epoch).toBe(Math.floor(slot / 32))
    expect([justifiedEpoch, finalizedEpoch]).toEqual([epoch - 1, epoch - 2])
    const { total, pending, exiting } = status.validators
    expect(pending).toBeGreaterThan(0)
    expect(exiting).toBeGreaterThan(0)
    expect(total).toBeGreaterThan(3000)
    expect(total).toBeLessThan(4000)
  })

  test('reports a syncing node and an optimistic one', async () => {
    node.setSyncing({ distanceSlots: 64 })
    expect(await getBeaconStatus(pool)).toMatchObject({ syncStatus: 'syncing', syncDistance: 64 })
    node.setSyncing({ distanceSlots: 0, isOptimistic: true })
    expect(await getBeaconStatus(pool)).toMatchObject({ syncStatus: 'optimistic', syncDistance: 0 })
  })

  test('reports an endpoint that is not a beacon node', async () => {
    const odd: Pick<RestPool, 'get'> = { get: async () => ({ result: { error: 'not found' } }) as never }
    await expect(getBeaconStatus(odd as RestPool)).rejects.toThrow(BeaconAnswerError)
  })
})

describe('validators', () => {
  test('the count by committees equals the count by status', async () => {
    // The devnet's node has no committees. The test builds them with every active validator once.
    const active = await get(
      '/eth/v1/beacon/states/head/validators?status=active',
      (list: readonly { index: string }[]) => list,
    )
    const committees = [0, 1, 2].map((third) => ({
      validators: active.map(({ index }) => index).filter((_, position) => position % 3 === third),
    }))
    const standard: BeaconGet = async (path, decode) =>
      path.endsWith('/committees') ? decode(committees as Parameters<typeof decode>[0]) : get(path, decode)
    expect(await getValidatorCountsByCommittees(standard)).toEqual(await getValidatorCounts(get))
  })

  test('are counted once per epoch, and the network is requested once', async () => {
    let nowMs = 0
    await using oracle = createBeaconOracle({ pool, clock: { now: () => nowMs } })
    const asked = (path: string) => primary.stats.byMethod[`GET ${path}`] ?? 0
    const paths = ['/eth/v1/config/spec', '/eth/v1/beacon/states/head/validator_count', '/eth/v1/node/syncing']
    await oracle.get()
    const before = paths.map(asked)
    for (let i = 0; i < 4; i++) {
      nowMs += 12_001
      await oracle.get()
    }
    const [spec = 0, counts = 0, syncing = 0] = paths.map((path, index) => asked(path) - (before[index] ?? 0))
    expect(spec).toBe(0)
    // Four quick reads span at most two epochs.
    expect(counts).toBeLessThanOrEqual(1)
    expect(syncing).toBe(4)
  })
})

describe('unreliable nodes', () => {
  const well = { head_slot: '9000000', sync_distance: '0', is_syncing: false }
  const state = (over: object) => ({ '/eth/v1/node/syncing': { data: { ...well, ...over } } })
  test.each<[string, object, string]>([
    ['without its execution client', { el_offline: true }, 'optimistic'],
    ['optimistic', { is_optimistic: true }, 'optimistic'],
    ['syncing', { is_syncing: true, sync_distance: '5000', head_slot: '8995000' }, 'syncing'],
    ['syncing, in numbers', { is_syncing: true, sync_distance: 50_000, head_slot: 8_950_000 }, 'syncing'],
    ['stalled, which is not syncing by its word', { sync_distance: '5000', head_slot: '8995000' }, 'syncing'],
  ])('%s', async (_, over, syncStatus) => {
    await using unwell = await createLiar(state(over))
    await using fine = await createLiar(state({}))
    await using alone = createRestPool({ name: 'beacon', endpoints: [unwell.url], probePath })
    expect(await getBeaconStatus(alone)).toMatchObject({ syncStatus, source: 'primary' })
    await using pool = createRestPool({
      name: 'beacon',
      endpoints: [unwell.url, fine.url],
      probePath,
      hedgeDelayMs: 1500,
    })
    expect(await getBeaconStatus(pool)).toMatchObject({ syncStatus: 'synced', syncDistance: 0, source: 'backup' })
    expect(pool.report().endpoints).toMatchObject([
      { status: 'unavailable', reason: expect.any(String) },
      { reason: null },
    ])
  })

  test('a head far behind the backup counts as syncing, whatever the node reports', async () => {
    await using behind = await createLiar(state({ head_slot: '8900000' }))
    await using fine = await createLiar(state({}))
    await using pool = createRestPool({
      name: 'beacon',
      endpoints: [behind.url, fine.url],
      probePath,
      hedgeDelayMs: 1500,
    })
    expect(await getBeaconStatus(pool)).toMatchObject({ source: 'backup' })
    expect(pool.report().endpoints[0]?.reason).toBe('Its head is 100000 slots behind.')
  })

  test('an optimistic head is detected if only the header response reports it', async () => {
    const header = { header: { message: { slot: '9000000' } } }
    const head = { '/eth/v1/beacon/headers/head': { execution_optimistic: true, data: header } }
    await using old = await createLiar({ ...state({}), ...head })
    await using pool = createRestPool({ name: 'beacon', endpoints: [old.url], probePath })
    expect(await getBeaconStatus(pool)).toMatchObject({ syncStatus: 'optimistic' })
  })
})

describe('a primary that returns nonsense with status 200', () => {
  const state = '/eth/v1/beacon/states/head'
  test.each<[string, unknown]>([
    ['/eth/v1/config/spec', { data: null }],
    ['/eth/v1/config/spec', { data: { CONFIG_NAME: 'mainnet', SLOTS_PER_EPOCH: '0' } }],
    ['/eth/v1/config/spec', { data: { CONFIG_NAME: {}, SLOTS_PER_EPOCH: '32' } }],
    ['/eth/v1/node/syncing', null],
    ['/eth/v1/node/syncing', { data: { sync_distance: '-1', is_syncing: false } }],
    ['/eth/v1/node/syncing', { data: { sync_distance: '0', is_syncing: 'no' } }],
    ['/eth/v1/beacon/headers/head', { data: { header: { message: { slot: 'NaN' } } } }],
    [`${state}/finality_checkpoints`, { data: { finalized: { epoch: '1' }, current_justified: {} } }],
    [`${state}/validator_count`, { data: [] }],
    [`${state}/validator_count`, { data: [{ status: 'active_ongoing', count: 'many' }] }],
  ])('%s is passed over: %j', async (path, lie) => {
    await using liar = await createLiar({ [path]: lie })
    await using pool = createRestPool({ name: 'beacon', endpoints: [liar.url, node.url], probePath })
    const status = await getBeaconStatus(pool)
    expect(status).toMatchObject({ source: 'backup', syncStatus: 'synced', network: 'mainnet' })
    expect(status.slot.epoch).toBe(Math.floor(status.slot.slot / 32))
    expect(status.validators.total).toBeGreaterThan(3000)
  })

  test('does not store its network', async () => {
    const lies: Record<string, unknown> = { '/eth/v1/config/spec': { data: { SLOTS_PER_EPOCH: '0' } } }
    await using liar = await createLiar(lies)
    await using pool = createRestPool({ name: 'beacon', endpoints: [liar.url], probePath })
    const read = createBeaconReader(pool, systemClock)
    await expect(read()).rejects.toThrow()
    delete lies['/eth/v1/config/spec']
    expect((await read()).value.network).toBe('mainnet')
  })
})

describe('oracle', () => {
  test('serves the backup while the primary hangs, the cache while both hang, and an error if nothing is cached', async () => {
    let nowMs = 0
    await using oracle = createBeaconOracle({ pool, clock: { now: () => nowMs } })
    const first = await oracle.get()
    expect(await oracle.get()).toBe(first)

    await primary.setFault({ kind: 'hang' })
    nowMs += 12_001
    expect(await oracle.get()).toMatchObject({ source: 'backup', stale: false })

    await Promise.all([primary.setFault({ kind: 'refuse' }), backup.setFault({ kind: 'refuse' })])
    nowMs += 12_001
    expect(await oracle.get()).toMatchObject({ source: 'cache', stale: true, timestampMs: nowMs - 12_001 })

    expect(oracle.clear()).toBe(true)
    await expect(oracle.get()).rejects.toThrow(BeaconUnavailableError)
  })
})
