import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createMemoryStore } from '@outrigger/core'
import { createLeases } from '@outrigger/core/internal'
import { createPostgresStore } from '@outrigger/core/store/postgres'
import { usePostgres } from '@outrigger/devnet/testing'
import { expect, it } from 'vitest'
import { createBundler } from './bundler.ts'
import { type BundleChain, startBundleChain } from './fixtures/bundleChain.ts'

const program = fileURLToPath(new URL('fixtures/killed.ts', import.meta.url))
const seconds = (count: number) => ({ timeout: count * 1_000, interval: 50 })

/** Transactions and blocks of the bundles that the relay received. */
const listSent = ({ builder }: BundleChain) =>
  builder.received
    .filter(({ method }) => method === 'eth_sendBundle')
    .map(({ body }) => {
      const { txs, blockNumber } = JSON.parse(body).params[0]
      return `${txs.join()} ${Number(blockNumber)}`
    })
/** Builds a block with a minimum bid that no bundle reaches. */
const buildEmpty = ({ builder }: BundleChain) => builder.build({ minBid: 10n ** 18n })

const cluster = usePostgres()

it('another node on the store follows the bundles of a killed node and sends none twice', async () => {
  const url = cluster().createDatabase()
  await using chain = await startBundleChain(['flashbots'])
  const relay = { name: 'flashbots', url: chain.builder.urls.flashbots ?? '' }
  const args = ['--import', 'tsx', '--conditions', '@outrigger/source', program, chain.rpcUrl, relay.url, url, '0', '6']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  await expect.poll(() => [...text.matchAll(/^sent /gm)].length, seconds(60)).toBe(6)
  const store = await createPostgresStore({ url })
  const leases = createLeases({ store })
  await leases.refresh()
  const other = createBundler({ pool: chain.pool, store, leases, relays: [relay] })
  try {
    await other.ready
    await buildEmpty(chain)
    // Only the owner sends each bundle for the next block.
    await expect.poll(() => listSent(chain).length, seconds(30)).toBe(12)
    child.kill('SIGKILL')
    await once(child, 'close')
    const owners = async () => new Set((await other.list()).map(({ node }) => node))
    await expect.poll(owners, seconds(60)).toEqual(new Set([leases.owner]))
    await buildEmpty(chain)
    await expect.poll(() => listSent(chain).length, seconds(30)).toBe(18)
    const { included } = await chain.builder.build()
    expect(included).toHaveLength(6)
    const statuses = async () => (await other.list()).map(({ status }) => status)
    await expect.poll(statuses, seconds(30)).toEqual(Array(6).fill('included'))
    expect(new Set(listSent(chain)).size).toBe(18)
  } finally {
    child.kill('SIGKILL')
    await other.close()
    await leases.close()
    await store.close()
  }
}, 240_000)

it('the node with the last request follows a bundle, and both nodes know its status', async () => {
  const store = createMemoryStore()
  const [first, second] = [createLeases({ store }), createLeases({ store })]
  for (const leases of [first, second, first]) await leases.refresh()
  await using chain = await startBundleChain(['flashbots'], { store, leases: first })
  const relay = { name: 'flashbots', url: chain.builder.urls.flashbots ?? '' }
  await using other = createBundler({ pool: chain.pool, store, leases: second, relays: [relay] })
  const transactions = [{ signed: await chain.sign(0, { nonce: 0 }) }]
  const { hash } = await chain.bundler.sendBundle({ transactions, blocks: 4 })
  expect(await other.get(hash)).toMatchObject({ status: 'pending', node: first.owner })
  expect(await other.sendBundle({ transactions, blocks: 4 })).toMatchObject({ hash, node: second.owner })
  expect(listSent(chain)).toHaveLength(1)
  await buildEmpty(chain)
  await expect.poll(() => listSent(chain).length, seconds(10)).toBe(2)
  expect(await chain.bundler.cancel(hash)).toMatchObject({ cancelled: true })
  expect(await other.get(hash)).toMatchObject({ status: 'cancelled', node: first.owner })
  await buildEmpty(chain)
  expect((await chain.builder.build()).included).toEqual([])
  expect(new Set(listSent(chain)).size).toBe(listSent(chain).length)
  expect(listSent(chain)).toHaveLength(2)
  for (const leases of [first, second]) await leases.close()
})
