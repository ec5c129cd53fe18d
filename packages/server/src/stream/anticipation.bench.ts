import { once } from 'node:events'
import { sleep } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { addresses, readAbi, startDevnet } from '@outrigger/devnet'
import { encodeFunctionData, parseGwei } from 'viem'
import { WebSocket } from 'ws'
import { createNode } from '../createNode.ts'

const updates = Number(process.env['BENCH_UPDATES'] ?? 100)
const waitMs = 5_000

/** Measures from a signed oracle update entering a node's mempool to the opportunity at a client of the stream. */
async function run() {
  await using devnet = await startDevnet({ silent: true, blockTimeMs: 1_000 })
  const { client, rpcUrl, wsUrl } = devnet.chains.ethereum
  await using node = await createNode({ chains: { ethereum: { endpoints: [{ url: rpcUrl, wsUrl }] } } })
  const { secret } = await node.keys.create({ name: 'bench', scopes: ['admin:account'], tier: 'unlimited' })
  const listening = await node.listen({ port: 0, gatewayPort: 0 })
  const socket = new WebSocket(`${listening.wsUrl}/api/v1/defi/ethereum/liquidations/stream`, {
    headers: { 'x-api-key': secret },
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ action: 'subscribe', filter: { min_profit_usd: 1 } }))
  await node.lending.getReady('ethereum')

  /** Callbacks by transaction, called when an opportunity that depends on it arrives. */
  const waiting = new Map<string, (atNs: bigint) => void>()
  socket.on('message', (data) => {
    const atNs = process.hrtime.bigint()
    const { data: opportunity } = JSON.parse(String(data)) as { data?: { pending_transaction?: string } }
    const hash = opportunity?.pending_transaction
    if (hash === undefined) return
    waiting.get(hash)?.(atNs)
    waiting.delete(hash)
  })

  const trader = devnet.accounts.traders[0]
  if (trader === undefined) throw new TypeError('The devnet has no traders.')
  const { address: to } = addresses.feeds['ETH / USD']
  let nonce = await client.getTransactionCount({ address: trader.address })
  const sign = (priceUsd: number) =>
    trader.signTransaction({
      chainId: 1,
      type: 'eip1559',
      to,
      nonce: nonce++,
      gas: 200_000n,
      maxFeePerGas: parseGwei('200'),
      maxPriorityFeePerGas: parseGwei('2'),
      data: encodeFunctionData({
        abi: readAbi('priceFeed'),
        functionName: 'updateAnswer',
        args: [BigInt(priceUsd * 1e8)],
      }),
    })
  /** Waits for any moment in a block except its end, where the transaction might be mined before any client sees it. */
  async function someMoment(): Promise<void> {
    const before = await client.getBlockNumber()
    while ((await client.getBlockNumber()) === before) await sleep(10)
    await sleep(600 * Math.random())
  }
  const latenciesMs: number[] = []
  let missed = 0
  for (let index = 0; index < updates; index += 1) {
    const raw = await sign(2_300 + (index % 5) * 100)
    await someMoment()
    const sentNs = process.hrtime.bigint()
    const hash = await client.sendRawTransaction({ serializedTransaction: raw })
    const reported = new Promise<bigint>((resolve) => waiting.set(hash, resolve))
    const atNs = await Promise.race([reported, sleep(waitMs)])
    if (typeof atNs === 'bigint') latenciesMs.push(Number(atNs - sentNs) / 1e6)
    else missed += 1
    await client.waitForTransactionReceipt({ hash })
    const back = await client.sendRawTransaction({ serializedTransaction: await sign(3_000) })
    await client.waitForTransactionReceipt({ hash: back })
  }
  socket.close()
  const ascending = latenciesMs.sort((a, b) => a - b)
  return [
    { name: 'oracle updates', value: updates, unit: '' },
    { name: 'updates without a reported opportunity', value: missed, unit: '', bar: { atMost: 0 } },
    { name: 'sent to reported, median', value: quantile(ascending, 0.5) ?? Number.NaN, unit: 'ms' },
    { name: 'sent to reported, p99', value: quantile(ascending, 0.99) ?? Number.NaN, unit: 'ms', bar: { atMost: 50 } },
  ]
}

export const suite = { name: 'anticipation', run }
