import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { isLitecoindInstalled, startLitecoind } from '@outrigger/devnet/litecoin'
import { leaveOut } from '@outrigger/devnet/recorded'
import { expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

type Answer = {
  readonly data: {
    readonly transactions: readonly { readonly hash: string }[]
    readonly coverage: Readonly<Record<string, unknown>>
  }
}

it('answers the history of a plain Bitcoin Core by a local index, and refuses without one', async (test) => {
  if (!isLitecoindInstalled()) leaveOut(test, 'litecoind is not installed: sh scripts/debian.sh')
  const dataDir = await mkdtemp(join(tmpdir(), 'outrigger-index-'))
  await using litecoin = await startLitecoind()
  const miner = await litecoin.rpc<string>('getnewaddress')
  const address = await litecoin.rpc<string>('getnewaddress', '', 'bech32')
  await litecoin.rpc('generatetoaddress', 105, miner)
  const paid: string[] = []
  const pay = async () => {
    paid.unshift(await litecoin.rpc<string>('sendtoaddress', address, 0.25))
    await litecoin.rpc('generatetoaddress', 1, miner)
  }
  await using proxy = await createFaultProxy({ target: litecoin.url })
  const { username, password } = new URL(litecoin.url)
  const endpoint = Object.assign(new URL(proxy.url), { username, password }).href
  const chains = { litecoin: { endpoints: [endpoint] } }
  const settings = { chains, dataDir, access: 'loopback', port: 0, gatewayPort: 0 } as const
  const ask = (url: string) => fetch(`${url}/v1/blockchain/litecoin/addresses/${address}/transactions`)
  const read = async (url: string) => ((await (await ask(url)).json()) as Answer).data
  try {
    await pay()
    await pay()
    {
      await using without = await createNode(settings)
      const { url } = await without.listen()
      expect((await ask(url)).status).toBe(503)
    }
    // The index opens once the blockchain node, which was down at startup, responds.
    await proxy.setFault({ kind: 'refuse' })
    await using node = await createNode({
      ...settings,
      addressIndex: { litecoin: { fromBlock: 0, addresses: [address] } },
    })
    const { url } = await node.listen()
    expect((await ask(url)).status).toBe(503)
    await proxy.setFault({ kind: 'none' })
    const isRead = async () => {
      const answer = await ask(url)
      return answer.ok && ((await answer.json()) as Answer).data.coverage['to_block']
    }
    await expect.poll(isRead, { timeout: 60_000, interval: 200 }).toBe(107)
    expect((await read(url)).coverage).toMatchObject({ source: 'address index', index: { whole_chain: false } })
    // A new block is added automatically.
    await pay()
    await expect.poll(isRead, { timeout: 60_000, interval: 200 }).toBe(108)
    expect((await read(url)).transactions.map(({ hash }) => hash)).toEqual(paid)
    const inProcess = await node.chain.getHistory('litecoin', { address })
    expect(inProcess.transactions.map(({ hash }) => hash)).toEqual(paid)
    expect(inProcess.coverage).toMatchObject({ source: 'address index' })
  } finally {
    await rm(dataDir, { recursive: true })
  }
}, 180_000)
