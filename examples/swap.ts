// Swaps ether for USDC: finds the best route, simulates the swap, sends it through the failover pool and waits for the receipt.
//
//   PRIMARY_URL=… BACKUP_URL=… PRIVATE_KEY=0x… ETHER=0.5 SLIPPAGE_BPS=50 npx tsx examples/swap.ts
import { createProviderPool, UncertainWriteError } from '@outrigger/core'
import { createSwapRouter, nativeToken, routerDexes, toSwapTransaction } from '@outrigger/defi/dex'
import { getGasPrice } from '@outrigger/oracle'
import {
  BaseError,
  createPublicClient,
  createWalletClient,
  erc20Abi,
  formatUnits,
  type Hex,
  parseEther,
  parseEventLogs,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'

const { PRIMARY_URL, BACKUP_URL, PRIVATE_KEY, ETHER = '0.5', SLIPPAGE_BPS = '50' } = process.env
if (!PRIMARY_URL || !BACKUP_URL || !PRIVATE_KEY) {
  console.error('Set PRIMARY_URL, BACKUP_URL and PRIVATE_KEY.')
  process.exit(2)
}
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const account = privateKeyToAccount(PRIVATE_KEY as Hex)

await using pool = createProviderPool({ chain: 'ethereum', endpoints: [PRIMARY_URL, BACKUP_URL] })
const client = createPublicClient({ chain: mainnet, transport: pool.transport })
const wallet = createWalletClient({ account, chain: mainnet, transport: pool.transport })
try {
  await swap(parseEther(ETHER), BigInt(SLIPPAGE_BPS))
} catch (error) {
  console.error(error instanceof BaseError ? error.shortMessage : error)
  const uncertain = UncertainWriteError.find(error)
  // The transaction may have been accepted. Look it up before sending another.
  if (uncertain) console.error(`look up ${uncertain.hash} before you go on`)
  process.exitCode = 1
}

async function swap(amountIn: bigint, slippageBps: bigint): Promise<void> {
  const router = createSwapRouter({ pool: client })
  const quote = await router.quote({ tokenIn: weth, tokenOut: usdc, amountIn, dexes: routerDexes })
  if (quote === null) throw new Error('No pool trades these tokens.')
  const minAmountOut = (quote.amountOut * (10_000n - slippageBps)) / 10_000n
  console.error(
    `block ${quote.blockNumber}: ${formatUnits(quote.amountOut, 6)} USDC, at least ${formatUnits(minAmountOut, 6)}`,
  )

  const { to, data, value } = toSwapTransaction({
    ...quote,
    tokenIn: nativeToken,
    recipient: account.address,
    minAmountOut,
    deadline: quote.timestamp + 600n,
  })
  // The estimate runs the swap on the node first, so a revert costs nothing. The gas limit is the estimate plus 10 %.
  const gas = await client.estimateGas({ account, to, data, value })
  const { inclusion } = await getGasPrice(client)
  const { maxFeePerGas, maxPriorityFeePerGas } = inclusion.fast
  const fees = { gas: (gas * 11n) / 10n, maxFeePerGas, maxPriorityFeePerGas }
  const hash = await wallet.sendTransaction({ to, data, value, ...fees })
  console.error(`sent ${hash}`)

  const { status, blockNumber, logs } = await client.waitForTransactionReceipt({ hash, pollingInterval: 250 })
  if (status !== 'success')
    throw new Error(`${hash} reverted in block ${blockNumber}: the price moved by more than the slippage.`)
  const received = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs, args: { to: account.address } })
  const amount = received.reduce((sum, { args }) => sum + args.value, 0n)
  console.log(`${hash} ${formatUnits(amount, 6)} USDC in block ${blockNumber}`)
}
