// Prints large pending swaps and their outcomes: RPC_URLS=primary,backup MIN_ETH=10
import { createProviderPool } from '@outrigger/core'
import { createMempoolWatcher } from '@outrigger/mempool'
import { formatEther, parseEther } from 'viem'

const endpoints = (process.env['RPC_URLS'] ?? 'http://127.0.0.1:8545').split(',')
const minValue = parseEther(process.env['MIN_ETH'] ?? '10')
const wanted = Number(process.env['COUNT'] ?? Number.POSITIVE_INFINITY)

await using pool = createProviderPool({ chain: 'ethereum', endpoints })
await using watcher = createMempoolWatcher({ pool })

await new Promise<void>((resolve) => {
  const large = new Set<string>()
  let ended = 0
  watcher.watch(
    { types: ['swap'], minValue },
    ({ transaction, movedValue, classification, symbols, priorityScore }) => {
      large.add(transaction.hash)
      const { dex = '?' } = classification.swap ?? {}
      console.log(`${formatEther(movedValue.wei)} ETH: ${symbols.join(' → ')} on ${dex}, priority ${priorityScore}`)
    },
  )
  watcher.follow(({ entry, transition }) => {
    if (transition.kind === 'pending' || !large.has(entry.transaction.hash)) return
    console.log(`${entry.transaction.hash} ${transition.kind}`)
    ended += 1
    if (ended >= wanted) resolve()
  })
})
