import { type Endpoint, maxLagSlots } from '@outrigger/core/internal'
import { formatMs } from '../output/format.ts'
import { type Check, fail, ok, warn } from './finding.ts'
import { askBeacon, NoAnswerError } from './question.ts'

type BeaconContext = { readonly endpoint: Endpoint }

const state = '/eth/v1/beacon/states/head'

/** Checks of the standard paths that beacon status is read from. The first checks whether the endpoint responds. */
export const beaconChecks: readonly Check<BeaconContext>[] = [
  {
    name: 'sync',
    otherwise: 'fail',
    async run({ endpoint }) {
      const { is_syncing, is_optimistic, el_offline, sync_distance } = await askBeacon<{
        is_syncing: boolean
        is_optimistic?: boolean
        el_offline?: boolean
        sync_distance: string
      }>(endpoint, '/eth/v1/node/syncing')
      if (is_syncing || Number(sync_distance) > maxLagSlots)
        return fail(`-${sync_distance}`, `It is ${sync_distance} slots behind: wait until it has synced.`)
      if (el_offline === true) return fail('no execution client', 'Its execution client is offline: start it.')
      if (is_optimistic === true)
        return fail('optimistic', 'Its execution client has not verified the head: wait until it has synced.')
      return ok('synced')
    },
  },
  {
    name: 'head',
    otherwise: 'fail',
    async run({ endpoint }) {
      const startedAt = performance.now()
      const { header } = await askBeacon<{ header: { message: { slot: string } } }>(
        endpoint,
        '/eth/v1/beacon/headers/head',
      )
      return ok(`${header.message.slot}, ${formatMs(performance.now() - startedAt)}`)
    },
  },
  {
    name: 'finality',
    otherwise: 'fail',
    advice: 'It does not serve finality_checkpoints: use another endpoint.',
    async run({ endpoint }) {
      const { finalized } = await askBeacon<{ finalized: { epoch: string } }>(endpoint, `${state}/finality_checkpoints`)
      return ok(finalized.epoch)
    },
  },
  {
    name: 'network',
    otherwise: 'fail',
    advice: 'It does not serve config/spec: use another endpoint.',
    async run({ endpoint }) {
      return ok((await askBeacon<{ CONFIG_NAME?: string }>(endpoint, '/eth/v1/config/spec')).CONFIG_NAME ?? 'unknown')
    },
  },
  {
    name: 'validators',
    otherwise: 'fail',
    advice: 'It does not list validators: use an endpoint that serves states/head/validators.',
    async run({ endpoint }) {
      try {
        await askBeacon(endpoint, `${state}/validator_count`)
        return ok('count')
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error
        await askBeacon(endpoint, `${state}/validators?status=pending_queued`)
        return warn('list', 'It lacks validator_count, so validators are counted from committees once an epoch.')
      }
    },
  },
]
