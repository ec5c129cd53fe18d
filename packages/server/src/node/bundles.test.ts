import { createAnvil, mnemonic } from '@outrigger/devnet'
import { createBuilder } from '@outrigger/devnet/builder'
import { usePostgres } from '@outrigger/devnet/testing'
import { parseGwei } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

const account = mnemonicToAccount(mnemonic)

const cluster = usePostgres()

it('of two nodes on one database, one goes on with the bundles of the other once that is gone', async () => {
  await using anvil = await createAnvil({ chainId: 1, args: ['--no-mining', '--order', 'fifo'] })
  await using builder = await createBuilder({ rpcUrl: anvil.rpcUrl, chain: mainnet, relays: ['flashbots'] })
  const config = {
    chains: { ethereum: { endpoints: [anvil.rpcUrl] } },
    store: cluster().createDatabase(),
    mev: { enabled: false, relays: [{ name: 'flashbots', url: builder.urls.flashbots ?? '' }] },
  }
  const first = await createNode(config)
  await using second = await createNode(config)
  const [one, other] = [first.bundles.get('ethereum'), second.bundles.get('ethereum')]
  const signed = await account.signTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: 0,
    gas: 21_000n,
    value: 1n,
    to: account.address,
    maxFeePerGas: parseGwei('30'),
    maxPriorityFeePerGas: parseGwei('2'),
  })
  const sent = await one?.sendBundle({ transactions: [{ signed }], blocks: 3 })
  const get = () => other?.get(sent?.hash ?? '')
  expect(await get()).toMatchObject({ status: 'pending', node: sent?.node })
  await first.close()
  await expect.poll(async () => (await get())?.node, { timeout: 30_000 }).not.toBe(sent?.node)
  const listSent = () => builder.received.filter(({ method }) => method === 'eth_sendBundle')
  await builder.build({ minBid: 10n ** 18n })
  await expect.poll(() => listSent().length, { timeout: 30_000 }).toBe(2)
  const { number, included } = await builder.build()
  expect(included).toEqual([sent?.hash])
  await expect.poll(get, { timeout: 30_000 }).toMatchObject({ status: 'included', includedBlock: number })
  // The signer is stored in the database, so the relay sees the same sender.
  expect(new Set(listSent().map(({ signer }) => signer)).size).toBe(1)
})
