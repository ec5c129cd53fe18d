// Prints each pending swap with DEX, tokens and amounts, and later its outcome.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { createProviderPool } from '@outrigger/core'
import { createMempoolWatcher, type MempoolTransaction } from '@outrigger/mempool'
import { formatEther, parseEther } from 'viem'

// Variables that are already set take precedence. TextDecoder removes the byte order mark that some editors write.
const file = existsSync('.env') ? parseEnv(new TextDecoder().decode(readFileSync('.env'))) : {}
Object.assign(process.env, { ...file, ...process.env })
const { RPC_URLS = 'http://127.0.0.1:8545', MIN_ETH, COUNT } = process.env
const wanted = Number(COUNT || Number.POSITIVE_INFINITY)

await using pool = createProviderPool({ chain: 'ethereum', endpoints: RPC_URLS.split(',') })
await using watcher = createMempoolWatcher({ pool })

await new Promise<void>((resolve) => {
  const seen = new Set<string>()
  process.once('SIGINT', () => resolve())
  watcher.watch({ types: ['swap'], minValue: parseEther(MIN_ETH || '0'), includeUnknownValue: true }, (entry) => {
    seen.add(entry.transaction.hash)
    console.log(describe(entry))
  })
  let ended = 0
  watcher.follow(({ entry, transition }) => {
    if (transition.kind === 'pending' || !seen.has(entry.transaction.hash)) return
    console.log(`${entry.transaction.hash} ${transition.kind}`)
    ended += 1
    if (ended >= wanted) resolve()
  })
})

function describe({ transaction, classification, symbols, movedValue }: MempoolTransaction): string {
  const { swap, rule } = classification
  if (swap === null) return `${transaction.hash} ${rule}`
  const limit = swap.exact === 'in' ? 'at least' : 'exactly'
  // Amounts in the smallest units of the tokens, from the calldata.
  const amounts = `${swap.amountIn ?? '?'} for ${limit} ${swap.amountOut ?? '?'}`
  return `${transaction.hash} ${swap.dex}: ${symbols.join(' → ')}, ${amounts}, worth ${formatEther(movedValue.wei)} ETH`
}
