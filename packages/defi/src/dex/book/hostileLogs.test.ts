import { sleep } from '@outrigger/core'
import { addresses, type Devnet, pools, startDevnet } from '@outrigger/devnet'
import { type Address, concat, encodeAbiParameters, type Hex, pad, parseAbi, toEventSelector, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toLower } from '../pool.ts'
import { createPoolBook } from './createPoolBook.ts'
import { connect, createPoolTrader, findDifferences, type PoolTrader, reach } from './fixtures/poolChain.ts'

const { tokens, uniswapV2 } = addresses
/** Emits its calldata as a log: one topic and data, or three topics and data. */
const shouters = {
  one: ['0x000000000000000000000000000000000000a001', '0x60203603806020600037600035906000a100'],
  three: ['0x000000000000000000000000000000000000a003', '0x604035602035600035606036038060606000376000a300'],
} as const
const [sync, pairCreated] = [
  toEventSelector('Sync(uint112,uint112)'),
  toEventSelector('PairCreated(address,address,address,uint256)'),
]
const reserves = encodeAbiParameters([{ type: 'uint112' }, { type: 'uint112' }], [10n ** 30n, 1n])

let devnet: Devnet
let trader: PoolTrader
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  trader = await createPoolTrader(devnet)
  for (const [address, bytecode] of Object.values(shouters))
    await devnet.chains.ethereum.client.setCode({ address, bytecode })
}, 120_000)
afterAll(() => devnet?.close())

async function shout(to: Address, data: Hex): Promise<void> {
  const { client } = devnet.chains.ethereum
  const hash = await client.sendTransaction({ account: trader.account, chain: null, to, data, gas: 1_000_000n })
  const { logs } = await client.waitForTransactionReceipt({ hash, pollingInterval: 10 })
  // Makes sure the test covers the intended case.
  expect(logs).toHaveLength(1)
}

it('ignores contracts that no known factory created, whatever logs they emit', async () => {
  const { client } = devnet.chains.ethereum
  await using pool = connect([devnet.chains.ethereum.rpcUrl])
  await using book = createPoolBook({ pool })
  const [one, three] = [shouters.one[0], shouters.three[0]]
  book.request({ tokens: [tokens.WETH.address, tokens.USDC.address] })
  book.request({ id: one })
  await book.ready
  const { known } = book.status()
  const before = book.byTokens(tokens.WETH.address, tokens.USDC.address)
  expect(before.length).toBeGreaterThan(2)

  const [usdc, weth] = [tokens.USDC.address, tokens.WETH.address].map((token) => pad(toLower(token)))
  const made = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [one, 1n])
  await shout(three, concat([pairCreated, usdc as Hex, weth as Hex, made]))
  await shout(one, concat([sync, reserves]))
  // Named in a topic, like a pool in a contract of many pools.
  await shout(three, concat([sync, pad(toLower(before[0]?.id ?? (weth as Hex))), pad(toHex(0)), reserves]))
  await reach(book, await client.getBlockNumber({ cacheTime: 0 }))

  expect(book.status().known).toBe(known)
  expect(book.get(one)).toBeNull()
  expect(book.whyMissing(one)).toContain('No known factory')
  expect(book.byTokens(tokens.WETH.address, tokens.USDC.address)).toEqual(before)
  const block = book.block()
  if (block) expect(await findDifferences(client, { ...block, snapshot: book.snapshot() })).toEqual([])
}, 60_000)

it('ignores malformed logs of a factory', async () => {
  const { client } = devnet.chains.ethereum
  const code = await client.getCode({ address: uniswapV2.factory })
  await using pool = connect([devnet.chains.ethereum.rpcUrl])
  await using book = createPoolBook({ pool })
  await book.ready
  const { known } = book.status()
  await client.setCode({ address: uniswapV2.factory, bytecode: shouters.one[1] })
  await shout(uniswapV2.factory, concat([pairCreated, '0x01']))
  await client.setCode({ address: uniswapV2.factory, bytecode: code ?? '0x' })
  await reach(book, await client.getBlockNumber({ cacheTime: 0 }))
  expect(book.status()).toMatchObject({ known, reason: null })
}, 60_000)

it('finds a pool by address if its factory confirms it, and no contract that only claims to be one', async () => {
  const { client } = devnet.chains.ethereum
  await using pool = connect([devnet.chains.ethereum.rpcUrl])
  await using book = createPoolBook({ pool, searchHistory: false })
  await book.ready
  const [pair, ticks] = [pools[0], pools.find(({ venue }) => venue === 'uniswapV3')].map((one) =>
    toLower(one?.address ?? '0x'),
  )
  // Returns the same as a real pair, at another address.
  const liar = '0x000000000000000000000000000000000000a005'
  await client.setCode({ address: liar, bytecode: (await client.getCode({ address: pair as Address })) ?? '0x' })
  for (const slot of [5, 6, 7].map((index) => toHex(index, { size: 32 }))) {
    const value = (await client.getStorageAt({ address: pair as Address, slot })) ?? '0x'
    await client.setStorageAt({ address: liar, index: slot, value })
  }
  const said = { abi: parseAbi(['function factory() view returns (address)']), functionName: 'factory' } as const
  expect(await client.readContract({ ...said, address: liar })).toBe(uniswapV2.factory)
  // Uses up all gas.
  const burner = '0x000000000000000000000000000000000000a006'
  await client.setCode({ address: burner, bytecode: '0x5b600056' })
  for (const id of [liar, burner, pair, ticks, tokens.WETH.address]) book.request({ id: id as Address })
  for (const deadlineMs = Date.now() + 20_000; book.snapshot().size < 2 && Date.now() < deadlineMs; await sleep(50))
    await client.mine({ blocks: 1 })
  await client.mine({ blocks: 4 })
  await reach(book, await client.getBlockNumber({ cacheTime: 0 }))
  expect([...book.snapshot().values()].map(({ id }) => id).sort()).toEqual([pair, ticks].sort())
  expect(book.status().known).toBe(2)
  const block = book.block()
  if (block) expect(await findDifferences(client, { ...block, snapshot: book.snapshot() })).toEqual([])
}, 60_000)
