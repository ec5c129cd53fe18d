import { expect, it } from 'vitest'
import { requirePool } from './perChain.ts'

it('names the chains that the node serves, the closest name, and how to add a chain', () => {
  const supported = ['ethereum', 'base', 'polygon'] as const
  const refuse = (pools: object, chain: string) => () => requirePool(pools, chain, supported)
  expect(refuse({ ethereum: {}, base: {}, bitcoin: {} }, 'etherium')).toThrow(
    'Chain "etherium" is not supported here. Did you mean "ethereum"? Served by this node: ethereum, base. ' +
      'Add one with --rpc <chain>=<url>, or chains.<chain>.endpoints in its configuration.',
  )
  expect(refuse({}, 'atlantis')).toThrow('"atlantis" is not supported here. Supported: ')
  expect(refuse({}, 'polygon')).toThrow('No polygon provider is configured. Start the node with --rpc polygon=<url>')
})
