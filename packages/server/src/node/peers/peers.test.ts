import { once } from 'node:events'
import { connect } from 'node:net'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { usePostgres } from '@outrigger/devnet/testing'
import { createWalletClient, type Hex, http, parseGwei } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../../createNode.ts'

const account = mnemonicToAccount('test test test test test test test test test test test junk')
let anvils: readonly Anvil[]
const cluster = usePostgres()
beforeAll(async () => {
  const anvil = () => createAnvil({ chainId: 1, args: ['--no-mining'] })
  anvils = await Promise.all([anvil(), anvil()])
}, 60_000)
afterAll(() => Promise.all(anvils.map((anvil) => anvil.close())))

let nonce = 0
function sendTo(anvil: Anvil | undefined): Promise<Hex> {
  const client = createWalletClient({ account, chain: mainnet, transport: http(anvil?.rpcUrl) })
  nonce += 1
  return client.sendTransaction({
    to: account.address,
    nonce: nonce - 1,
    gas: 21_000n,
    maxFeePerGas: parseGwei('30'),
    maxPriorityFeePerGas: parseGwei('2'),
  })
}

/** Opens a node with its own provider, and collects what its subscribers receive. */
async function openNode(store: string, anvil: Anvil | undefined) {
  const node = await createNode({
    store,
    chains: { ethereum: { endpoints: [anvil?.rpcUrl ?? ''] } },
    mempool: 'atStart',
  })
  const reported: Hex[] = []
  node.mempools.get('ethereum').watch({}, ({ transaction }) => reported.push(transaction.hash))
  return { node, reported }
}
const readLease = async ({ store }: OutriggerNode) =>
  (await store.collection<{ owner: string; address: string }>('leases').get('mempool/ethereum')) ?? null

it('one node watches a chain for all, another when it is gone, and each tells every transaction once', async () => {
  const store = cluster().createDatabase()
  const [near, far] = anvils
  const leader = await openNode(store, near)
  await expect.poll(() => readLease(leader.node)).not.toBeNull()
  const before = await sendTo(near)
  await expect.poll(() => leader.reported).toContain(before)
  // Their own provider does not show the transaction.
  const followers = [await openNode(store, far), await openNode(store, far)] as const
  for (const { reported } of followers) await expect.poll(() => reported, { timeout: 10_000 }).toContain(before)
  const live = await sendTo(near)
  for (const { reported } of followers) await expect.poll(() => reported).toContain(live)
  const first = await readLease(leader.node)
  await leader.node.close()
  await expect.poll(async () => (await readLease(followers[0].node))?.owner, { timeout: 10_000 }).not.toBe(first?.owner)
  nonce = 0
  const after = await sendTo(far)
  for (const { reported } of followers) {
    await expect.poll(() => reported).toContain(after)
    expect(new Set(reported).size).toBe(reported.length)
  }
  for (const { node } of followers) await node.close()
})

it('tells nobody who does not know the secret of the database', async () => {
  const { node } = await openNode(cluster().createDatabase(), anvils[0])
  await expect.poll(() => readLease(node)).not.toBeNull()
  const [host = '', port] = (await readLease(node))?.address.split(':') ?? []
  for (const line of ['{"chain":"ethereum","proof":"guess"}\n', 'x'.repeat(2000)]) {
    const socket = connect({ host, port: Number(port) })
    let said = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    socket.write(line)
    await once(socket, 'close')
    expect(said).toMatch(/^\{"question":"[\w-]{22}"\}\n$/)
  }
  await node.close()
})
