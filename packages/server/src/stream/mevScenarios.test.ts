import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createClient, type FindingReading } from '@outrigger/api'
import { chains, createMemoryStore, createProviderPool, sleep } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { createLiquidationScanner } from '@outrigger/defi'
import { addresses, readAbi } from '@outrigger/devnet'
import { createMempoolWatcher } from '@outrigger/mempool'
import type { Finding, MevDetector } from '@outrigger/mev'
import { type Address, encodeFunctionData, type Hex, toHex } from 'viem'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWorld } from '../../../mev/src/fixtures/world/createWorld.ts'
import { prepareScenario, toPendingSwaps } from '../../../mev/src/fixtures/world/prepareScenario.ts'
import { createCall } from '../../../mev/src/fixtures/world/runFrontrun.ts'
import { createScenario } from '../../../mev/src/fixtures/world/scenario.ts'
import type { Transaction, World } from '../../../mev/src/fixtures/world/worldTypes.ts'
import { toPoolSnapshot } from '../../../mev/src/view/poolSnapshot.ts'
import { createLogger } from '../node/logger.ts'
import { createMevDetectors } from '../node/mevDetectors.ts'
import { mountTestStreams } from './fixtures/mountTestStreams.ts'
import { createMevStream } from './mevStream.ts'

const disconnects = Number(process.env['OUTRIGGER_DISCONNECTS'] ?? 10)
const scenarios = Number(process.env['OUTRIGGER_MEV_SCENARIOS'] ?? 15)
const firstSeed = 700_000
const allTypes: readonly Finding['type'][] = ['arbitrage', 'backrun', 'sandwich', 'liquidation', 'frontrun']
const patient = { timeout: 30_000, interval: 20 }
const gwei = 10n ** 9n

/** An event of a finding. The profit is in ether, which the wire rounds. */
type Report = { readonly text: string; readonly profit: number }

type Listeners = {
  onFound(finding: Finding | FindingReading): void
  onChanged(finding: Finding | FindingReading): void
  onGone(gone: { readonly id: string; readonly reason: string }): void
}

function toListeners(note: (report: Report) => void): Listeners {
  const noteAs = (kind: string) => (finding: Finding | FindingReading) =>
    note({ text: `${kind} ${finding.id} ${finding.basis}`, profit: Number(finding.estimatedProfit) / 1e18 })
  return {
    onFound: noteAs('found'),
    onChanged: noteAs('changed'),
    onGone: ({ id, reason }) => note({ text: `gone ${id} ${reason}`, profit: 0 }),
  }
}

function watchInProcess(detector: MevDetector, { onFound, onChanged, onGone }: Listeners): void {
  detector.on('found', onFound)
  detector.on('changed', onChanged)
  detector.on('gone', ({ finding: { id }, reason }) => onGone({ id, reason }))
}

type Node = { readonly server: Server; readonly key: string; readonly detector: MevDetector; settle(): Promise<void> }

/** Starts the MEV detection and the stream of a node on the chain of the scenarios. */
async function startDetection({ chain, rpc }: World): Promise<Node> {
  const pool = createProviderPool({ chain: chains.ethereum, endpoints: [chain.wsUrl] })
  const watcher = createMempoolWatcher({ pool })
  const scanner = createLiquidationScanner({ pool })
  const parts = { store: createMemoryStore(), settings: {}, logger: createLogger('silent'), clock: systemClock }
  const mev = createMevDetectors({ ...parts, simulationsPerBlock: 100 })
  mev.addScanner('ethereum', scanner)
  mev.start(pool, watcher)
  const { book, detector } = mev.running.get('ethereum') ?? expect.fail('MEV detection is off')
  const server = createServer()
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    for (const part of [mev, scanner, watcher, pool]) await part.close()
  })
  const stream = createMevStream({ mempools: { get: () => watcher }, mev, lending: { start() {} } } as never)
  const key = await mountTestStreams(server, { mev: stream, mempool: stream, liquidations: stream, chain: stream })
  await Promise.all([book.ready, scanner.ready, new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))])
  async function settle(): Promise<void> {
    const number = BigInt(await rpc.send<Hex>('eth_blockNumber'))
    await vi.waitFor(() => expect(book.block()?.number).toBe(number), patient)
    // Some findings follow after simulations.
    await sleep(100)
  }
  return { server, key, detector, settle }
}

/** Sends a transaction that stays pending, or replaces the one with its nonce. */
function send({ rpc }: World, { value = 0n, ...call }: Transaction, tip: bigint, nonce: Hex): Promise<Hex> {
  const fees = { maxFeePerGas: toHex(1_000n * gwei + 10n * tip), maxPriorityFeePerGas: toHex(tip) }
  return rpc.send('eth_sendTransaction', { ...call, ...fees, nonce, value: toHex(value), gas: toHex(2_000_000) })
}

/** Sets the price of ether between 2,400 and 3,200 dollars, at which some borrowers can be liquidated. */
function toPriceUpdate({ operators }: World, seed: number): Transaction {
  const args = [BigInt(2_400 + 200 * (seed % 5)) * 10n ** 8n]
  const data = encodeFunctionData({ abi: readAbi('priceFeed'), functionName: 'updateAnswer', args })
  return { from: operators[3] as Address, to: addresses.feeds['ETH / USD'].address, data }
}

const noTax = { buyBps: 0, sellBps: 0, canSell: true }

/** Sends the pending transactions of a scenario, and mines them after the detector has seen them. */
async function play(world: World, seed: number, settle: () => Promise<void>): Promise<void> {
  const { rpc } = world
  const scenario = createScenario(world, seed)
  await prepareScenario(world, scenario)
  const { call } = await createCall(world, seed)
  const swaps = toPendingSwaps(world, scenario, toPoolSnapshot(await world.read(), 1n)).map(({ swap }) => swap)
  const others = [call, toPriceUpdate(world, seed)].map((transaction) => ({ transaction, tip: gwei, minedTip: gwei }))
  await rpc.send('evm_setAutomine', false)
  await settle()
  for (const { transaction, tip, minedTip } of [...swaps, ...others]) {
    const nonce = await rpc.send<Hex>('eth_getTransactionCount', transaction.from, 'pending')
    await send(world, transaction, tip, nonce)
    if (minedTip > 2n * tip) await send(world, transaction, minedTip, nonce)
  }
  await settle()
  await rpc.send('evm_mine')
  await rpc.send('evm_setAutomine', true)
  // The next scenario runs on the same chain. A token that cannot be sold would make its swaps fail.
  await prepareScenario(world, { moves: [], terms: scenario.terms.map(({ token }) => ({ ...noTax, token })) })
}

it(
  `streams what the detector reports once and in order through ${disconnects} lost connections`,
  async () => {
    const world = await createWorld()
    onTestFinished(world.close)
    const { server, key, detector, settle } = await startDetection(world)
    const connections = new Set<Socket>()
    server.on('connection', (socket) => connections.add(socket))
    const [reported, received, gaps]: [Report[], Report[], unknown[]] = [[], [], []]
    const [types, counts] = [new Set<string>(), { lost: 0, whileLost: 0 }]

    // Connections break right after a report, which may be lost on its way.
    function disconnect(): void {
      if (connections.size === 0) counts.whileLost += 1
      else if (received.length > 0 && counts.lost < disconnects) {
        counts.lost += 1
        for (const socket of connections) socket.destroy()
        connections.clear()
      }
    }
    watchInProcess(
      detector,
      toListeners((report) => {
        reported.push(report)
        disconnect()
      }),
    )
    detector.on('found', ({ type }) => types.add(type))
    const client = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: key })
    onTestFinished(client.close)
    client.mev.watch('ethereum', {
      ...toListeners((report) => received.push(report)),
      onGap: (gap) => gaps.push(gap),
      onError: () => {},
    })
    const isEnough = (count: number) =>
      count >= scenarios && counts.lost === disconnects && types.size === allTypes.length
    for (let count = 0; !isEnough(count); count += 1) await play(world, firstSeed + count, settle)
    const toTexts = (reports: readonly Report[]) => reports.map(({ text }) => text)
    await vi.waitFor(() => expect(toTexts(received)).toEqual(toTexts(reported)), patient)
    for (const [index, { profit }] of received.entries())
      expect(profit).toBeCloseTo(reported[index]?.profit as number, 10)
    expect(gaps).toEqual([])
    expect(counts.whileLost).toBeGreaterThan(0)
  },
  60_000 + 6_000 * (disconnects + scenarios),
)
