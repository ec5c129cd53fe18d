import { chains, createProviderPool, type ProviderPool } from '@outrigger/core'
import { addresses, type Devnet, openPositions, readAbi, startDevnet } from '@outrigger/devnet'
import type { GasQuote } from '@outrigger/oracle'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toHolder } from './book/fixtures/ledgerChain.ts'
import { createLiquidationScanner } from './scanner.ts'
import type { LiquidationScanner } from './scannerTypes.ts'

let devnet: Devnet
let pool: ProviderPool

beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [devnet.chains.ethereum.rpcUrl] })
}, 300_000)
afterAll(async () => {
  await pool?.close()
  await devnet?.close()
})

const { comet } = addresses.compoundV3
const abi = readAbi('comet')
const gas = {
  get: async () => ({ tiers: { fast: { baseFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 0n } } }) as GasQuote,
}
const usdc = (amount: number) => BigInt(amount) * 10n ** 6n

async function send(from: Address, to: Address, name: 'comet' | 'priceFeed', functionName: string, args: unknown[]) {
  const { client } = devnet.chains.ethereum
  await client.impersonateAccount({ address: from })
  const call = { account: from, chain: null, address: to, abi: readAbi(name), functionName, args, gas: 1_000_000n }
  const hash = await client.writeContract(call as never)
  const receipt = await client.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return receipt
}
const setEther = (usd: number) =>
  send(devnet.accounts.deployer.address, addresses.feeds['ETH / USD'].address, 'priceFeed', 'updateAnswer', [
    BigInt(usd) * 10n ** 8n,
  ])

/** Opens two accounts with 100 ether each. The second owes 245,000 dollars. */
async function openPair(index: number): Promise<readonly [Address, Address]> {
  await setEther(3_000)
  const pair = [toHolder(index), toHolder(index + 1)] as const
  await openPositions(
    devnet.chains.ethereum.client,
    pair.map((account, at) => ({
      market: 'compoundV3',
      account,
      collateralUsd: { WETH: 300_000 },
      ...(at === 1 && { debtUsd: { USDC: 245_000 } }),
    })),
  )
  return pair
}

async function reachHead(scanner: LiquidationScanner): Promise<void> {
  const head = await devnet.chains.ethereum.client.getBlockNumber()
  await new Promise<void>((resolve) => {
    const off = scanner.on('block', ({ number }) => {
      if (number < head) return
      off()
      resolve()
    })
    void devnet.chains.ethereum.client.mine({ blocks: 1 })
  })
}

/** Compares which accounts are liquidatable by the scanner and by the contract. */
async function judge(scanner: LiquidationScanner, accounts: readonly Address[]) {
  const isNamed = new Set(
    [...scanner.opportunities(), ...scanner.skipped()]
      .filter(({ protocol }) => protocol === 'compound_v3')
      .map(({ borrower }) => borrower),
  )
  const contract = accounts.map((account) =>
    devnet.chains.ethereum.client.readContract({
      address: comet,
      abi,
      functionName: 'isLiquidatable',
      args: [account],
    }),
  )
  return { scanner: accounts.map((account) => isNamed.has(account)), contract: await Promise.all(contract) }
}

it('reports the account that a debt moved to by transferAsset without a log, and not the one it left', async () => {
  const pair = await openPair(10)
  await using scanner = createLiquidationScanner({ pool, gas })
  await scanner.ready
  const reported: Address[] = []
  scanner.on('opportunity', ({ borrower }) => reported.push(borrower))
  const receipt = await send(pair[0], comet, 'comet', 'transferAsset', [
    pair[1],
    addresses.tokens.USDC.address,
    usdc(240_000),
  ])
  expect(receipt.logs).toEqual([])
  await setEther(2_650)
  await reachHead(scanner)
  expect(await judge(scanner, pair)).toEqual({ scanner: [true, false], contract: [true, false] })
  expect(reported).toContain(pair[0])
  expect(reported).not.toContain(pair[1])
  expect(scanner.books().find(({ protocol }) => protocol === 'compound_v3')).toMatchObject({
    state: 'ready',
    reason: null,
    proof: { isProven: true },
  })
}, 60_000)

it('follows debts that move back and forth without a log, also through a reorg', async () => {
  const pair = await openPair(20)
  const { client } = devnet.chains.ethereum
  await using scanner = createLiquidationScanner({ pool, gas })
  await scanner.ready
  await send(pair[0], comet, 'comet', 'transfer', [pair[1], usdc(240_000)])
  await reachHead(scanner)
  await send(pair[1], comet, 'comet', 'transfer', [pair[0], usdc(200_000)])
  await setEther(2_650)
  await reachHead(scanner)
  expect(await judge(scanner, pair)).toEqual({ scanner: [false, false], contract: [false, false] })
  // Replaces the last five blocks with empty ones.
  await (client.request as (call: object) => Promise<Hex>)({ method: 'anvil_reorg', params: [5, []] })
  await setEther(2_700)
  await reachHead(scanner)
  expect(await judge(scanner, pair)).toEqual({ scanner: [false, true], contract: [false, true] })
}, 60_000)
