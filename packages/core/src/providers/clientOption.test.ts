import { createClient, createPublicClient, createWalletClient, http } from 'viem'
import { base, mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Anvil, createAnvil } from '../../../devnet/src/chain/anvil.ts'
import { chains } from '../chains/registry.ts'
import {
  type ClientOption,
  chainOf,
  MissingChainError,
  type PoolOption,
  toClient,
  toClientOf,
  toPool,
} from './clientOption.ts'
import { failover } from './failover.ts'
import { createFamilyPool } from './families/familyPool.ts'
import { createProviderPool } from './pool.ts'
import type { ProviderPool } from './poolTypes.ts'

let anvil: Anvil
beforeAll(async () => {
  anvil = await createAnvil({ chainId: 8453 })
})
afterAll(() => anvil.close())

it('reads through a pool, and through viem clients of any kind and chain', async () => {
  await using pool = createProviderPool({ chain: 'base', endpoints: [anvil.rpcUrl] })
  const transport = http(anvil.rpcUrl)
  // The block type of OP stack chains differs, so that such a client is not a `PublicClient`.
  const given: readonly ClientOption[] = [
    pool,
    createPublicClient({ chain: base, transport: pool.transport }),
    createPublicClient({ chain: base, transport }),
    createWalletClient({ chain: base, transport }),
    createClient({ chain: base, transport }),
  ]
  for (const one of given) {
    expect((await toClient(one).getBlock()).number).toBe(0n)
    expect(chainOf(one)).toBe(chains.base)
  }
  const client = createPublicClient({ transport })
  expect(toClient(client)).toBe(client)
  expect(() => chainOf(client)).toThrow(MissingChainError)
  expect(toClientOf([pool])('base')?.chain).toBe(chains.base.viemChain)
  expect(toClientOf([pool])('ethereum')).toBeUndefined()
})

it('finds the pool of a client on a failover transport', async () => {
  const client = createPublicClient({ chain: mainnet, transport: failover([anvil.rpcUrl]) })
  await using pool = toPool<ProviderPool>(client)
  expect(pool).toBe(client.transport.pool)
  expect(toPool(pool)).toBe(pool)
})

it('rejects by type what is neither', async () => {
  const url = anvil.rpcUrl
  await using bitcoin = createFamilyPool({ chain: 'bitcoin', endpoints: [url] })
  // @ts-expect-error a URL is not a client
  expect(() => toClient(url)).toThrow()
  // @ts-expect-error viem has no clients of Bitcoin
  expect(() => toClient(bitcoin)).toBeTypeOf('function')
  // @ts-expect-error the transport of this client has no pool
  const option: PoolOption = createPublicClient({ chain: mainnet, transport: http(url) })
  expect(toPool(option)).toBeUndefined()
})
