import { createPublicClient } from 'viem'
import { foundry, mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, createAnvil } from '../../../devnet/src/chain/anvil.ts'
import { chains } from '../chains/registry.ts'
import { MissingChainError } from './clientOption.ts'
import { InvalidEndpointError } from './endpoint.ts'
import { failover } from './failover.ts'

let anvil: Anvil
let local: Anvil
beforeAll(async () => {
  ;[anvil, local] = await Promise.all([createAnvil({ chainId: 1 }), createAnvil({ chainId: foundry.id })])
})
afterAll(() => Promise.all([anvil.close(), local.close()]))

describe('failover', () => {
  it('takes the chain from the client, and shares one pool among clients of one chain', async () => {
    const transport = failover([anvil.rpcUrl])
    const [first, second] = [1, 2].map(() => createPublicClient({ chain: mainnet, transport }))
    expect(await first?.getBlockNumber()).toBe(0n)
    expect(first?.transport.pool.chain).toBe(chains.ethereum)
    expect(second?.transport.pool).toBe(first?.transport.pool)
    await first?.transport.pool.close()
  })

  it('serves a chain without a profile', async () => {
    const client = createPublicClient({ chain: foundry, transport: failover([local.rpcUrl]) })
    expect(await client.getChainId()).toBe(foundry.id)
    expect(client.transport.pool.chain).toMatchObject({ name: 'foundry', chainId: foundry.id })
    await client.transport.pool.close()
  })

  it('uses the chain of its options', async () => {
    // @ts-expect-error no chain has this name
    expect(() => failover([anvil.rpcUrl], { chain: 'etherium' })).toThrow('Did you mean "ethereum"?')
    const client = createPublicClient({ transport: failover([anvil.rpcUrl], { chain: 'ethereum' }) })
    expect(await client.getBlockNumber()).toBe(0n)
    await client.transport.pool.close()
  })

  it('reports wrong settings at once', () => {
    expect(() => failover([])).toThrow(InvalidEndpointError)
    expect(() => failover(['ftp://example.org'])).toThrow(InvalidEndpointError)
    expect(() => failover([{ url: 'http://a', name: 'line\nbreak' }])).toThrow(InvalidEndpointError)
    expect(() => createPublicClient({ transport: failover([anvil.rpcUrl]) })).toThrow(MissingChainError)
  })
})
