import { createClient, type Outrigger, type OutriggerClient } from '@outrigger/api'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { createWalletClient, type Hex, http, parseAbi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'

let devnet: Devnet
let node: OutriggerNode
/** The same API, in process and over HTTP. */
let ways: { readonly inProcess: Outrigger; readonly sidecar: Outrigger }
let borrower: Hex

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 500, silent: true })
  node = await createNode({ chains: { ethereum: { endpoints: [devnet.chains.ethereum.rpcUrl] } } })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })
  ways = { inProcess: node, sidecar: createClient({ url, apiKey: secret, gasPollMs: 100 }) }
  borrower = devnet.accounts.borrowersOf.aaveV3[0]?.address ?? '0x'
  await node.lending.get('ethereum').ready
  await setEtherUsd(2_000)
  await vi.waitFor(async () => {
    expect((await node.liquidations.get('ethereum')).opportunities.length).toBeGreaterThan(0)
  }, slow)
  // Stop mining, so that both see the same state.
  await setBlockTime(0)
  await settle()
}, 120_000)

afterAll(async () => {
  await ways?.sidecar.close()
  await node?.close()
  await devnet?.close()
})

const slow = { timeout: 30_000 }

function setEtherUsd(usd: number): Promise<Hex> {
  return devnet.chains.ethereum.client.writeContract({
    account: devnet.accounts.deployer,
    address: addresses.feeds['ETH / USD'].address,
    abi: parseAbi(['function updateAnswer(int256 answer)']),
    functionName: 'updateAnswer',
    args: [BigInt(usd * 1e8)],
    gas: 200_000n,
  })
}

const setBlockTime = (seconds: number) =>
  devnet.chains.ethereum.client.request({ method: 'evm_setIntervalMining', params: [seconds] } as never)

/** Waits until the last block has been processed. */
async function settle(): Promise<void> {
  const height = await devnet.chains.ethereum.client.getBlockNumber({ cacheTime: 0 })
  await vi.waitFor(async () => {
    expect((await node.gas.get('ethereum')).blockNumber).toBe(height)
    expect(node.lending.get('ethereum').opportunities()[0]?.blockNumber).toBe(height)
  }, slow)
}

async function ask<answer>(question: (outrigger: Outrigger) => Promise<answer>) {
  return { inProcess: await question(ways.inProcess), sidecar: await question(ways.sidecar) }
}

/** Reduces a value to the precision of the HTTP API, where amounts of ETH and ratios have 15 digits. */
function asOnTheWire(value: unknown, name = ''): unknown {
  if (typeof value === 'bigint' && ['healthFactor', 'value', 'totalValue'].includes(name))
    return parseEther((Number(value) / 1e18).toPrecision(15))
  if (Array.isArray(value)) return value.map((one) => asOnTheWire(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, asOnTheWire(field, key)]))
}

describe('in process and over the wire', () => {
  it.each<[string, (outrigger: Outrigger) => Promise<object>]>([
    ['gas', ({ gas }) => gas.get('ethereum')],
    ['positions', ({ positions }) => positions.get('ethereum', { address: borrower })],
    [
      'positions of one protocol',
      ({ positions }) => positions.get('ethereum', { address: borrower, protocol: 'spark' }),
    ],
    ['liquidations', ({ liquidations }) => liquidations.get('ethereum')],
    ['a few liquidations', ({ liquidations }) => liquidations.get('ethereum', { minProfitUsd: 1, limit: 2 })],
  ])('%s is the same answer', async (_, question) => {
    const { inProcess, sidecar } = await ask(question)
    expect(Object.keys(sidecar).length).toBeGreaterThan(2)
    // The in-process answer has additional fields.
    expect(asOnTheWire(inProcess)).toMatchObject(sidecar)
  })

  it('chain data is what the endpoints answer, with the type of its family', async () => {
    const { chain } = node
    const { block, asOf } = await chain.getBlock('ethereum')
    const { balance, family } = await chain.getBalance('ethereum', { address: borrower })
    expectTypeOf(family).toEqualTypeOf<'evm'>()
    expectTypeOf<Awaited<ReturnType<typeof chain.getBlock<'starknet'>>>['details']>().toExtend<{ sequencer: Hex }>()
    const { wire } = ways.sidecar as OutriggerClient
    const said = await wire.blockchainBalance({ chain: 'ethereum', address: borrower })
    expect(said).toMatchObject({ data: { balance_wei: String(balance) } })
    expect(await wire.blockchainBlockBy({ chain: 'ethereum', block: String(asOf.block) })).toMatchObject({
      data: { block_hash: block.hash },
    })
    const { transactions, total } = await chain.getBlockTransactions('ethereum', { block: asOf.block, limit: 1 })
    expect([transactions.length, total]).toEqual([Math.min(1, block.transactions.length), block.transactions.length])
    const { logs } = await chain.getLogs('ethereum', { fromBlock: asOf.block - 20n, toBlock: asOf.block })
    const [log] = logs
    const found = await chain.getTransaction('ethereum', { hash: log?.transactionHash ?? '' })
    expect(found.receipt?.blockNumber).toBe(log?.blockNumber)
    const usdc = addresses.tokens.USDC.address
    expect(await chain.callContract('ethereum', { to: usdc, data: '0x313ce567' })).toMatchObject({ decoded: '6' })
    // INVALID: it halts without a revert.
    const halting = `0x${'fe'.repeat(20)}` as const
    await devnet.chains.ethereum.client.request({ method: 'anvil_setCode', params: [halting, '0xfe'] } as never)
    const refused = { code: 'INVALID_PARAMETER', message: expect.stringMatching(/cannot execute.*InvalidFEOpcode/) }
    await expect(chain.callContract('ethereum', { to: halting, data: '0x00' })).rejects.toMatchObject(refused)
    const call = { chain: 'ethereum', to: halting, data: '0x00' } as const
    await expect(wire.blockchainCall(call)).rejects.toMatchObject({ code: 'INVALID_PARAMETER' })
    expect(await chain.getNetworkStats('ethereum')).toMatchObject({ latestBlock: asOf.block })
    await expect(chain.getBlock('ethereum', { block: 10n ** 9n })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(chain.getBalance('starknet', { address: '0x1' })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
    await expect(chain.getBalance('dogecoin', { address: '0x1' })).rejects.toMatchObject({ code: 'INVALID_CHAIN' })
    const malformed = chain.getBalance('ethereum', { address: '0x1' })
    await expect(malformed).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
  })

  it('a pending transaction is the same', async () => {
    const seen = { inProcess: [] as unknown[], sidecar: [] as unknown[] }
    const errors: unknown[] = []
    const stops = (['inProcess', 'sidecar'] as const).map((way) =>
      ways[way].mempool.watch('ethereum', {
        minValue: 10n ** 18n,
        onTransaction: (one) => seen[way].push(one),
        onError: (error) => errors.push(error),
      }),
    )
    const status = () => ways.sidecar.mempool.status('ethereum')
    await expect.poll(async () => (await node.mempool.status('ethereum')).subscriberCount, slow).toBeGreaterThan(1)
    // The first account of anvil's published test mnemonic.
    const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
    const wallet = createWalletClient({ account, chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
    const value = 1_234_567_890_123_456_789n
    const hash = await wallet.sendTransaction({ to: borrower, value, gas: 21_000n })
    await expect.poll(() => [seen.inProcess.length, seen.sidecar.length], slow).toEqual([1, 1])
    expect(seen.sidecar[0]).toMatchObject({ transaction: { hash, value: 1_234_567_890_123_460_000n } })
    expect(asOnTheWire(seen.inProcess)).toMatchObject(seen.sidecar)
    expect(await status()).toMatchObject({ pendingCount: 1, isConnected: true })

    for (const question of [
      ({ mempool }: Outrigger) => mempool.get('ethereum', { type: 'transfer', minValue: 10n ** 18n }),
      ({ mempool }: Outrigger) => mempool.stats('ethereum'),
    ]) {
      const { inProcess, sidecar } = await ask<object>(question)
      expect(asOnTheWire(inProcess)).toMatchObject(sidecar)
    }
    for (const stop of stops) stop()
    expect(errors).toEqual([])
  })

  it('a watch of liquidations tells those there are', async () => {
    const reported = { inProcess: [] as unknown[], sidecar: [] as unknown[] }
    const protocols = ['aave_v3', 'spark', 'compound_v2']
    const { opportunities } = await node.liquidations.get('ethereum', { limit: 500 })
    const wanted = opportunities.filter(({ protocol }) => protocols.includes(protocol))
    for (const way of ['inProcess', 'sidecar'] as const)
      ways[way].liquidations.watch('ethereum', {
        protocols,
        onOpportunity: (one) => reported[way].push(one),
        onError: (error) => reported[way].push(error),
      })
    await expect.poll(() => [reported.inProcess.length, reported.sidecar.length]).toEqual(Array(2).fill(wanted.length))
    expect(asOnTheWire(reported.inProcess)).toMatchObject(reported.sidecar)
  })

  it('a watch of gas tells the present price, then the next block’s', async () => {
    const blocks = { inProcess: [] as bigint[], sidecar: [] as bigint[] }
    const stops = (['inProcess', 'sidecar'] as const).map((way) =>
      ways[way].gas.watch('ethereum', {
        onPrice: ({ blockNumber }) => blocks[way].push(blockNumber),
        onError: () => blocks[way].push(-1n),
      }),
    )
    const height = await devnet.chains.ethereum.client.getBlockNumber({ cacheTime: 0 })
    await expect.poll(() => blocks, slow).toEqual({ inProcess: [height], sidecar: [height] })
    await devnet.chains.ethereum.client.request({ method: 'evm_mine' } as never)
    const both = [height, height + 1n]
    await expect.poll(() => blocks, slow).toEqual({ inProcess: both, sidecar: both })
    for (const stop of stops) stop()
  })

  it('errors say the same, of questions and to watches', async () => {
    const codeOf = (error: unknown) => (error as { readonly code: string }).code
    const refused = (call: Promise<unknown>) => call.then(() => 'answered', codeOf)
    // @ts-expect-error no chain has this name
    const wrong = await ask(({ positions }) => refused(positions.get('atlantis', { address: borrower })))
    expect(wrong).toEqual({ inProcess: 'INVALID_CHAIN', sidecar: 'INVALID_CHAIN' })
    const mistyped = await ask(({ positions }) => refused(positions.get('ethereum', { address: '0x12' })))
    expect(mistyped).toEqual({ inProcess: 'INVALID_ADDRESS', sidecar: 'INVALID_ADDRESS' })
    const unconfigured = await ask(({ beacon }) => refused(beacon.get()))
    expect(unconfigured).toEqual({ inProcess: 'UPSTREAM_UNAVAILABLE', sidecar: 'service_unavailable' })

    const reported = await ask(
      ({ mempool }) =>
        new Promise<string>((resolve) => {
          // @ts-expect-error no chain has this name
          const stop = mempool.watch('atlantis', {
            onTransaction: () => {},
            onError(error) {
              stop()
              resolve(codeOf(error))
            },
          })
        }),
    )
    expect(reported).toEqual({ inProcess: 'INVALID_CHAIN', sidecar: 'INVALID_CHAIN' })
  })
})
