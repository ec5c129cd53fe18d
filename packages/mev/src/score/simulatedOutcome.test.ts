import { toOracleUpdates } from '@outrigger/calldata'
import { chains, createProviderPool } from '@outrigger/core'
import { createLiquidationScanner, type Opportunity } from '@outrigger/defi'
import { createPoolBook } from '@outrigger/defi/dex'
import { addresses, type Devnet, readAbi, readArtifact, startDevnet } from '@outrigger/devnet'
import { createMempoolWatcher } from '@outrigger/mempool'
import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createMevDetector } from '../createMevDetector.ts'
import type { Finding } from '../finding.ts'
import { createScoreKeeper } from './createScoreKeeper.ts'
import { mineUntil, send, waitFor, weth } from './fixtures/scoredChain.ts'
import type { ScoreKeeperEvents } from './scoreTypes.ts'

let devnet: Devnet
let sender: Address
let bounty: Address
const gwei = 10n ** 9n
const claimAbi = parseAbi(['function claim(uint256)', 'function claimAsKeeper(uint256)'])
const patience = { timeout: 20_000 }

beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  const { client } = devnet.chains.ethereum
  sender = devnet.accounts.deployer.address
  await client.impersonateAccount({ address: sender })
  await client.setBalance({ address: sender, value: parseEther('1000000') })
  const { abi, bytecode } = readArtifact('bounty')
  const { contractAddress } = await client.request<{
    Method: 'eth_sendTransactionSync'
    Parameters: unknown
    ReturnType: { contractAddress: Address }
  }>({
    method: 'eth_sendTransactionSync',
    params: [{ from: sender, data: encodeDeployData({ abi, bytecode, args: [] }), gas: toHex(2_000_000) }],
  })
  bounty = contractAddress
  await client.setBalance({ address: bounty, value: parseEther('1000') })
  await client.setAutomine(false)
}, 120_000)
afterAll(() => devnet?.close())

async function open({ hasScanner = true } = {}) {
  const { ethereum } = devnet.chains
  const pool = createProviderPool({ chain: chains.ethereum, endpoints: [ethereum.rpcUrl] })
  const watcher = createMempoolWatcher({ pool })
  const book = createPoolBook({ pool, searchHistory: false })
  for (const { address } of Object.values(addresses.tokens))
    if (address !== weth) book.request({ tokens: [weth, address.toLowerCase() as Address] })
  const scanner = hasScanner ? createLiquidationScanner({ pool }) : null
  const detector = createMevDetector({
    pool,
    watcher,
    book,
    simulationsPerBlock: 64,
    ...(scanner && { scanner }),
  })
  const score = createScoreKeeper({ detector, watcher, book, pool })
  const reported: Finding[] = []
  const scored: ScoreKeeperEvents['scored'][] = []
  const mined = new Set<Hex>()
  detector.on('found', (finding) => reported.push(finding))
  score.on('scored', (one) => scored.push(one))
  watcher.on('transaction', ({ transaction: { hash }, classification: { actions } }) => {
    const updates = toOracleUpdates(actions)
    if (updates.length > 0) void scanner?.anticipate(updates, hash)
  })
  await Promise.all([book.ready, score.ready, scanner?.ready])
  await waitFor(() => watcher.status().isConnected)
  const close = async () => {
    for (const one of [score, detector, scanner, book, watcher, pool]) await one?.close()
  }
  const chain = { pool, watcher, book, detector, score, scored, mined, close, [Symbol.asyncDispose]: close }
  return { ...chain, reported, scanner }
}

const setEther = (usd: number) =>
  send(
    devnet,
    {
      from: sender,
      to: addresses.feeds['ETH / USD'].address,
      value: 0n,
      data: encodeFunctionData({
        abi: readAbi('priceFeed'),
        functionName: 'updateAnswer',
        args: [BigInt(usd) * 10n ** 8n],
      }),
    },
    gwei,
  )

const liquidate = ({ toCalls }: Opportunity) => {
  const [call] = toCalls(sender)
  if (call === undefined) throw new TypeError('The opportunity has no call.')
  return send(devnet, { from: sender, to: call.to, data: call.data, value: 0n }, gwei)
}
const outcomesOf = ({ scored }: Pick<Awaited<ReturnType<typeof open>>, 'scored'>, type: Finding['type'], hash?: Hex) =>
  scored.filter(({ finding }) => finding.type === type && (hash === undefined || finding.transactions.includes(hash)))

it('finds liquidations of a pending price, proves them behind it, and judges them by the block that brings it', async () => {
  await using chain = await open()
  const update = await setEther(2_700)
  await vi.waitFor(
    () => expect(chain.reported.filter(({ type }) => type === 'liquidation').length).toBeGreaterThan(2),
    patience,
  )
  const found = chain.reported.filter(({ type }) => type === 'liquidation')
  for (const finding of found)
    expect(finding).toMatchObject({ transactions: [update], basis: 'simulated', inputs: { restsOnPending: true } })
  expect(chain.watcher.get(update)?.mev).toMatchObject({
    type: 'liquidation',
    details: { bonusPercent: expect.any(Number) },
  })
  await mineUntil(devnet, chain, () => outcomesOf(chain, 'liquidation', update).length >= found.length)
  for (const { outcome, finding } of outcomesOf(chain, 'liquidation', update)) {
    expect(outcome.kind).toBe('held')
    const profit = outcome.kind === 'held' ? outcome.profit : 0n
    expect(Math.abs(Number(profit - finding.estimatedProfit) / Number(finding.estimatedProfit))).toBeLessThan(0.01)
  }
}, 60_000)

it("annotates somebody else's pending liquidation with what it is worth, by the scanner's books or by a look of its own", async () => {
  await setEther(2_700)
  await devnet.chains.ethereum.client.mine({ blocks: 1 })
  let opportunity: Opportunity | undefined
  {
    await using chain = await open()
    await vi.waitFor(() => expect(chain.reported.some(({ type }) => type === 'liquidation')).toBe(true), patience)
    opportunity = chain.scanner?.opportunities().find(({ protocol }) => protocol === 'aave_v3') as Opportunity
    const call = await liquidate(opportunity)
    // The scanner may be processing a new block when the call arrives. The annotation then follows a moment later.
    await vi.waitFor(() => expect(chain.watcher.get(call)?.mev?.type).toBe('liquidation'), patience)
    expect(chain.watcher.get(call)?.mev?.details).toMatchObject({
      protocol: 'aave_v3',
      collateral: opportunity.collateralToReceive.token,
      debt: opportunity.debtToRepay.token,
      bonusPercent: opportunity.liquidationBonusPercent,
    })
    // The sender owns no debt token, so the call reverts. The liquidation is still available before the call.
    await mineUntil(devnet, chain, () => outcomesOf(chain, 'liquidation', call).length > 0)
    expect(outcomesOf(chain, 'liquidation', call)[0]?.outcome).toMatchObject({ kind: 'held' })
  }
  await using chain = await open({ hasScanner: false })
  const call = await liquidate(opportunity)
  await vi.waitFor(() => expect(chain.watcher.get(call)?.mev?.type).toBe('liquidation'), patience)
  expect(chain.reported).toMatchObject([{ basis: 'simulated', transactions: [call], details: { protocol: 'aave_v3' } }])
  await mineUntil(devnet, chain, () => chain.watcher.nonceState(call) === null)
}, 60_000)

it('judges a copied call by the state before its block, also where somebody else was first and it reverts', async () => {
  await using chain = await open({ hasScanner: false })
  const claim = (functionName: 'claim' | 'claimAsKeeper', ether: string) =>
    send(
      devnet,
      {
        from: sender,
        to: bounty,
        value: 0n,
        data: encodeFunctionData({ abi: claimAbi, functionName, args: [parseEther(ether)] }),
      },
      gwei,
    )
  const own = await claim('claimAsKeeper', '1')
  const anybodys = await claim('claim', '2')
  await vi.waitFor(
    () => expect(chain.detector.findings()).toMatchObject([{ type: 'frontrun', transactions: [anybodys] }]),
    patience,
  )
  await mineUntil(devnet, chain, () => outcomesOf(chain, 'frontrun', anybodys).length > 0)
  expect(outcomesOf(chain, 'frontrun', anybodys)[0]?.outcome.kind).toBe('held')
  expect(chain.reported.some(({ transactions }) => transactions.includes(own))).toBe(false)

  const last = await claim('claim', '997')
  await vi.waitFor(() => expect(chain.detector.findings()).toMatchObject([{ transactions: [last] }]), patience)
  await devnet.chains.ethereum.client.setBalance({ address: bounty, value: parseEther('1') })
  await mineUntil(devnet, chain, () => outcomesOf(chain, 'frontrun', last).length > 0)
  expect(outcomesOf(chain, 'frontrun', last)[0]?.outcome).toMatchObject({ kind: 'failed', why: 'callReverts' })
}, 60_000)
