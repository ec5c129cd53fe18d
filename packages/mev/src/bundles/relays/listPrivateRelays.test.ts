import { expect, it } from 'vitest'
import { listPrivateRelays } from './listPrivateRelays.ts'
import { relayProfiles } from './registry.ts'

const namesOf = (relays: ReturnType<typeof listPrivateRelays>) => relays.map(({ name }) => name)

it('lists the public relays of a chain, with what their requests need', () => {
  const relays = listPrivateRelays('ethereum', [])
  const known = relayProfiles.flatMap(({ name, urls }) => (urls.ethereum ? [name] : []))
  expect(namesOf(relays).toSorted()).toEqual(known.toSorted())
  // Those that require the least come first.
  expect(namesOf(relays).slice(-2)).toEqual(['flashbots', 'bloxroute'])
  expect(relays.every(({ configured }) => !configured)).toBe(true)
  const requires = Object.fromEntries(relays.map((relay) => [relay.name, relay.requires]))
  expect(requires).toMatchObject({ flashbots: 'signature', bloxroute: 'account', titan: null })
})

it('puts the relays of the settings first, and hides their own address', () => {
  const own = { name: 'mine', url: 'https://relay.example/secret', dialect: 'rsync' }
  const relays = listPrivateRelays('ethereum', ['titan', own])
  expect(relays.slice(0, 2)).toMatchObject([
    { name: 'titan', url: 'https://rpc.titanbuilder.xyz', configured: true },
    { name: 'mine', url: null, method: 'eth_sendPrivateRawTransaction', configured: true },
  ])
  expect(namesOf(relays).filter((name) => name === 'titan')).toHaveLength(1)
})

it('lists a relay without a public address only if the settings name it', () => {
  const gnosis = { name: 'gnosis', url: 'https://builder.example' }
  expect(listPrivateRelays('gnosis', [])).toEqual([])
  expect(listPrivateRelays('gnosis', [gnosis, 'titan'])).toMatchObject([
    { name: 'gnosis', url: null, configured: true },
  ])
  expect(listPrivateRelays('base', [gnosis])).toEqual([])
})
