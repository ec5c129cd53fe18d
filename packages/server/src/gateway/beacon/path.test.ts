import { expect, it } from 'vitest'
import { toBeaconPath } from './path.ts'

it.each([
  ['eth/v1/beacon/headers/head', '/eth/v1/beacon/headers/head'],
  ['eth/v2/beacon/blocks/head?x=1', '/eth/v2/beacon/blocks/head?x=1'],
  ['headers/head', '/eth/v1/beacon/headers/head'],
  ['headers?slot=1', '/eth/v1/beacon/headers?slot=1'],
  ['blob_sidecars/head?indices=0,1', '/eth/v1/beacon/blob_sidecars/head?indices=0,1'],
  ['states/head/validators?id=1,2', '/eth/v1/beacon/states/head/validators?id=1,2'],
  ['blocks/0xab', '/eth/v2/beacon/blocks/0xab'],
  ['blocks/head/root', '/eth/v1/beacon/blocks/head/root'],
  ['genesis', '/eth/v1/beacon/genesis'],
  ['node/syncing', '/eth/v1/node/syncing'],
  ['config/spec', '/eth/v1/config/spec'],
  ['events?topics=head', '/eth/v1/events?topics=head'],
  ['debug/beacon/states/head', '/eth/v2/debug/beacon/states/head'],
  ['validator/duties/proposer/5', '/eth/v1/validator/duties/proposer/5'],
])('%s is %s', (wanted, path) => {
  expect(toBeaconPath(wanted)?.path).toBe(path)
})

it.each([
  '',
  'nothing',
  'eth/v1/keystores',
  'eth/v1/remotekeys',
  'eth/v1',
  'lighthouse/health',
  '../eth/v1/keystores',
  'eth/v1/beacon/../keystores',
  'eth/v1/beacon/%2e%2e/keystores',
  'headers//head',
  './headers/head',
])('%s goes nowhere', (wanted) => {
  expect(toBeaconPath(wanted)).toBeNull()
})

it('lets only reads be posted', () => {
  const posted = ['states/head/validators', 'states/head/validator_balances', 'states/1/validator_identities']
  for (const path of posted) expect(toBeaconPath(path)?.methods).toEqual(['GET', 'POST'])
  for (const path of ['blocks', 'pool/attestations', 'eth/v1/beacon/pool/voluntary_exits', 'eth/v2/beacon/blocks'])
    expect(toBeaconPath(path)?.methods).toEqual(['GET'])
})
