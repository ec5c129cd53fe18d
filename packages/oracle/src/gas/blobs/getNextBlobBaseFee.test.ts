import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chains } from '@outrigger/core'
import { createAnvil } from '@outrigger/devnet'
import { createPublicClient, createTestClient, custom, type Hex, http, numberToHex, type PublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { FeeSourceMissingError } from '../fees/feeErrors.ts'
import { ImplausibleFeesError } from '../gasErrors.ts'
import { gasPerBlob } from './compute/blobBaseFee.ts'
import { getNextBlobBaseFee } from './getNextBlobBaseFee.ts'

const gwei = 10n ** 9n
/** Between Osaka and BPO1 on Ethereum: anvil mines with the schedule of this time and reports the schedule of its fork. */
const osakaTime = 1_764_800_000

/** A node that supports only these methods. */
function answering(answers: Readonly<Record<string, unknown>>): PublicClient {
  const request = async ({ method }: { readonly method: string }) => {
    if (!Object.hasOwn(answers, method)) throw Object.assign(new RangeError(`${method} is missing`), { code: -32601 })
    return answers[method]
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
}

type Header = {
  readonly timestamp: number
  readonly excess: bigint
  readonly blobs?: number
  readonly baseFee?: bigint
}
const head = ({ timestamp, excess, blobs = 0, baseFee = 1n }: Header) => ({
  number: '0x64',
  timestamp: numberToHex(timestamp),
  baseFeePerGas: numberToHex(baseFee),
  blobGasUsed: numberToHex(BigInt(blobs) * gasPerBlob),
  excessBlobGas: numberToHex(excess),
})
const history = (...fees: readonly bigint[]) => ({
  oldestBlock: '0x64',
  gasUsedRatio: [0.5],
  baseFeePerGas: ['0x1', '0x1'],
  baseFeePerBlobGas: fees.map((fee) => numberToHex(fee)),
})

/** `fake_exponential` of EIP-4844, in floating point. */
const toFee = (excess: bigint, fraction: number, least = 1) => least * Math.exp(Number(excess) / fraction)
const priced = async (block: Header, chain = chains.ethereum as typeof chains.ethereum | typeof chains.gnosis) =>
  Number(await getNextBlobBaseFee(answering({ eth_getBlockByNumber: head(block) }), chain))

test.each([
  ['above the reserve price', 7n],
  ['below the reserve price', 10n ** 12n],
])(
  '%s: computed from a header it is what the next block of an Osaka chain charges',
  async (_, baseFee) => {
    const folder = mkdtempSync(join(tmpdir(), 'outrigger-blobs-'))
    const genesis = {
      config: { chainId: 1, shanghaiTime: 0, cancunTime: 0, pragueTime: 0, osakaTime: 0 },
      alloc: {},
      gasLimit: '0x3938700',
      difficulty: '0x0',
      timestamp: '0x6b000000',
      baseFeePerGas: numberToHex(baseFee),
      excessBlobGas: numberToHex(60_000_000n),
      blobGasUsed: '0x0',
    }
    writeFileSync(join(folder, 'genesis.json'), JSON.stringify(genesis))
    const args = [
      '--hardfork',
      'osaka',
      '--no-mining',
      '--timestamp',
      `${osakaTime}`,
      '--init',
      join(folder, 'genesis.json'),
    ]
    await using anvil = await createAnvil({ chainId: 1, args })
    const node = createPublicClient({ chain: mainnet, transport: http(anvil.rpcUrl) })
    const miner = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    // Anvil uses the excess of its genesis block for the first block.
    await miner.mine({ blocks: 1 })
    for (let block = 0; block < 3; block++) {
      const header = await node.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
      const config = await node.request({ method: 'eth_config' } as never)
      const computed = await getNextBlobBaseFee(
        answering({ eth_getBlockByNumber: header, eth_config: config }),
        chains.ethereum,
      )
      expect(await getNextBlobBaseFee(node, chains.ethereum)).toBe(computed)
      await miner.mine({ blocks: 1 })
      const { baseFeePerBlobGas: [charged] = [] } = (await node.request({
        method: 'eth_feeHistory',
        params: ['0x1', 'latest', []],
      })) as { readonly baseFeePerBlobGas?: readonly Hex[] }
      expect(charged).toBe(numberToHex(computed))
      // The fee starts below the reserve price. Above it, it falls.
      expect(computed > 150_000n).toBe(baseFee > gwei)
    }
    rmSync(folder, { recursive: true })
  },
  60_000,
)

test('uses each schedule of Ethereum, and at each fork the schedule of the child', async () => {
  const excess = 100_000_000n
  const full = async (timestamp: number, target: number, max: number, fraction: number) => {
    const used = BigInt(max) * gasPerBlob
    const fee = toFee(excess + used - BigInt(target) * gasPerBlob, fraction)
    expect((await priced({ timestamp, excess, blobs: max })) / fee).toBeCloseTo(1, 3)
  }
  // The block before each fork is 12 s earlier, so its child is the first block of the fork.
  await full(1_710_338_135 - 12, 3, 6, 3_338_477)
  await full(1_746_612_311 - 24, 3, 6, 3_338_477)
  await full(1_746_612_311 - 12, 6, 9, 5_007_716)
  await full(1_765_290_071 - 24, 6, 9, 5_007_716)
  await full(1_765_290_071 - 12, 10, 15, 8_346_193)
  await full(1_767_747_671 - 24, 10, 15, 8_346_193)
  await full(1_767_747_671 - 12, 14, 21, 11_684_671)
  await full(1_800_000_000, 14, 21, 11_684_671)
})

test('below the reserve price the excess grows by a third of the gas used, since Osaka', async () => {
  const block = { excess: 100_000_000n, blobs: 9, baseFee: 1_000n * gwei }
  const third = block.excess + 3n * gasPerBlob
  expect((await priced({ ...block, timestamp: 1_764_798_551 - 24 })) / toFee(third, 5_007_716)).toBeCloseTo(1, 3)
  const osaka = { ...block, timestamp: 1_764_798_551 - 12 }
  // With nine blobs and a target of six both rules give the same excess, so this uses fewer.
  expect((await priced(osaka)) / toFee(third, 5_007_716)).toBeCloseTo(1, 3)
  expect((await priced({ ...osaka, blobs: 3 })) / toFee(block.excess + gasPerBlob, 5_007_716)).toBeCloseTo(1, 3)
  expect(
    (await priced({ ...osaka, blobs: 3, baseFee: 1n })) / toFee(block.excess - 3n * gasPerBlob, 5_007_716),
  ).toBeCloseTo(1, 3)
  expect(await priced({ ...osaka, blobs: 3, excess: 0n })).toBe(1)
})

test('Gnosis has its own target and minimum', async () => {
  const timestamp = 1_790_000_000
  expect(await priced({ timestamp, excess: 0n }, chains.gnosis)).toBe(Number(gwei))
  const fee = toFee(5_000_000n + gasPerBlob, 1_112_826, Number(gwei))
  expect((await priced({ timestamp, excess: 5_000_000n, blobs: 2 }, chains.gnosis)) / fee).toBeCloseTo(1, 6)
})

test('prefers the node’s fee, and its schedule over the chain profile', async () => {
  const block = head({ timestamp: 1_800_000_000, excess: 200_000_000n, blobs: 21 })
  const ask = (answers: Readonly<Record<string, unknown>>) =>
    getNextBlobBaseFee(answering({ eth_getBlockByNumber: block, ...answers }), chains.ethereum)
  expect(await ask({ eth_feeHistory: history(5n, 6n) })).toBe(6n)
  const computed = await ask({})
  // Lists that end with the head, contain only zeros, or belong to an older head do not have the next block's fee.
  for (const list of [
    history(5n),
    history(0n, 0n),
    { ...history(5n, 6n), oldestBlock: '0x60' },
    { oldestBlock: '0x64' },
  ])
    expect(await ask({ eth_feeHistory: list })).toBe(computed)
  const current = { activationTime: 0, blobSchedule: { target: 14, max: 21, baseFeeUpdateFraction: 11_684_671 } }
  const next = {
    activationTime: 1_800_000_012,
    blobSchedule: { target: 21, max: 32, baseFeeUpdateFraction: 20_609_697 },
  }
  // At a fork the node still uses the parent's parameters.
  const forked = await ask({ eth_feeHistory: history(5n, 6n), eth_config: { current, next, last: next } })
  expect(Number(forked) / toFee(200_000_000n, 20_609_697)).toBeCloseTo(1, 3)
  const later = { ...next, activationTime: 1_800_000_013 }
  expect(await ask({ eth_feeHistory: history(5n, 6n), eth_config: { current, next: later, last: later } })).toBe(6n)
  expect(await ask({ eth_config: { current: { ...current, blobSchedule: { target: 14 } } } })).toBe(computed)
})

test('throws if the fee is unknown', async () => {
  const block = head({ timestamp: 1_800_000_000, excess: 0n })
  // This chain has its own rule, so only its node knows the fee.
  await expect(getNextBlobBaseFee(answering({ eth_getBlockByNumber: block }), chains.bsc)).rejects.toThrow(
    FeeSourceMissingError,
  )
  const stated = answering({ eth_getBlockByNumber: block, eth_feeHistory: history(5n, 6n) })
  expect(await getNextBlobBaseFee(stated, chains.bsc)).toBe(6n)
  const { excessBlobGas, ...before } = block
  await expect(getNextBlobBaseFee(answering({ eth_getBlockByNumber: before }), chains.ethereum)).rejects.toThrow(
    FeeSourceMissingError,
  )
  const absurd = answering({ eth_getBlockByNumber: block, eth_feeHistory: history(5n, 10n ** 18n) })
  await expect(getNextBlobBaseFee(absurd, chains.ethereum)).rejects.toThrow(ImplausibleFeesError)
})
