import { chains, createProviderPool, sleep } from '@outrigger/core'
import { createAnvil } from '@outrigger/devnet'
import { createGasOracle } from '@outrigger/oracle'
import { createTestClient, http, parseGwei, publicActions, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { createMempoolWatcher } from './watcher.ts'

const key = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as const
/** Room for ten transfers with gas limits of five times their gas. */
const [gasLimit, gas] = [210_000, 105_000n]

/** A watched chain that mines on command. `send` sends a transfer of the account with this number. */
async function open() {
  const anvil = await createAnvil({ chainId: 1, args: ['--no-mining', '--gas-limit', String(gasLimit)] })
  const transport = http(anvil.rpcUrl)
  const client = createTestClient({ mode: 'anvil', chain: mainnet, transport })
    .extend(publicActions)
    .extend(walletActions)
  const pool = createProviderPool({ chain: chains.ethereum, endpoints: [anvil.rpcUrl] })
  const watcher = createMempoolWatcher({ pool })
  const toHead = async () => (await client.getBlock()).hash
  async function send(sender: number, tip: bigint, { nonce, cap = parseGwei('500') }: Offer = {}) {
    const account = privateKeyToAccount(key(sender))
    await client.setBalance({ address: account.address, value: 10n ** 20n })
    const fees = { maxFeePerGas: cap, maxPriorityFeePerGas: tip }
    return client.sendTransaction({
      account,
      to: account.address,
      gas,
      ...fees,
      ...(nonce !== undefined && { nonce }),
    })
  }
  await until(() => pool.report().endpoints.every(({ socket }) => socket))
  await send(1, 7n)
  await until(() => watcher.status().pendingCount === 1)
  await client.mine({ blocks: 1 })
  await until(async () => watcher.nextBlock(await toHead()) !== null)
  const close = async () => {
    await watcher.close()
    await pool.close()
    await anvil.close()
  }
  return { client, pool, watcher, toHead, send, [Symbol.asyncDispose]: close }
}

type Offer = { readonly nonce?: number; readonly cap?: bigint }

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await isDone()) && Date.now() < end; ) await sleep(20)
  expect(await isDone()).toBe(true)
}

it('shows a block that fills up, and the gas oracle uses it', async () => {
  await using chain = await open()
  const { pool, watcher, toHead, send } = chain
  const nextBlock = (_: string, parent: `0x${string}`) => watcher.nextBlock(parent)
  expect(watcher.nextBlock(await toHead())).toEqual({ tips: [], gasUsedRatio: 0 })

  // Twelve offers for room of ten.
  for (let n = 2; n <= 13; n += 1) await send(n, parseGwei(String(n)))
  await until(() => watcher.status().pendingCount === 12)
  const seen = watcher.nextBlock(await toHead())
  expect(seen?.tips.slice(0, 2)).toEqual([4n, 5n].map((tip) => parseGwei(String(tip))))
  expect(seen?.gasUsedRatio).toBeCloseTo(1.2, 5)
  expect(watcher.nextBlock(`0x${'00'.repeat(32)}`)).toBeNull()

  await using oracle = createGasOracle({ pools: [pool], nextBlock })
  const { tiers } = await oracle.get('ethereum')
  expect(tiers.instant.maxPriorityFeePerGas).toBe(parseGwei('4') + 1n)
})

it('counts only the last replacement, and no stuck transactions', async () => {
  await using chain = await open()
  const { client, pool, watcher, toHead, send } = chain
  for (let n = 2; n <= 7; n += 1) await send(n, parseGwei(String(n)))
  const toTips = async () => watcher.nextBlock(await toHead())?.tips.map((tip) => Number(tip / 10n ** 9n))
  await until(async () => (await toTips())?.length === 6)
  expect(await toTips()).toEqual([2, 3, 4, 5, 6, 7])
  const replaced = await send(2, parseGwei('90'), { nonce: 0, cap: parseGwei('600') })
  await until(() => watcher.get(replaced) !== null)
  expect(await toTips()).toEqual([3, 4, 5, 6, 7, 90])
  await send(2, parseGwei('120'), { nonce: 0, cap: parseGwei('900') })
  await until(async () => (await toTips())?.at(-1) === 120)
  expect(await toTips()).toEqual([3, 4, 5, 6, 7, 120])

  // The base fee has risen above its cap, and the next nonce cannot be mined before it.
  await send(8, parseGwei('1'), { cap: parseGwei('3') })
  await send(8, parseGwei('300'), { nonce: 1 })
  await until(() => watcher.status().pendingCount === 8)
  expect(await toTips()).toEqual([1, 1, 3, 4, 5, 6, 7, 120])
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('4') })
  await client.mine({ blocks: 1 })
  await until(async () => (await toTips()) !== undefined)
  expect(watcher.status().pendingCount).toBe(2)
  expect(await toTips()).toEqual([])
  // The tiers ignore the tips of the two stuck transactions.
  await using oracle = createGasOracle({ pools: [pool], nextBlock: (_, parent) => watcher.nextBlock(parent) })
  await using unaware = createGasOracle({ pools: [pool], nextBlock: () => ({ tips: [], gasUsedRatio: 0 }) })
  const [{ tiers }, { tiers: expected }] = await Promise.all([oracle.get('ethereum'), unaware.get('ethereum')])
  expect(tiers).toEqual(expected)
})
