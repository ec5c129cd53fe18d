import { chains } from '@outrigger/core'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createPublicClient, createTestClient, http, walletActions } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { computeChainNextBaseFee } from '../compute/nextBaseFee.ts'
import { getFeeBlock } from './feeBlock.ts'
import { getRecentFees } from './feeHistory.ts'

const gasLimit = 30_000_000
const burner = '0x00000000000000000000000000000000000b0123'
let anvil: Anvil

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--gas-limit', String(gasLimit), '--no-mining'] })
})
afterAll(() => anvil.close())

test('the next base fee is exact over 200 randomly filled blocks', async () => {
  const transport = http(anvil.rpcUrl)
  const client = createPublicClient({ chain: mainnet, transport })
  const miner = createTestClient({ mode: 'anvil', chain: mainnet, transport }).extend(walletActions)
  const [from] = await miner.getAddresses()
  if (from === undefined) throw new RangeError('anvil has no accounts')
  // INVALID consumes all gas, so the gas limits of the transactions determine how full a block is.
  await miner.setCode({ address: burner, bytecode: '0xfe' })

  // Anvil does not apply the rule between genesis and the first block.
  await miner.mine({ blocks: 1 })

  const fullness: number[] = []
  let block = await getFeeBlock(client)
  for (let i = 0; i < 200; i++) {
    if (block === null) throw new RangeError('anvil lost a block')
    const { number } = block
    // Anvil's fee history lags briefly behind its head if the machine is busy.
    const history = await vi.waitFor(() => getRecentFees(client, number, 0), { timeout: 10_000 })
    // Runs of full and empty blocks between random ones make the fee leave its initial range.
    const share = i % 40 < 8 ? 1 : i % 40 >= 32 ? 0 : Math.random()
    const gas = BigInt(Math.max(21_000, Math.floor(share * gasLimit)))
    if (share > 0) await miner.sendTransaction({ from, account: from, to: burner, gas, maxFeePerGas: 10n ** 12n })
    await miner.mine({ blocks: 1 })
    const next = await getFeeBlock(client)
    if (next === null) throw new RangeError('anvil lost a block')
    const computed = computeChainNextBaseFee(chains.ethereum, block)
    expect(computed, `block ${next.number}`).toBe(next.baseFeePerGas)
    expect(history.nextBaseFeePerGas).toBe(next.baseFeePerGas)
    fullness.push(Number(next.gasUsed) / gasLimit)
    block = next
  }
  expect(fullness.filter((share) => share > 0.99).length).toBeGreaterThan(30)
  expect(fullness.filter((share) => share === 0).length).toBeGreaterThan(30)
  expect(fullness.filter((share) => share > 0.05 && share < 0.95).length).toBeGreaterThan(80)
})
