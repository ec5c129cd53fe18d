import { OutriggerError } from '@outrigger/core'
import { computeCheckpoints, computeEpoch, computeRoot, slotsPerEpoch } from './beaconTime.ts'
import { isStatusFilter, selectValidators, type Validator, validatorStatuses } from './validators.ts'

/** The node's state at the time of a request. */
export type BeaconNodeView = {
  /** The node's head slot. It lags behind the clock while the node syncs. */
  readonly headSlot: number
  readonly syncDistance: number
  readonly isOptimistic: boolean
  readonly genesisTimeMs: number
  readonly slotSeconds: number
  readonly chainId: number
  readonly validators: readonly Validator[]
}

export type BeaconRequest = {
  /** The state or block id in the path, or an empty string. */
  readonly id: string
  readonly query: URLSearchParams
  readonly body: unknown
}

export type BeaconRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  /** Returns the JSON body of a 200 response, or another status without a body. */
  answer(view: BeaconNodeView, request: BeaconRequest): { readonly body: unknown } | { readonly status: number }
}

/** A request that the beacon API rejects, with the status code of the standard. */
export class BeaconRequestError extends OutriggerError {
  readonly code = 'BEACON_REQUEST_REFUSED'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Subject = 'state' | 'block'
/** Older roots are not searched. */
const rootSearchSlots = 8 * slotsPerEpoch

const toFinalSlot = (headSlot: number): number => Number(computeCheckpoints(headSlot).finalized.epoch) * slotsPerEpoch

const toSlot = ({ headSlot }: BeaconNodeView, id: string, subject: Subject): number => {
  if (id === 'head') return headSlot
  if (id === 'genesis') return 0
  if (id === 'finalized') return toFinalSlot(headSlot)
  if (id === 'justified' && subject === 'state') {
    return Number(computeCheckpoints(headSlot).current_justified.epoch) * slotsPerEpoch
  }
  if (/^\d{1,15}$/.test(id) && Number(id) <= headSlot) return Number(id)
  if (/^0x[0-9a-f]{64}$/i.test(id)) {
    for (let slot = headSlot; slot >= Math.max(0, headSlot - rootSearchSlots); slot--) {
      if (computeRoot(subject, slot) === id.toLowerCase()) return slot
    }
  } else if (!/^\d{1,15}$/.test(id)) {
    throw new BeaconRequestError(400, `Invalid ${subject} ID: ${id}`)
  }
  throw new BeaconRequestError(404, `${subject === 'state' ? 'State' : 'Block'} not found`)
}

/** Parses array parameters, which may be repeated or comma separated. */
const toList = (query: URLSearchParams, name: string): readonly string[] =>
  query.getAll(name).flatMap((value) => value.split(',').filter((item) => item !== ''))

const toStatuses = (statuses: readonly string[]): readonly string[] => {
  const unknown = statuses.find((status) => !isStatusFilter(status))
  if (unknown !== undefined) throw new BeaconRequestError(400, `Invalid validator status: ${unknown}`)
  return statuses
}

/** Creates a GET route for a state or block, whose response includes the standard's `execution_optimistic` and `finalized`. */
const about = (
  subject: Subject,
  path: RegExp,
  toData: (view: BeaconNodeView, slot: number, request: BeaconRequest) => unknown,
  method: BeaconRoute['method'] = 'GET',
): BeaconRoute => ({
  method,
  path,
  answer(view, request) {
    const slot = toSlot(view, request.id, subject)
    const finalized = slot <= toFinalSlot(view.headSlot)
    return { body: { execution_optimistic: view.isOptimistic, finalized, data: toData(view, slot, request) } }
  },
})

const get = (path: RegExp, toData: (view: BeaconNodeView) => unknown): BeaconRoute => ({
  method: 'GET',
  path,
  answer: (view) => ({ body: { data: toData(view) } }),
})

const signature = `0x${'a5'.repeat(96)}`

/** The endpoints of github.com/ethereum/beacon-APIs that this node serves, except events. */
export const beaconRoutes: readonly BeaconRoute[] = [
  get(/^\/eth\/v1\/node\/version$/, () => ({ version: 'Outrigger-devnet/v0.1.0' })),
  get(/^\/eth\/v1\/node\/syncing$/, ({ headSlot, syncDistance, isOptimistic }) => ({
    head_slot: String(headSlot),
    sync_distance: String(syncDistance),
    is_syncing: syncDistance > 0,
    is_optimistic: isOptimistic,
    el_offline: false,
  })),
  {
    method: 'GET',
    path: /^\/eth\/v1\/node\/health$/,
    answer({ syncDistance, isOptimistic }, { query }) {
      const whileSyncing = Number(query.get('syncing_status') ?? 206)
      if (!(whileSyncing >= 100 && whileSyncing <= 599))
        throw new BeaconRequestError(400, 'Invalid syncing status code')
      return { status: syncDistance > 0 || isOptimistic ? whileSyncing : 200 }
    },
  },
  get(/^\/eth\/v1\/beacon\/genesis$/, ({ genesisTimeMs }) => ({
    genesis_time: String(Math.floor(genesisTimeMs / 1000)),
    genesis_validators_root: computeRoot('state', 0),
    genesis_fork_version: '0x00000000',
  })),
  get(/^\/eth\/v1\/config\/spec$/, ({ slotSeconds, chainId }) => ({
    PRESET_BASE: 'mainnet',
    CONFIG_NAME: chainId === 1 ? 'mainnet' : 'devnet',
    // Whole seconds by definition. SLOT_DURATION_MS is exact.
    SECONDS_PER_SLOT: String(Math.max(1, Math.round(slotSeconds))),
    SLOT_DURATION_MS: String(Math.round(slotSeconds * 1000)),
    SLOTS_PER_EPOCH: String(slotsPerEpoch),
    DEPOSIT_CHAIN_ID: String(chainId),
    DEPOSIT_NETWORK_ID: String(chainId),
  })),
  about('block', /^\/eth\/v1\/beacon\/headers\/([^/]+)$/, ({ validators }, slot) => ({
    root: computeRoot('block', slot),
    canonical: true,
    header: {
      message: {
        slot: String(slot),
        proposer_index: String(validators.length === 0 ? 0 : slot % validators.length),
        parent_root: slot === 0 ? `0x${'0'.repeat(64)}` : computeRoot('block', slot - 1),
        state_root: computeRoot('state', slot),
        body_root: computeRoot('body', slot),
      },
      signature,
    },
  })),
  // Blocks of this node have no blobs.
  about('block', /^\/eth\/v1\/beacon\/(?:blobs|blob_sidecars)\/([^/]+)$/, () => []),
  about('state', /^\/eth\/v1\/beacon\/states\/([^/]+)\/finality_checkpoints$/, (_, slot) => computeCheckpoints(slot)),
  about('state', /^\/eth\/v1\/beacon\/states\/([^/]+)\/validators$/, ({ validators }, _, { query }) => {
    const ids = toList(query, 'id')
    if (ids.length > 64) throw new BeaconRequestError(414, 'Too many validator IDs in request')
    return selectValidators(validators, { ids, statuses: toStatuses(toList(query, 'status')) })
  }),
  about(
    'state',
    /^\/eth\/v1\/beacon\/states\/([^/]+)\/validators$/,
    ({ validators }, _, { body }) => {
      const { ids, statuses } = (body ?? {}) as { ids?: readonly string[]; statuses?: readonly string[] }
      return selectValidators(validators, { ids: ids ?? [], statuses: toStatuses(statuses ?? []) })
    },
    'POST',
  ),
  // Not in the standard. Prysm has this extension under the standard's prefix.
  about('state', /^\/eth\/v1\/beacon\/states\/([^/]+)\/validator_count$/, ({ validators }, _, { query }) => {
    const wanted = toStatuses(toList(query, 'status'))
    return (wanted.length > 0 ? wanted : validatorStatuses).map((status) => ({
      status,
      count: String(selectValidators(validators, { statuses: [status] }).length),
    }))
  }),
]

/** Computes the `head` event of the event stream. */
export const computeHeadEvent = (slot: number, isOptimistic: boolean) => ({
  slot: String(slot),
  block: computeRoot('block', slot),
  state: computeRoot('state', slot),
  epoch_transition: slot % slotsPerEpoch === 0,
  previous_duty_dependent_root: computeRoot('block', Math.max(0, (computeEpoch(slot) - 1) * slotsPerEpoch - 1)),
  current_duty_dependent_root: computeRoot('block', Math.max(0, computeEpoch(slot) * slotsPerEpoch - 1)),
  execution_optimistic: isOptimistic,
})
