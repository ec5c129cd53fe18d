// Waits for a large pending swap, then swaps ether for USDC with a fee for inclusion within a minute.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { createProviderPool } from '@outrigger/core'
import { createSwapRouter, nativeToken, routerDexes, toSwapTransaction } from '@outrigger/defi/dex'
import { createMempoolWatcher, type MempoolTransaction } from '@outrigger/mempool'
import { createGasOracle } from '@outrigger/oracle'
import { createWalletClient, type Hex, parseEther, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'

// Variables that are already set take precedence. TextDecoder removes the byte order mark that some editors write.
const file = existsSync('.env') ? parseEnv(new TextDecoder().decode(readFileSync('.env'))) : {}
const { RPC_URLS = '', PRIVATE_KEY, MIN_ETH = '1', AMOUNT_ETH = '0.01' } = { ...file, ...process.env }
if (!PRIVATE_KEY) throw new Error('Set PRIVATE_KEY in .env.')
const account = privateKeyToAccount(PRIVATE_KEY as Hex)
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

// The first endpoint is the primary. The others take over when it is slow, wrong or down.
await using pool = createProviderPool({ chain: 'ethereum', endpoints: RPC_URLS.split(',') })
pool.on('failover', ({ active, reason }) => console.log(active ? `using the backup: ${reason}` : 'back on the primary'))
await using oracle = createGasOracle({ pools: [pool] })
await using watcher = createMempoolWatcher({ pool })
const wallet = createWalletClient({ account, chain: mainnet, transport: pool.transport }).extend(publicActions)

const { transaction, symbols } = await new Promise<MempoolTransaction>((resolve) => {
  watcher.watch({ types: ['swap'], minValue: parseEther(MIN_ETH) }, resolve)
})
console.log(`pending ${transaction.hash}: ${symbols.join(' → ')}`)
const amountIn = parseEther(AMOUNT_ETH)
const quote = await createSwapRouter({ pool }).quote({ tokenIn: weth, tokenOut: usdc, amountIn, dexes: routerDexes })
if (quote === null) throw new Error('No pool trades these tokens.')
const limits = { minAmountOut: (quote.amountOut * 995n) / 1000n, deadline: quote.timestamp + 600n }
const swap = toSwapTransaction({ ...quote, tokenIn: nativeToken, recipient: account.address, ...limits })
const { maxFeePerGas, maxPriorityFeePerGas } = (await oracle.get('ethereum')).inclusion.fast
const hash = await wallet.sendTransaction({ ...swap, maxFeePerGas, maxPriorityFeePerGas })
console.log(`sent ${hash}`)
const { status, blockNumber } = await wallet.waitForTransactionReceipt({ hash })
console.log(`${status} in block ${blockNumber}`)
