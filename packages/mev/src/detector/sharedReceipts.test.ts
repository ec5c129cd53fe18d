import { chains, createProviderPool } from '@outrigger/core'
import { createPoolBook } from '@outrigger/defi/dex'
import { addresses, startDevnet } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createMempoolWatcher } from '@outrigger/mempool'
import { encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { expect, it } from 'vitest'
import { waitFor } from '../score/fixtures/scoredChain.ts'

const abi = parseAbi(['function swapExactETHForTokens(uint256,address[],address,uint256) payable'])
const path = [addresses.tokens.WETH.address, addresses.tokens.USDC.address]
const [blocks, swapsPerBlock] = [4, 10]

it('a watcher and a book of one provider pool read the receipts of a block once, and no logs', async () => {
  await using devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  const { client, rpcUrl } = devnet.chains.ethereum
  await using proxy = await createFaultProxy({ target: rpcUrl })
  await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [proxy.url] })
  await using watcher = createMempoolWatcher({ pool })
  await using book = createPoolBook({ pool, searchHistory: false, logsFrom: 'receipts' })
  book.request({ tokens: [addresses.tokens.WETH.address, addresses.tokens.USDC.address] })
  await book.ready
  const seen = new Set<Hex>()
  const mined = new Set<Hex>()
  watcher.on('event', ({ entry, transition }) =>
    (transition.kind === 'mined' ? mined : seen).add(entry.transaction.hash),
  )
  await client.setAutomine(false)
  const from = devnet.accounts.deployer
  const data = encodeFunctionData({ abi, args: [0n, path, from.address, 2n ** 40n] })
  const sent = { account: from, to: addresses.uniswapV2.router, value: parseEther('0.1'), data, gas: 250_000n }
  let nonce = await client.getTransactionCount({ address: from.address })
  const { eth_getLogs: logs = 0, eth_getBlockReceipts: receipts = 0 } = proxy.stats.byMethod
  for (let block = 1; block <= blocks; block++) {
    for (let index = 0; index < swapsPerBlock; index++) await client.sendTransaction({ ...sent, nonce: nonce++ })
    await waitFor(() => seen.size === block * swapsPerBlock)
    await client.mine({ blocks: 1 })
    const number = await client.getBlockNumber({ cacheTime: 0 })
    await waitFor(() => mined.size === block * swapsPerBlock && (book.block()?.number ?? 0n) >= number)
  }
  expect((proxy.stats.byMethod['eth_getBlockReceipts'] ?? 0) - receipts).toBe(blocks)
  expect((proxy.stats.byMethod['eth_getLogs'] ?? 0) - logs).toBe(0)
}, 60_000)
