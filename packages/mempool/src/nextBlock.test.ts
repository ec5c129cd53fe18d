import { chains, createProviderPool, sleep } from '@outrigger/core'
import { createAnvil } from '@outrigger/devnet'
import { createGasOracle } from '@outrigger/oracle'
import { createTestClient, http, parseGwei, publicActions, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { createMempoolWatcher } from './watcher.ts'

const key = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as const
/** Room for ten transfers, whose senders allow five times the gas that they use. */
const [gasLimit, gas] = [210_000, 105_000n]

it('sees a block that fills up, as the gas oracle prices it', async () => {
  await using anvil = await createAnvil({ chainId: 1, args: ['--no-mining', '--gas-limit', String(gasLimit)] })
  const transport = http(anvil.rpcUrl)
  const client = createTestClient({ mode: 'anvil', chain: mainnet, transport })
    .extend(publicActions)
    .extend(walletActions)
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [anvil.rpcUrl] })
  await using watcher = createMempoolWatcher({ pool })
  const nextBlock = (_: string, parent: `0x${string}`) => watcher.nextBlock(parent)
  const toHead = async () => (await client.getBlock()).hash
  async function send(sender: number, tip: bigint) {
    const account = privateKeyToAccount(key(sender))
    await client.setBalance({ address: account.address, value: 10n ** 20n })
    const fees = { maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: tip }
    await client.sendTransaction({ account, to: account.address, gas, ...fees })
  }
  const until = async (isDone: () => boolean | Promise<boolean>) => {
    for (const end = Date.now() + 20_000; !(await isDone()) && Date.now() < end; ) await sleep(20)
    expect(await isDone()).toBe(true)
  }

  await until(() => pool.report().endpoints.every(({ socket }) => socket))
  await send(1, 7n)
  await until(() => watcher.status().pendingCount === 1)
  await client.mine({ blocks: 1 })
  await until(async () => watcher.nextBlock(await toHead()) !== null)
  expect(watcher.nextBlock(await toHead())).toEqual({ tips: [], gasUsedRatio: 0 })

  // Twelve offers for ten places.
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
