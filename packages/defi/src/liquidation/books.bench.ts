import { chains, createProviderPool, sleep } from '@outrigger/core'
import { addresses, type Devnet, type DevnetClient, openPositions, readAbi, startDevnet } from '@outrigger/devnet'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { type Address, createPublicClient, parseAbi, toHex } from 'viem'
import { killBuilds } from './book/fixtures/killBuilds.ts'
import { toHolder } from './book/fixtures/ledgerChain.ts'
import { runRandomBlocks } from './fixtures/randomBlocks.ts'
import { createLiquidationScanner } from './scanner.ts'

const borrowers = 3_000
const batch = 500
const blocks = 20
const kills = 50
const killedHolders = 300
const randomBlocks = 200
const pendingUpdates = 20
/** Every this many blocks, a debt moves in the Comet without a log. */
const unloggedEvery = 5

const getUserAccountData = parseAbi([
  'function getUserAccountData(address user) view returns (uint256, uint256, uint256, uint256, uint256, uint256)',
])

const countCalls = ({ stats }: FaultProxy) =>
  Object.entries(stats.byMethod).reduce((sum, [name, calls]) => sum + (name === 'eth_subscribe' ? 0 : calls), 0)

async function openMany(client: DevnetClient, from: number, count: number): Promise<void> {
  const toPosition = (_: unknown, index: number) =>
    ({
      market: 'aaveV3',
      account: toHolder(from + index),
      collateralUsd: { WETH: 900 },
      debtUsd: { USDC: 200 },
    }) as const
  await openPositions(client, Array.from({ length: count }, toPosition))
}

/** Moves debt from one borrower to another, which changes the sums that prove the book. */
async function moveDebt({ accounts, chains }: Pick<Devnet, 'accounts' | 'chains'>, index: number): Promise<void> {
  const { client } = chains.ethereum
  const pair = accounts.borrowersOf.compoundV3.slice(-2).map(({ address }) => address)
  const [from, to] = (index % 2 === 0 ? pair : pair.reverse()) as [Address, Address]
  await client.impersonateAccount({ address: from })
  const call = { abi: readAbi('comet'), functionName: 'transfer', args: [to, 1_000n * 10n ** 6n], gas: 1_000_000n }
  const { comet } = addresses.compoundV3
  const hash = await client.writeContract({ ...call, address: comet, account: from, chain: null })
  await client.waitForTransactionReceipt({ hash })
}

/** Counts the provider calls of a scanner per block, while accounts borrow, debts move and a price changes. */
async function runCalls() {
  await using devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const { client, rpcUrl } = devnet.chains.ethereum
  for (let from = 0; from < borrowers; from += batch) await openMany(client, from, batch)
  await using proxy = await createFaultProxy({ target: rpcUrl })
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [proxy.url] })
  const startedAt = performance.now()
  await using scanner = createLiquidationScanner({ pool })
  await scanner.ready
  const buildMs = performance.now() - startedAt
  const buildCalls = countCalls(proxy)
  const held = scanner.books().find(({ protocol }) => protocol === 'aave_v3')?.borrowers ?? 0

  await client.setAutomine(false)
  await client.setIntervalMining({ interval: 1 })
  const seen: { readonly number: bigint; readonly calls: number }[] = []
  scanner.on('block', ({ number }) => void seen.push({ number, calls: countCalls(proxy) }))
  const { feeds, aaveV3 } = addresses
  for (let index = 0; seen.length <= blocks; index += 1) {
    const answer = { abi: readAbi('priceFeed'), functionName: 'updateAnswer', args: [BigInt(3_000e8 - index)] }
    const { deployer } = devnet.accounts
    const call = { ...answer, address: feeds['ETH / USD'].address, account: deployer.address } as never
    await client.waitForTransactionReceipt({ hash: await client.writeContract(call) })
    // Anvil may report two blocks as one, and the pool must fetch the other one.
    await sleep(300)
    await openMany(client, borrowers + index, 1)
    if (index % unloggedEvery === 0) await moveDebt(devnet, index / unloggedEvery)
    await sleep(300)
  }
  // Counted per block of the chain, because the logs of skipped blocks are fetched as well.
  const [first, last] = [seen[0], seen.at(-1)] as [(typeof seen)[number], (typeof seen)[number]]
  const followed = Number(last.number - first.number)
  const callsPerBlock = (last.calls - first.calls) / followed

  await client.setIntervalMining({ interval: 0 })
  await sleep(2_000)
  const beforeUpdates = countCalls(proxy)
  const aggregator = feeds['ETH / USD'].address.toLowerCase() as Address
  for (let index = 0; index < pendingUpdates; index += 1)
    await scanner.anticipate([{ aggregator, answer: BigInt(2_900e8 - index) }], toHex(index, { size: 32 }))
  const updateCalls = countCalls(proxy) - beforeUpdates

  const before = countCalls(proxy)
  const reader = createPublicClient({ transport: pool.transport })
  const loopStartedAt = performance.now()
  for (let index = 0; index < borrowers; index += 1)
    await reader.readContract({
      address: aaveV3.pool,
      abi: getUserAccountData,
      functionName: 'getUserAccountData',
      args: [toHolder(index)],
    })
  const loopMs = performance.now() - loopStartedAt
  return {
    held,
    buildMs,
    buildCalls,
    followed,
    callsPerBlock,
    updateCalls,
    loopCalls: countCalls(proxy) - before,
    loopMs,
  }
}

async function run() {
  const { held, buildMs, buildCalls, followed, callsPerBlock, updateCalls, loopCalls, loopMs } = await runCalls()
  const random = await runRandomBlocks({ blocks: randomBlocks, seed: 1 })
  const killed = await killBuilds(kills, killedHolders)
  const row = (name: string, value: number, unit = '') => ({ name, value, unit })
  return [
    { ...row('borrowers of Aave v3', held), bar: { atLeast: borrowers } },
    row('building the books of all protocols, and the first look', buildMs, 'ms'),
    row('calls for that', buildCalls),
    row('blocks followed', followed),
    // The mean, because the logs of a block may be requested while the previous block is scanned.
    {
      ...row('calls in a block, mean', callsPerBlock),
      bar: { atMost: 3 },
    },
    { ...row('calls for pending price updates', updateCalls), bar: { atMost: 0 } },
    row('getUserAccountData of everybody: calls in a block', loopCalls),
    row('getUserAccountData of everybody: time', loopMs, 'ms'),
    { ...row('random blocks of all six lenders', random.blocks), bar: { atLeast: randomBlocks } },
    row('reorganisations among them', random.reorganisations),
    row('transactions that succeeded', random.actions),
    { ...row('of these without any log, in the Comet', random.unlogged), bar: { atLeast: 1 } },
    row('liquidatable positions by the contracts, all blocks', random.liquidatable),
    { ...row('of these missed', random.missed.length), bar: { atMost: 0 } },
    { ...row('told and not liquidatable', random.surplus.length), bar: { atMost: 0 } },
    { ...row('builds killed', killed.kills), bar: { atLeast: kills } },
    row('blocks searched at the first kill', killed.spread[0] * 100, '%'),
    row('blocks searched at the last kill', killed.spread[1] * 100, '%'),
    { ...row('restarts that had lost what was kept', killed.setBacks), bar: { atMost: 0 } },
    { ...row('differences to an undisturbed build', killed.differences), bar: { atMost: 0 } },
  ]
}

/** Measures the provider calls of the books, and their state after kills. */
export const suite = { name: 'books', run }
