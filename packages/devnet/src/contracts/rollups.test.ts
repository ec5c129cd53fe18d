import { type Address, type Hex, parseAbi, parseGwei } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Devnet, startDevnet } from '../devnet.ts'
import { readAbi } from './abis.ts'
import { arbitrum, multicall3, opStack } from './addresses.ts'

let devnet: Devnet<'base' | 'arbitrum'>
beforeAll(async () => {
  devnet = await startDevnet({ chains: ['base', 'arbitrum'], blockTimeMs: 0, silent: true })
})
afterAll(() => devnet.close())

test('each chain has its id, WETH and Multicall3', async () => {
  for (const [{ client, chainId }, weth] of [
    [devnet.chains.base, opStack.weth],
    [devnet.chains.arbitrum, arbitrum.weth],
  ] as const) {
    expect(await client.getChainId()).toBe(chainId)
    const [symbol] = await client.multicall({
      contracts: [{ address: weth, abi: readAbi('weth'), functionName: 'symbol' }],
      allowFailure: false,
      multicallAddress: multicall3,
    })
    expect(symbol).toBe('WETH')
  }
})

const oracle = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getL1FeeUpperBound(uint256) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
  'function l1BaseFee() view returns (uint256)',
  'function blobBaseFee() view returns (uint256)',
  'function baseFeeScalar() view returns (uint32)',
  'function blobBaseFeeScalar() view returns (uint32)',
  'function isFjord() view returns (bool)',
  'function isIsthmus() view returns (bool)',
  'function isJovian() view returns (bool)',
])
const readOracle = (functionName: (typeof oracle)[number]['name'], args?: readonly unknown[]) =>
  devnet.chains.base.client.readContract({
    address: opStack.gasPriceOracle,
    abi: oracle,
    functionName,
    ...(args ? { args } : {}),
  } as never)
const setL1Block = async (functionName: string, args: readonly unknown[]) => {
  const { client } = devnet.chains.base
  const call = { account: devnet.accounts.deployer, address: opStack.l1Block, abi: readAbi('l1Block') }
  await client.waitForTransactionReceipt({ hash: await client.writeContract({ ...call, functionName, args }) })
}

// A reference vector of op-geth (TestFlzCompressLen): 202 bytes after FastLZ.
const contractCall =
  '0x02f901550a758302df1483be21b88304743f94f80e51afb613d764fa61751affd3313c190a86bb870151bd62fd12adb8e41ef24f3f000000000000000000000000000000000000000000000000000000000000006e000000000000000000000000af88d065e77c8cc2239327c5edb3a432268e5831000000000000000000000000000000000000000000000000000000000003c1e500000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000a000000000000000000000000000000000000000000000000000000000000000148c89ed219d02f1a5be012c689b4f5b731827bebe000000000000000000000000c001a033fd89cb37c31b2cba46b6466e040c61fc9b2a3675a7f5f493ebd5ad77c497f8a07cdf65680e238392693019b4092f610222e71b7cec06449cb922b93b6a12744e'

test('GasPriceOracle charges by the Fjord formula', async () => {
  expect(await readOracle('isFjord')).toBe(true)
  expect(await readOracle('isIsthmus')).toBe(true)
  await setL1Block('setL1Fees', [parseGwei('23'), 7n])
  await setL1Block('setScalars', [2_269, 1_055_762])
  expect(await readOracle('l1BaseFee')).toBe(parseGwei('23'))
  expect(await readOracle('blobBaseFee')).toBe(7n)
  const feeScaled = 2_269n * 16n * parseGwei('23') + 1_055_762n * 7n
  const fee = (size: bigint) => ((836_500n * size - 42_585_600n) * feeScaled) / 10n ** 12n
  expect(await readOracle('getL1Fee', [contractCall])).toBe(fee(202n + 68n))
  // Small transactions pay for 100 bytes.
  expect(await readOracle('getL1Fee', ['0x02'])).toBe((100_000_000n * feeScaled) / 10n ** 12n)
  expect(await readOracle('getL1FeeUpperBound', [500n])).toBe(fee(568n + 568n / 255n + 16n))
})

test('its size estimate follows FastLZ for any data', async () => {
  // With these values, the fee equals the scaled estimate.
  await setL1Block('setL1Fees', [0n, 1_000_000n])
  await setL1Block('setScalars', [0, 1_000_000])
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (const [length, alphabet] of [
    [400, 2],
    [700, 5],
    [300, 256],
    [9_000, 3],
    [1_500, 40],
  ] as const) {
    const data = Uint8Array.from({ length }, () => random(alphabet))
    const hex: Hex = `0x${Buffer.from(data).toString('hex')}`
    const estimate = 836_500n * BigInt(fastLzLength(data) + 68) - 42_585_600n
    expect(await readOracle('getL1Fee', [hex])).toBe(estimate < 100_000_000n ? 100_000_000n : estimate)
  }
})

test('the operator fee follows Jovian', async () => {
  expect(await readOracle('isJovian')).toBe(true)
  expect(await readOracle('getOperatorFee', [21_000n])).toBe(0n)
  await setL1Block('setOperatorFee', [100, 55n])
  expect(await readOracle('getOperatorFee', [21_000n])).toBe(210_000_055n)
})

test('Arbitrum reports the costs of L1 and L2 gas', async () => {
  const { client } = devnet.chains.arbitrum
  const read = (address: Address, functionName: string, args: readonly unknown[] = []) =>
    client.readContract({
      address,
      abi: readAbi(address === arbitrum.arbGasInfo ? 'arbGasInfo' : 'nodeInterface'),
      functionName,
      args,
    })
  const minimum = await read(arbitrum.arbGasInfo, 'getMinimumGasPrice')
  expect(minimum).toBe(parseGwei('0.02'))
  const prices = (await read(arbitrum.arbGasInfo, 'getPricesInWei')) as readonly bigint[]
  const [perTransaction, perByte, perStorage, base, congestion, total] = prices
  expect([perByte, perTransaction]).toEqual([parseGwei('160'), parseGwei('22400')])
  expect(perStorage).toBe((total ?? 0n) * 20_000n)
  expect((base ?? 0n) + (congestion ?? 0n)).toBe(total)
  const args = ['0x0000000000000000000000000000000000000001', false, `0x${'ab'.repeat(60)}`]
  const [gasForL1, baseFee, l1BaseFee] = (await read(
    arbitrum.nodeInterface,
    'gasEstimateL1Component',
    args,
  )) as bigint[]
  expect(l1BaseFee).toBe(parseGwei('10'))
  expect(baseFee).toBeGreaterThan(0n)
  expect(gasForL1).toBe((200n * 16n * (l1BaseFee ?? 0n)) / (baseFee ?? 1n))
})

/** Computes the length of FastLZ level 1 like op-geth's `FlzCompressLen`, independently of our contract. */
function fastLzLength(input: Uint8Array): number {
  const at = (i: number) => input[i] ?? 0
  const u24 = (i: number) => at(i) | (at(i + 1) << 8) | (at(i + 2) << 16)
  const hash = (v: number) => Number(((BigInt(v) * 2_654_435_769n) >> 19n) & 0x1fffn)
  const table = new Array<number>(8_192).fill(0)
  let size = 0
  const literals = (run: number) => {
    size += 33 * Math.floor(run / 32)
    if (run % 32 > 0) size += (run % 32) + 1
  }
  const compare = (p: number, q: number, e: number) => {
    let l = 0
    for (let end = e - q; l < end; l++) if (at(p + l) !== at(q + l)) end = 0
    return l
  }
  const limit = input.length < 13 ? 0 : input.length - 13
  let anchor = 0
  for (let ip = 2; ip < limit; ) {
    let ref = 0
    for (;;) {
      const s = u24(ip)
      ref = table[hash(s)] ?? 0
      table[hash(s)] = ip
      const distance = ip - ref
      if (ip >= limit) break
      ip++
      if (distance <= 0x1fff && s === u24(ref)) break
    }
    if (ip >= limit) break
    ip--
    if (ip > anchor) literals(ip - anchor)
    const length = compare(ref + 3, ip + 3, limit + 9) - 1
    size += 3 * Math.floor(length / 262) + (length % 262 >= 6 ? 3 : 2)
    ip += length + 1
    for (let i = 0; i < 2; i++) table[hash(u24(ip))] = ip++
    anchor = ip
  }
  literals(input.length - anchor)
  return size
}
