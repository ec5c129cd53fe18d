// Prints the transfers of a token, also during a failover and after a reorg: RPC_URLS=primary,backup
import { createProviderPool } from '@outrigger/core'
import { decodeEventLog, erc20Abi, formatUnits, toEventSelector } from 'viem'

const endpoints = (process.env['RPC_URLS'] ?? 'http://127.0.0.1:8545').split(',')
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const wanted = Number(process.env['COUNT'] ?? 5)

await using pool = createProviderPool({ chain: 'ethereum', endpoints })

await new Promise<void>((resolve) => {
  let seen = 0
  const topics = [toEventSelector('Transfer(address,address,uint256)')]
  const unwatch = pool.watchLogs({ address: weth, topics }, ({ data, topics, blockNumber, removed }) => {
    const [topic, ...rest] = topics
    if (topic === undefined) return
    const { args } = decodeEventLog({ abi: erc20Abi, eventName: 'Transfer', data, topics: [topic, ...rest] })
    console.log(`${removed ? 'removed block' : 'block'} ${Number(blockNumber)}: ${formatUnits(args.value, 18)} WETH`)
    seen += 1
    if (seen < wanted) return
    unwatch()
    resolve()
  })
})
